/** For a terminal: tables, and colours where they are wanted. */
import Table from "cli-table3";
import type { Colours } from "../../colours";
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
  nameBeside,
  placeOf,
  plural,
  scopeOf,
  sentenceOf,
  shortened,
  valuesOf,
  visible,
} from "./words";

const LONGEST_CELL = 48;
/** More of a class nobody reads on a terminal; the other formats have them all. */
const MOST_FINDINGS = 300;

/** The report for people. */
export function text(report: DriftReport, colours: Colours): string {
  const { dim, red } = colours;
  const beside = [
    ...report.ignored.map(({ finding, because: { reason, until } }) => {
      return `${dim("ignored")}  ${labelOf(finding.check)} ${sentenceOf(finding)} (${visible(reason, LONGEST_MESSAGE)}; until ${until})`;
    }),
    ...report.pending.map(({ declaredBy, change }) => {
      return `${dim("pending")}  ${visible(declaredBy.resource)} (${placeOf(declaredBy)}): pulumi up will ${change} it`;
    }),
    ...report.problems.map((problem) => `${red("problem")}  ${visible(problem, LONGEST_MESSAGE)}`),
    ...report.notes.map((note) => `${dim("note")}     ${visible(note, LONGEST_MESSAGE)}`),
  ];
  const parts = [
    headline(report, colours),
    ...FINDING_CLASSES.map((of) => section(report.findings, of, colours)),
    beside.join("\n"),
  ];
  return commandingNobody(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

/** In the log of a GitHub workflow `::name` at the start of a line is a command to the runner, and so is `##[name]`. */
function commandingNobody(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, "$1\\u003a").replaceAll("##[", "#\\u0023[");
}

function headline(report: DriftReport, { bold, green, yellow, red, dim }: Colours): string {
  const { findings, problems } = report;
  const colour = problems.length > 0 ? red : findings.length > 0 ? yellow : green;
  const counts = findings.length > 0 ? `${plural(findings.length, "finding")}: ` : "";
  const incomplete = problems.length > 0 ? "; not everything could be read" : "";
  return `${bold(colour(`${counts}${countsOf(report)}${incomplete}`))}\n${dim(scopeOf(report))}`;
}

function section(findings: readonly Finding[], of: FindingClass, { bold, dim }: Colours): string {
  const own = findings.filter((finding) => finding.class === of);
  if (own.length === 0) return "";
  const rows = own.slice(0, MOST_FINDINGS).flatMap((finding) => {
    return finding.class === "changed"
      ? changedRows(finding, { bold, dim })
      : [otherRow(finding, { bold, dim })];
  });
  const table = new Table({
    head: (of === "changed" ? ["Check", "Field", "Declared", "Last applied", "Live", ""] : []).map(dim),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: NO_LINES,
  });
  table.push(...rows);
  const body = table
    .toString()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
  const rest = own.length - MOST_FINDINGS;
  const more = rest > 0 ? `\n  … and ${rest} more; --json has all of them` : "";
  return `${bold(of)}  ${own.length}  ${dim(CLASS_MEANING[of])}\n${body}${more}`;
}

type Shades = Pick<Colours, "bold" | "dim">;

/** The check stands on the first of its rows. */
function changedRows({ check, declaredBy, fields }: FindingOf<"changed">, { bold, dim }: Shades): string[][] {
  return fields.map((field, index) => {
    const [declared, applied, live] = valuesOf(declaredBy, field).map((value) =>
      shortened(value, LONGEST_CELL),
    );
    const first = index === 0;
    return [
      first ? bold(labelOf(check)) : "",
      field.field,
      declared ?? "",
      applied ?? "",
      bold(live ?? ""),
      first ? dim(placeOf(declaredBy)) : "",
    ];
  });
}

function otherRow(finding: Exclude<Finding, { class: "changed" }>, { bold, dim }: Shades): string[] {
  const beside = nameBeside(finding.check);
  const label = `${bold(labelOf(finding.check))}${beside === "" ? "" : dim(` ${beside}`)}`;
  return [label, sentenceOf(finding), finding.class === "unmanaged" ? "" : dim(placeOf(finding.declaredBy))];
}

/** Blanks alone keep columns apart. */
const NO_LINES = Object.fromEntries(
  [
    ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
    ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid", "middle"],
  ].map((name) => [name, ""]),
);
