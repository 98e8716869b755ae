/** For a comment on a pull request: a hidden marker, the counts, then as much as fits. Nothing when all is clean. */
import {
  type DriftReport,
  FINDING_CLASSES,
  type Finding,
  type FindingClass,
  type FindingOf,
} from "../findings";
import {
  CLASS_MEANING,
  countsOf,
  LONGEST_MESSAGE,
  labelOf,
  lifeOf,
  placeOf,
  scopeOf,
  sentenceOf,
  shortened,
  valuesOf,
  visible,
} from "./words";

/** GitHub takes 65,536 characters; the rest is for what a poster adds. */
export const COMMENT_LIMIT = 65_000;
const LONGEST_CELL = 80;
/** Of problems, notes and the like so many are told. */
const MOST_BESIDE = 20;

/** What a comment begins with, so that the next run finds it. `key` tells comments of several runs apart. */
export function markerOf(key: string): string {
  return `<!-- pulumi-checks drift: ${key.replace(/[^\w./ -]/g, "_").replaceAll("--", "_")} -->`;
}

/** The report in Markdown, within the limit; an empty text when there is nothing to say. */
export function markdown(report: DriftReport, key = "default", limit = COMMENT_LIMIT): string {
  if (report.findings.length === 0 && report.problems.length === 0) return "";
  const within = (most: number) => page(report, key, most);
  const whole = within(report.findings.length);
  if (whole.length <= limit) return whole;
  let [fits, tooMany] = [0, report.findings.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (within(middle).length <= limit) fits = middle;
    else tooMany = middle;
  }
  return within(fits);
}

/** The page with at most so many findings of each class. */
function page(report: DriftReport, key: string, most: number): string {
  const { findings, problems, ignored, notes, pending, counts } = report;
  const parts = [
    markerOf(key),
    `### Monitoring drift: ${findings.length > 0 ? countsOf(report) : "not everything could be read"}`,
    [
      `| ${FINDING_CLASSES.join(" | ")} | ignored | pending |`,
      "|---:|---:|---:|---:|---:|---:|",
      `| ${[...FINDING_CLASSES.map((of) => counts[of]), ignored.length, pending.length].join(" | ")} |`,
    ].join("\n"),
    code(scopeOf(report), LONGEST_MESSAGE),
    beside("Could not be read, so that nothing found does not mean clean", problems),
    ...FINDING_CLASSES.map((of) => section(findings, of, most)),
    beside("Notes", notes),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(findings: readonly Finding[], of: FindingClass, most: number): string {
  const own = findings.filter((finding) => finding.class === of);
  if (own.length === 0) return "";
  const shown = own.slice(0, most);
  const rows = shown.flatMap((finding) =>
    finding.class === "changed"
      ? changedRows(finding)
      : [`| ${code(labelOf(finding.check))} | ${said(finding)} | ${place(finding)} |`],
  );
  const head =
    of === "changed"
      ? ["| Check | Field | Declared | Last applied | Live |", "|---|---|---|---|---|"]
      : ["| Check | What | Where |", "|---|---|---|"];
  const rest = own.length - shown.length;
  return [
    `#### ${of}: ${own.length}`,
    `${CLASS_MEANING[of]}.`,
    ...(rows.length > 0 ? [[...head, ...rows].join("\n")] : []),
    ...(rest > 0 ? [`… and ${rest.toLocaleString("en")} more; the JSON report has all of them.`] : []),
  ].join("\n\n");
}

function changedRows({ check, declaredBy, fields }: FindingOf<"changed">): string[] {
  return fields.map((field, index) => {
    const values = valuesOf(declaredBy, field).map((value) => code(value, LONGEST_CELL));
    const label = index > 0 ? "" : `${code(labelOf(check))} ${code(placeOf(declaredBy))}`;
    return `| ${label} | ${code(field.field)} | ${values.join(" | ")} |`;
  });
}

/** Sentences are ours but for the names in them, which is why they are code too. */
function said(finding: Finding): string {
  return finding.class === "unmanaged"
    ? `declared by no stack; project ${code(finding.check.project)}, ${lifeOf(finding.check)}`
    : sentenceOf(finding);
}

function place(finding: Finding): string {
  return finding.class === "unmanaged" ? "" : code(placeOf(finding.declaredBy));
}

function beside(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const rest = lines.length - MOST_BESIDE;
  return [
    `**${title}**\n`,
    ...lines.slice(0, MOST_BESIDE).map((line) => `- ${code(line, LONGEST_MESSAGE)}`),
    ...(rest > 0 ? [`- … and ${rest} more`] : []),
  ].join("\n");
}

/** Anybody's text as code, so that it cannot format, mention or link; also within a table. */
export function code(text: string, most = LONGEST_CELL): string {
  const content = shortened(visible(text, most), most).replaceAll("|", "\\|");
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = content.startsWith("`") || content.endsWith("`") || content === "" ? " " : "";
  return `${fence}${pad}${content}${pad}${fence}`;
}
