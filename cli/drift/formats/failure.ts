/** The issue of a run that could not look for drift: an alert, and no drift. */

import { withoutUuids } from "../mask";
import { code, markerOf } from "./markdown";
import { LONGEST_MESSAGE } from "./words";

/** What such an issue begins with. */
export function failureMarkerOf(key: string): string {
  return markerOf(`${key} failure`);
}

/** Its text. The address of the run stays out of it: it would be a change each time. */
export function failureMarkdown(key: string, problems: readonly string[]): string {
  return `${[
    failureMarkerOf(key),
    "The last run could not look for monitoring drift, so nobody knows whether there is any.",
    problems.map((problem) => `- ${code(withoutUuids(problem), LONGEST_MESSAGE)}`).join("\n"),
    "This issue is closed by the next run that can.",
  ].join("\n\n")}\n`;
}
