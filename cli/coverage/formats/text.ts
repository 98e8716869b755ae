/** For a terminal: tables that fit its width, in colour if wanted. */
import { type Column, paragraph, table } from "../../render/table";
import type { Colours } from "../../render/terminal";
import { brief, withoutCommands } from "../../render/visible";
import { type CoverageReport, exitCodeOf, GAPS, type GapClass, ofClass } from "../report";
import { MEANING } from "../sentences";
import {
  countsOf,
  headlineOf,
  ignoredSentence,
  LONGEST_MESSAGE,
  nameOf,
  placeOf,
  sayingOf,
  scopeOf,
  stepsOf,
} from "./words";

const INDENT = 2;
/** Longest list of one kind, because nobody reads more on a terminal. The other formats list all. */
const MOST_GAPS = 300;

/** The report for people. `width` is their terminal's, absent for a file. */
export function text(report: CoverageReport, colours: Colours, width?: number): string {
  const { dim } = colours;
  const parts = [
    headline(report, colours, width),
    ...GAPS.map((gap) => section(report, gap, colours, width)),
    table([{}, { fit: "wrap" }], beside(report, colours), { width }),
    next(report, colours, width),
  ];
  const shown = parts.filter((part) => part !== "");
  if (report.gaps.length === 0 && report.problems.length === 0) shown.push(dim("No gaps."));
  return withoutCommands(`${shown.join("\n\n")}\n`);
}

function headline(
  report: CoverageReport,
  { bold, dim, green, yellow, red }: Colours,
  width?: number,
): string {
  const { problems, gaps } = report;
  const colour = problems.length > 0 ? red : gaps.length + exitCodeOf(report) > 0 ? yellow : green;
  const parts = [
    headlineOf(report),
    countsOf(report),
    problems.length > 0 ? "not everything could be read" : "",
  ];
  const first = colour(parts.filter((part) => part !== "").join("; "));
  return [bold(first), dim(scopeOf(report))].map((line) => paragraph(line, { width })).join("\n");
}

const COLUMNS: readonly Column[] = [
  { fit: "wrap", least: 16 },
  { fit: "wrap", least: 24 },
  { fit: "wrap", least: 10 },
];

function section(report: CoverageReport, of: GapClass, { bold, dim }: Colours, width?: number): string {
  const own = ofClass(report, of);
  if (own.length === 0) return "";
  const rows = own.slice(0, MOST_GAPS).map((gap) => [bold(nameOf(gap)), sayingOf(gap), dim(placeOf(gap))]);
  const rest = own.length - rows.length;
  const more = rest > 0 ? `\n  … and ${rest} more; --json has all of them` : "";
  const body = table(COLUMNS, rows, { width, indent: INDENT });
  return `${bold(of)}  ${own.length}  ${dim(MEANING[of])}\n${body}${more}`;
}

function beside(report: CoverageReport, { dim, red }: Colours): string[][] {
  return [
    ...report.ignored.map((one) => [dim("ignored"), ignoredSentence(one)]),
    ...report.problems.map((problem) => [red("problem"), brief(problem, LONGEST_MESSAGE)]),
    ...report.notes.map((note) => [dim("note"), brief(note, LONGEST_MESSAGE)]),
  ];
}

function next(report: CoverageReport, { bold, dim }: Colours, width?: number): string {
  const steps = stepsOf(report).map(({ of, step }) => [dim(of), step]);
  if (steps.length === 0) return "";
  return `${bold("Next")}\n${table([{}, { fit: "wrap" }], steps, { width, indent: INDENT })}`;
}
