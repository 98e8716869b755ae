/** Annotations of a GitHub Actions run, on the lines that declare the checks. */

import { posix } from "node:path";
import { brief } from "../../render/visible";
import { count } from "../../render/words";
import { annotation } from "../../render/workflow";
import { type DriftReport, driftIn, type Finding, ofClass } from "../findings";
import { countsOf, LONGEST_MESSAGE, labelsOf, sentenceOf, stepsOf, unseenOf } from "./words";

/** GitHub shows ten annotations per level and step; the tenth says how many more there are. */
const MOST_WARNINGS = 9;
const MOST_NOTICES = 5;

/** The report as workflow commands. `folder` is the path from the repository's root to the working directory. */
export function github(report: DriftReport, folder = ""): string {
  const { problems } = report;
  const label = labelsOf(report);
  const drift = driftIn(report);
  const advice = ofClass(report.findings, "advice");
  const shown = drift.slice(0, MOST_WARNINGS);
  const rest = drift.length - shown.length;
  const annotate = (level: Level, message: string, title: string) =>
    annotation(level, brief(message, LONGEST_MESSAGE), { title });
  const lines = [
    ...problems
      .slice(0, MOST_WARNINGS)
      .map((one) => annotate("error", one, "Drift: not everything could be read")),
    ...shown.map((finding) => annotateLine("warning", finding, label, folder)),
    ...(rest > 0
      ? [
          annotate(
            "warning",
            `${count(rest, "more finding")}; the step's summary has them. All: ${countsOf(report)}`,
            "Drift",
          ),
        ]
      : []),
    ...unseenOf(report).map((sentence) => annotate("notice", sentence, "Drift: not seen by this key")),
    ...advice.slice(0, MOST_NOTICES).map((finding) => annotateLine("notice", finding, label, folder)),
    ...(drift.length + problems.length === 0 ? ["No drift."] : []),
    ...stepsOf(report).map(({ of, step }) => `Next, ${of}: ${brief(step, LONGEST_MESSAGE)}`),
  ];
  return `${lines.join("\n")}\n`;
}

type Level = "error" | "warning" | "notice";

function annotateLine(
  level: Level,
  finding: Finding,
  label: ReturnType<typeof labelsOf>,
  folder: string,
): string {
  const place = finding.class === "unmanaged" ? undefined : finding.declaredBy;
  return annotation(level, `${label(finding)} ${sentenceOf(finding)}`, {
    title: `Drift: ${finding.class}`,
    ...(place?.file !== undefined && { file: posix.join(folder, brief(place.file, LONGEST_MESSAGE)) }),
    ...(place?.line !== undefined && { line: String(place.line) }),
  });
}
