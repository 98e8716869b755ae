/** A comment for a pull request: a hidden marker, the counts, then as many findings as fit. Empty if all is clean. */
import { code, codeCell, markdownTable } from "../../render/markdown";
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

/** GitHub accepts 65,536 characters; the difference is for what the poster adds. */
export const COMMENT_LIMIT = 65_000;
/** Longest list of problems, notes and the like. */
const MOST_BESIDE = 20;

/**
 * The first line of a comment, by which the next run finds it. `key` and `scope` (the stacks compared) distinguish the
 * comments of several runs.
 */
export function markerOf(key: string, scope?: string): string {
  const words = scope === undefined ? key : `${key} ${scope}`;
  return `<!-- pulumi-checks drift: ${words.replace(/[^\p{L}\p{M}\p{N}_./@, -]/gu, "_").replaceAll("--", "_")} -->`;
}

/**
 * The report as a comment on a pull request, or an issue; empty if nobody has to act. `beside` is another report for
 * the same comment.
 */
export function comment(report: DriftReport, key = "default", beside = ""): string {
  const own = isWorthTelling(report) ? markdown(report, key, COMMENT_LIMIT - beside.length) : "";
  if (beside === "") return own;
  const both = `${own === "" ? `${markerOf(key, report.scope)}\n` : own}\n${beside}`;
  const head = headOf(beside);
  return both.length <= COMMENT_LIMIT || head === beside ? both : comment(report, key, head);
}

/** The heading of a report for which there is no room, and where the rest is. */
function headOf(report: string): string {
  return `${report.split("\n", 1)[0]}\n\nThere is no room for the rest here; the report's page has it.\n`;
}

/** The report in Markdown, within the limit; empty if there is nothing to report. */
export function markdown(report: DriftReport, key = "default", limit = COMMENT_LIMIT): string {
  const { findings, problems } = report;
  if (findings.length === 0 && problems.length === 0 && unseenOf(report).length === 0) return "";
  const label = labelsOf(report);
  const render = (most: number) => pageWithAtMost(report, { key, label, most });
  let [fits, tooMany] = [0, 1];
  // From few on, because a page of thousands of findings takes long, and most of it would be left out.
  for (let page = render(tooMany); page.length <= limit; page = render(tooMany)) {
    if (tooMany >= findings.length) return page;
    [fits, tooMany] = [tooMany, tooMany * 2];
  }
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (render(middle).length <= limit) fits = middle;
    else tooMany = middle;
  }
  return render(fits);
}

interface Page {
  key: string;
  label: Label;
  /** Findings of each class, at most. */
  most: number;
}

function pageWithAtMost(report: DriftReport, { key, label, most }: Page): string {
  const { problems, ignored, notes, pending } = report;
  const blind = driftIn(report).length === 0 && problems.length > 0;
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
      : [[codeCell(label(finding)), sentenceInMarkdown(finding), place(finding)]],
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

/** Shows the last applied value only if it differs from the declared one. */
function changedRows(finding: FindingOf<"changed">, label: Label): string[][] {
  const { declaredBy, fields } = finding;
  return fields.map((field, index) => {
    const { declared, applied, live } = valuesOf(declaredBy, field);
    const before = applied === undefined ? "" : ` (last applied ${codeCell(applied)})`;
    const name = index > 0 ? "" : `${codeCell(label(finding))} ${codeCell(placeOf(declaredBy))}`;
    return [name, codeCell(field.field), `${codeCell(declared)}${before}`, codeCell(live)];
  });
}

/** Not escaped: these are our own sentences, with commands and names already marked as code. */
function next(report: DriftReport): string {
  const lines = stepsOf(report, code).map(({ of, step }) => `- ${of}: ${step}`);
  return lines.length === 0 ? "" : ["**Next**\n", ...lines].join("\n");
}

/** The sentences are ours, but the names in them are not, so they are quoted as code. */
function sentenceInMarkdown(finding: Finding): string {
  return finding.class === "unmanaged"
    ? `declared by no stack; project ${codeCell(finding.check.project)}, ${codeCell(lifeOf(finding.check))}`
    : sentenceOf(finding, codeCell);
}

function place(finding: Finding): string {
  return finding.class === "unmanaged" ? "" : codeCell(placeOf(finding.declaredBy));
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

/**
 * The first line of the issue for a failed run. It differs from the drift issue's marker, because a failure is no
 * drift.
 */
export function failureMarkerOf(key: string, scope?: string): string {
  return markerOf(`${key} failure`, scope);
}

/** The text of that issue. It omits the address of the run, which would change the issue at every run. */
export function failureMarkdown(marker: string, problems: readonly string[]): string {
  return `${[
    marker,
    "The last run could not check for monitoring drift, so nobody knows whether there is any.",
    bulletList(problems.map(withoutUuids)),
    "The next run that can closes this issue.",
  ].join("\n\n")}\n`;
}
