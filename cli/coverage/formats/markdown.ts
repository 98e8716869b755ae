/** For the summary of a run, or a comment: the counts, then the gaps. */
import { code, codeCell, markdownTable } from "../../render/markdown";
import { type CoverageReport, GAPS, type GapClass, ofClass } from "../report";
import { MEANING } from "../sentences";
import { countsOf, headlineOf, ignoredSentence, nameOf, placeOf, sayingOf, scopeOf, stepsOf } from "./words";

/** Most gaps shown of each kind, so that the report fits into a comment with others. */
const MOST = 20;
const LONGEST = 200;

export function markdown(report: CoverageReport): string {
  const counts = countsOf(report);
  const parts = [
    `### Coverage: ${headlineOf(report)}${counts === "" ? "" : `; ${counts}`}`,
    `${scopeOf(report)}.`,
    list("Could not be read, so that no gaps does not mean covered", report.problems),
    ...GAPS.map((gap) => section(report, gap)),
    list("Ignored", report.ignored.map(ignoredSentence)),
    list("Notes", report.notes),
    next(report),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The sentences contain users' schedules and slugs, which are marked as code. */
function section(report: CoverageReport, of: GapClass): string {
  const own = ofClass(report, of);
  if (own.length === 0) return "";
  const rows = own
    .slice(0, MOST)
    .map((gap) => [codeCell(nameOf(gap)), codeCell(sayingOf(gap), LONGEST), placeCell(placeOf(gap))]);
  const head = [of === "noJob" ? "Check" : "Job", "What", "Where"];
  return [
    `#### ${of}: ${own.length}`,
    `${MEANING[of]}.`,
    markdownTable(head, "lll", rows),
    ...more(own.length),
  ].join("\n\n");
}

/** Empty for a check that no stack declares: code of nothing would be a grey box. */
function placeCell(place: string): string {
  return place === "" ? "" : codeCell(place);
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, MOST).map((line) => `- ${code(line, LONGEST)}`);
  return [`**${title}**\n`, ...shown, ...more(lines.length)].join("\n");
}

function more(all: number): string[] {
  return all > MOST ? [`… and ${all - MOST} more; the JSON report has all of them.`] : [];
}

/** Not escaped: these are our own sentences, with code already marked. */
function next(report: CoverageReport): string {
  const lines = stepsOf(report).map(({ of, step }) => `- ${of}: ${step}`);
  return lines.length === 0 ? "" : ["**Next**\n", ...lines].join("\n");
}
