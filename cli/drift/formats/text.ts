/** For a terminal: tables that fit its width, in colour if wanted. */

import { type Column, paragraph, table } from "../../render/table";
import type { Colours } from "../../render/terminal";
import { brief, shorten, withoutCommands } from "../../render/visible";
import { count } from "../../render/words";
import {
  type DriftReport,
  driftIn,
  FINDING_CLASSES,
  type Finding,
  type FindingClass,
  type FindingOf,
  ofClass,
} from "../findings";
import {
  adviceOf,
  CLASS_MEANING,
  countsOf,
  inLine,
  LONGEST_MESSAGE,
  labelsOf,
  nameBeside,
  placeOf,
  scopeOf,
  sentenceOf,
  stepsOf,
  unseenOf,
  valuesOf,
} from "./words";

const LONGEST_CELL = 48;
/** Longest list of one class, because nobody reads more on a terminal. The other formats list all. */
const MOST_FINDINGS = 300;
const INDENT = 2;

/** The report for people. `width` is their terminal's, absent for a file. */
export function text(report: DriftReport, colours: Colours, width?: number): string {
  const context: Context = { label: labelsOf(report), colours, width };
  const parts = [
    headline(report, context),
    ...FINDING_CLASSES.map((of) => section(report.findings, of, context)),
    table([{}, { fit: "wrap" }], beside(report, context), { width }),
    next(report, context),
  ];
  return withoutCommands(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

/** What every section needs. */
interface Context {
  label: ReturnType<typeof labelsOf>;
  colours: Colours;
  width: number | undefined;
}

/** The rows below the findings: ignored, pending, problems, unseen and notes. */
function beside(report: DriftReport, { label, colours: { dim, red, yellow } }: Context): string[][] {
  return [
    ...report.ignored.map(({ finding, because: { reason, until = "" } }) => [
      dim("ignored"),
      `${label(finding)} ${sentenceOf(finding)} (${brief(reason, LONGEST_MESSAGE)}; until ${inLine(until)})`,
    ]),
    ...report.pending.map(({ declaredBy, change }) => [
      dim("pending"),
      `${inLine(declaredBy.resource)} (${placeOf(declaredBy)}): pulumi up will ${change} it${change === "forget" ? ", and leave it on the service" : ""}`,
    ]),
    ...report.problems.map((problem) => [red("problem"), brief(problem, LONGEST_MESSAGE)]),
    ...unseenOf(report).map((sentence) => [yellow("unseen"), brief(sentence, LONGEST_MESSAGE)]),
    ...report.notes.map((note) => [dim("note"), brief(note, LONGEST_MESSAGE)]),
  ];
}

function next(report: DriftReport, { colours: { bold, dim }, width }: Context): string {
  const steps = stepsOf(report).map(({ of, step }) => [dim(of), brief(step, LONGEST_MESSAGE)]);
  if (steps.length === 0) return "";
  return `${bold("Next")}\n${table([{}, { fit: "wrap" }], steps, { width, indent: INDENT })}`;
}

function headline(report: DriftReport, { colours, width }: Context): string {
  const { bold, green, yellow, red, dim } = colours;
  const { problems } = report;
  const drift = driftIn(report);
  const colour = problems.length > 0 ? red : drift.length > 0 ? yellow : green;
  const counts = drift.length > 0 ? `${count(drift.length, "finding")}: ` : "";
  const rest = [
    ...(problems.length > 0 ? ["not everything could be read"] : []),
    ...(unseenOf(report).length > 0 ? ["not everything could be seen with this key"] : []),
    ...[adviceOf(report)].filter((advice) => advice !== ""),
  ];
  const first = colour([`${counts}${countsOf(report)}`, ...rest].join("; "));
  return [bold(first), dim(scopeOf(report))].map((line) => paragraph(line, { width })).join("\n");
}

function section(findings: readonly Finding[], of: FindingClass, context: Context): string {
  const { bold, dim } = context.colours;
  const own = ofClass(findings, of);
  if (own.length === 0) return "";
  const shown = own.slice(0, MOST_FINDINGS);
  const rows = shown.flatMap((finding) =>
    finding.class === "changed" ? changedRows(finding, context) : [otherRow(finding, context)],
  );
  const columns = of === "changed" ? changedColumns(context) : OTHER_COLUMNS;
  const body = table(columns, rows, { width: context.width, indent: INDENT });
  const rest = own.length - shown.length;
  const more = rest > 0 ? `\n  … and ${rest} more; --json has all of them` : "";
  return `${bold(of)}  ${own.length}  ${dim(CLASS_MEANING[of])}\n${body}${more}`;
}

function changedColumns({ colours: { dim } }: Context): Column[] {
  return [
    { head: dim("Check"), fit: "wrap" },
    { head: dim("Field") },
    { head: dim("Declared"), fit: "wrap", least: 10 },
    { head: dim("Live"), fit: "wrap", least: 10 },
    { head: "", fit: "wrap", least: 10 },
  ];
}

const OTHER_COLUMNS: readonly Column[] = [
  { fit: "wrap", least: 16 },
  { fit: "wrap", least: 20 },
  { fit: "wrap", least: 10 },
];

/** The first row names the check. The last applied value has a row only if it differs from the declared one. */
function changedRows(finding: FindingOf<"changed">, { label, colours: { bold, dim } }: Context): string[][] {
  const { declaredBy, fields } = finding;
  return fields.flatMap((field, index) => {
    const { declared, applied, live } = valuesOf(declaredBy, field);
    const first = index === 0;
    const row = [
      first ? bold(label(finding)) : "",
      field.field,
      shorten(declared, LONGEST_CELL),
      bold(shorten(live, LONGEST_CELL)),
      first ? dim(placeOf(declaredBy)) : "",
    ];
    const before = dim(`last applied ${shorten(applied ?? "", LONGEST_CELL)}`);
    return applied === undefined ? [row] : [row, ["", "", before, "", ""]];
  });
}

function otherRow(
  finding: Exclude<Finding, { class: "changed" }>,
  { label, colours: { bold, dim } }: Context,
): string[] {
  const beside = nameBeside(finding);
  const name = `${bold(label(finding))}${beside === "" ? "" : dim(` ${beside}`)}`;
  return [name, sentenceOf(finding), finding.class === "unmanaged" ? "" : dim(placeOf(finding.declaredBy))];
}
