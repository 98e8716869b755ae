/** For an issue or the summary of a run: the advice, with its evidence. */
import { code, markdownTable } from "../../render/markdown";
import { withoutCommands } from "../../render/visible";
import { count } from "../../render/words";
import type { AdviceReport, AdvisedCheck } from "../report";
import {
  headlineOf,
  nameOf,
  OPTION_HEADS,
  optionRows,
  placeOf,
  restOf,
  spanOf,
  stepsOf,
  withAdvice,
} from "./words";

/** Most checks shown, so that the report fits into a comment. */
const MOST = 20;
const LONGEST = 400;

export function markdown(report: AdviceReport): string {
  const advised = withAdvice(report);
  const parts = [
    `### ${headlineOf(report)}`,
    list("Could not be read, so that no advice does not mean that all is well", report.problems),
    ...advised.slice(0, MOST).map((check) => section(check, report)),
    advised.length > MOST ? `… and ${advised.length - MOST} more; the JSON report has all of them.` : "",
    ...restOf(report).map(({ of, says }) => `**${of}**: ${code(says, LONGEST)}`),
    list("Notes", report.notes),
    steps(report),
  ];
  return withoutCommands(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

/** The sentences contain users' schedules and zones, which are marked as code. */
function section(check: AdvisedCheck, report: AdviceReport): string {
  const place = placeOf(check);
  const rows = optionRows(check);
  return [
    `#### ${code(nameOf(check, report))}`,
    `${count(check.runs, "run")} ${spanOf(check)}${place === "" ? "" : `, ${code(place)}`}`,
    check.advice.map(({ about, says }) => `- ${about}: ${code(says, LONGEST)}`).join("\n"),
    ...(rows.length > 0 ? [markdownTable(OPTION_HEADS, "lrrl", rows)] : []),
  ].join("\n\n");
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, MOST).map((line) => `- ${code(line, LONGEST)}`);
  const more = lines.length > MOST ? [`- … and ${lines.length - MOST} more`] : [];
  return [`**${title}**\n`, ...shown, ...more].join("\n");
}

/** Not escaped: these are our own sentences, with code already marked. */
function steps(report: AdviceReport): string {
  const lines = stepsOf(report).map(({ of, step }) => `- ${of}: ${step}`);
  return lines.length === 0 ? "" : ["**Next**\n", ...lines].join("\n");
}
