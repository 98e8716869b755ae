/** Annotations of a GitHub Actions run, on the lines that declare the checks. */
import { posix } from "node:path";
import type { DriftReport, Finding } from "../findings";
import { annotation } from "../github/workflowCommands";
import { countsOf, LONGEST_MESSAGE, labelOf, plural, sentenceOf, visible } from "./words";

/** GitHub shows ten annotations of each level a step; one says how many there are. */
const MOST_WARNINGS = 9;

/** The report as workflow commands. `folder` leads from the repository's root to where the command runs. */
export function github(report: DriftReport, folder = ""): string {
  const { findings, problems } = report;
  const shown = findings.slice(0, MOST_WARNINGS);
  const rest = findings.length - shown.length;
  const lines = [
    ...problems.slice(0, MOST_WARNINGS).map((problem) =>
      annotation("error", visible(problem, LONGEST_MESSAGE), {
        title: "Drift: not everything could be read",
      }),
    ),
    ...shown.map((finding) => warning(finding, folder)),
    ...(rest > 0
      ? [
          annotation(
            "warning",
            `${plural(rest, "more finding")}; the step's summary has them. All: ${countsOf(report)}`,
            { title: "Drift" },
          ),
        ]
      : []),
    ...(findings.length + problems.length === 0 ? ["No drift."] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function warning(finding: Finding, folder: string): string {
  const place = finding.class === "unmanaged" ? undefined : finding.declaredBy;
  return annotation("warning", `${labelOf(finding.check)} ${sentenceOf(finding)}`, {
    title: `Drift: ${finding.class}`,
    ...(place?.file !== undefined && { file: posix.join(folder, visible(place.file, LONGEST_MESSAGE)) }),
    ...(place?.line !== undefined && { line: String(place.line) }),
  });
}
