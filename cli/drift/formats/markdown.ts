/** For a comment on a pull request: a hidden marker, the counts, then as much as fits. Nothing when all is clean. */
import { code, markdownTable } from "../../render/markdown";
import { withoutUuids } from "../../render/mask";
import {
  type DriftReport,
  driftIn,
  FINDING_CLASSES,
  type Finding,
  type FindingClass,
  type FindingOf,
  isWorthTelling,
  ofClass,
} from "../findings";
import {
  CLASS_MEANING,
  countOf,
  countsOf,
  LONGEST_MESSAGE,
  labelsOf,
  lifeOf,
  placeOf,
  scopeOf,
  sentenceOf,
  stepsOf,
  unseenOf,
  valuesOf,
} from "./words";

/** GitHub takes 65,536 characters; the rest is for what a poster adds. */
export const COMMENT_LIMIT = 65_000;
/** Of problems, notes and the like so many are told. */
const MOST_BESIDE = 20;

/**
 * What a comment begins with, so that the next run finds it. `key` tells comments of several runs apart, and so does
 * what they looked at (`scope`).
 */
export function markerOf(key: string, scope?: string): string {
  const words = scope === undefined ? key : `${key} ${scope}`;
  return `<!-- pulumi-checks drift: ${words.replace(/[^\w./@, -]/g, "_").replaceAll("--", "_")} -->`;
}

/**
 * The report as a comment on a pull request, or an issue: an empty text when there is nothing that somebody should do.
 * `beside` is what another report has to say in the same comment.
 */
export function comment(report: DriftReport, key = "default", beside = ""): string {
  const own = isWorthTelling(report) ? markdown(report, key, COMMENT_LIMIT - beside.length) : "";
  if (beside === "") return own;
  return `${own === "" ? `${markerOf(key, report.scope)}\n` : own}\n${beside}`;
}

/** The report in Markdown, within the limit; an empty text when there is nothing to say. */
export function markdown(report: DriftReport, key = "default", limit = COMMENT_LIMIT): string {
  const { findings, problems } = report;
  if (findings.length === 0 && problems.length === 0 && unseenOf(report).length === 0) return "";
  const within = (most: number) => fitting(report, key, most);
  const whole = within(findings.length);
  if (whole.length <= limit) return whole;
  let [fits, tooMany] = [0, findings.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (within(middle).length <= limit) fits = middle;
    else tooMany = middle;
  }
  return within(fits);
}

/** The page with at most so many findings of each class. */
function fitting(report: DriftReport, key: string, most: number): string {
  const { problems, ignored, notes, pending } = report;
  const blind = driftIn(report).length === 0 && problems.length > 0;
  const label = labelsOf(report);
  const parts = [
    markerOf(key, report.scope),
    `### Monitoring drift: ${blind ? "not everything could be read" : countsOf(report)}`,
    markdownTable([...FINDING_CLASSES, "ignored", "pending"], "r".repeat(FINDING_CLASSES.length + 2), [
      [...FINDING_CLASSES.map((of) => countOf(report, of)), ignored.length, pending.length].map(String),
    ]),
    code(scopeOf(report), LONGEST_MESSAGE),
    beside("Could not be read, so finding nothing does not mean that all is well", problems),
    beside("Not seen by this key", unseenOf(report)),
    ...FINDING_CLASSES.map((of) => section(report.findings, of, most, label)),
    beside("Notes", notes),
    next(report),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

type Label = ReturnType<typeof labelsOf>;

function section(findings: readonly Finding[], of: FindingClass, most: number, label: Label): string {
  const own = ofClass(findings, of);
  if (own.length === 0) return "";
  const shown = own.slice(0, most);
  const rows = shown.flatMap((finding) =>
    finding.class === "changed"
      ? changedRows(finding, label)
      : [[code(label(finding)), sentenceInMarkdown(finding), place(finding)]],
  );
  const head = of === "changed" ? ["Check", "Field", "Declared", "Live"] : ["Check", "What", "Where"];
  const rest = own.length - shown.length;
  return [
    `#### ${of}: ${own.length}`,
    `${CLASS_MEANING[of]}.`,
    ...(rows.length > 0 ? [markdownTable(head, "l".repeat(head.length), rows)] : []),
    ...(rest > 0 ? [`… and ${rest.toLocaleString("en")} more; the JSON report has all of them.`] : []),
  ].join("\n\n");
}

/** What was last applied is told where it is not what is declared. */
function changedRows(finding: FindingOf<"changed">, label: Label): string[][] {
  const { declaredBy, fields } = finding;
  return fields.map((field, index) => {
    const { declared, applied, live } = valuesOf(declaredBy, field);
    const before = applied === undefined ? "" : ` (last applied ${code(applied)})`;
    const name = index > 0 ? "" : `${code(label(finding))} ${code(placeOf(declaredBy))}`;
    return [name, code(field.field), `${code(declared)}${before}`, code(live)];
  });
}

/** Our own words, in which code is marked already. */
function next(report: DriftReport): string {
  const lines = stepsOf(report).map(({ of, step }) => `- ${of}: ${step}`);
  return lines.length === 0 ? "" : ["**Next**\n", ...lines].join("\n");
}

/** Sentences are ours but for the names in them, which is why they are code too. */
function sentenceInMarkdown(finding: Finding): string {
  return finding.class === "unmanaged"
    ? `declared by no stack; project ${code(finding.check.project)}, ${code(lifeOf(finding.check))}`
    : sentenceOf(finding, code);
}

function place(finding: Finding): string {
  return finding.class === "unmanaged" ? "" : code(placeOf(finding.declaredBy));
}

function beside(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [`**${title}**\n`, bulletList(lines)].join("\n");
}

function bulletList(lines: readonly string[]): string {
  const rest = lines.length - MOST_BESIDE;
  return [
    ...lines.slice(0, MOST_BESIDE).map((line) => `- ${code(line, LONGEST_MESSAGE)}`),
    ...(rest > 0 ? [`- … and ${rest} more`] : []),
  ].join("\n");
}

/** What the issue of a run that could not look for drift begins with: an alert, and no drift. */
export function failureMarkerOf(key: string, scope?: string): string {
  return markerOf(`${key} failure`, scope);
}

/** Its text, which begins with its marker. The address of the run stays out of it: it would be a change each time. */
export function failureMarkdown(marker: string, problems: readonly string[]): string {
  return `${[
    marker,
    "The last run could not check for monitoring drift, so nobody knows whether there is any.",
    bulletList(problems.map(withoutUuids)),
    "The next run that can closes this issue.",
  ].join("\n\n")}\n`;
}
