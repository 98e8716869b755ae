/** Annotations of a GitHub Actions run, on the lines that declare the jobs. */
import { posix } from "node:path";
import { brief } from "../../render/visible";
import { annotation } from "../../render/workflow";
import type { CoverageReport, Gap } from "../report";
import { countsOf, headlineOf, LONGEST_MESSAGE, nameOf, sayingOf } from "./words";

/** GitHub shows ten annotations per level and step; the tenth says how many more there are. */
const MOST = 9;

/** The report as workflow commands. `folder` is the path from the repository's root to the working directory. */
export function github(report: CoverageReport, folder: string): string {
  const { gaps, problems } = report;
  const rest = gaps.length - MOST;
  const lines = [
    ...problems
      .slice(0, MOST)
      .map((problem) => annotationFor("error", problem, "Coverage: not everything could be read")),
    ...gaps.slice(0, MOST).map((gap) => onItsLine(gap, folder)),
    ...(rest > 0
      ? [
          annotationFor(
            "warning",
            `${rest} more; the step's summary has them. All: ${countsOf(report)}`,
            "Coverage",
          ),
        ]
      : []),
    `${headlineOf(report)}.`,
  ];
  return `${lines.join("\n")}\n`;
}

function annotationFor(level: "error" | "warning", message: string, title: string): string {
  return annotation(level, brief(message, LONGEST_MESSAGE), { title });
}

/** A job's place may be a stack instead of a file; then there is no line. */
function onItsLine(gap: Gap, folder: string): string {
  const { file, line } = gap.job ?? gap.check ?? {};
  return annotation("warning", `${nameOf(gap)} ${sayingOf(gap)}`, {
    title: `Coverage: ${gap.gap}`,
    ...(file !== undefined &&
      line !== undefined && { file: posix.join(folder, brief(file, LONGEST_MESSAGE)), line: String(line) }),
  });
}
