/** For a terminal: tables that fit its width, in colour if wanted. */
import { type Column, paragraph, table } from "../../render/table";
import type { Colours } from "../../render/terminal";
import { brief, withoutCommands } from "../../render/visible";
import { count } from "../../render/words";
import type { AdviceReport, AdvisedCheck } from "../report";
import {
  headlineOf,
  LONGEST_MESSAGE,
  nameOf,
  OPTION_HEADS,
  optionRows,
  placeOf,
  restOf,
  spanOf,
  stepsOf,
  withAdvice,
} from "./words";

const INDENT = 2;

/** The report for people. `width` is their terminal's, absent for a file. */
export function text(report: AdviceReport, colours: Colours, width?: number): string {
  const { bold, dim, red, green, yellow } = colours;
  const advised = withAdvice(report);
  const colour = report.problems.length > 0 ? red : advised.length > 0 ? yellow : green;
  const unread = report.problems.length > 0 ? "; not everything could be read" : "";
  const beside = [
    ...restOf(report).map(({ of, says }) => [dim(of), says]),
    ...report.problems.map((problem) => [red("problem"), brief(problem, LONGEST_MESSAGE)]),
    ...report.notes.map((note) => [dim("note"), brief(note, LONGEST_MESSAGE)]),
  ];
  const steps = stepsOf(report).map(({ of, step }) => [dim(of), step]);
  const parts = [
    paragraph(bold(colour(`${headlineOf(report)}${unread}`)), { width }),
    ...advised.map((check) => section(check, report, colours, width)),
    table([{}, { fit: "wrap" }], beside, { width }),
    steps.length === 0
      ? ""
      : `${bold("Next")}\n${table([{}, { fit: "wrap" }], steps, { width, indent: INDENT })}`,
  ];
  return withoutCommands(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

const COLUMNS: readonly Column[] = [{}, { side: "right" }, { side: "right" }, {}];

function section(check: AdvisedCheck, report: AdviceReport, { bold, dim }: Colours, width?: number): string {
  const place = placeOf(check);
  const head = `${bold(nameOf(check, report))}  ${dim(`${count(check.runs, "run")} ${spanOf(check)}${place === "" ? "" : `  ${place}`}`)}`;
  const rows = check.advice.map(({ about, says }) => [about, brief(says, LONGEST_MESSAGE)]);
  const options = optionRows(check);
  const columns = COLUMNS.map((column, index) => ({ ...column, head: dim(OPTION_HEADS[index] ?? "") }));
  return [
    paragraph(head, { width }),
    table([{}, { fit: "wrap" }], rows, { width, indent: INDENT }),
    ...(options.length > 0 ? [table(columns, options, { width, indent: 2 * INDENT })] : []),
  ].join("\n");
}
