/** Warns when the service accepted a write but kept something else. */
import { ChecksError } from "../../core/errors";
import type { Contradiction, WriteOutcome } from "../../core/wire";
import type { Project } from "../project";

/** One warning for each field of which the service keeps something else, and one a run for each that it does not know. */
export function warnOfContradictions(
  project: Project,
  subject: string,
  { contradicted, unknown }: WriteOutcome,
): void {
  const warn = (property: string, reason: string, remedy: string) =>
    project.log.warn(new ChecksError({ subject, property, reason, remedy }).message);
  for (const contradiction of contradicted) {
    warn(
      contradiction.key,
      difference(contradiction),
      "It will show as drift; declare what the service keeps, or find out why it does not keep this",
    );
  }
  for (const key of unknown) {
    if (project.unknownFields.has(key)) continue;
    project.unknownFields.add(key);
    warn(
      key,
      "this service does not know this field, and ignored it for this and all other checks",
      "Remove the line, or upgrade the service",
    );
  }
}

/** Any text may be a secret without a dynamic provider knowing it, so only numbers and booleans are quoted. */
function difference({ sent, kept }: Contradiction): string {
  if (sent === undefined) return "not declared, but the service keeps one";
  if (kept === undefined) return "it was sent, but the service keeps none";
  const isPlain = (value: unknown) => typeof value === "number" || typeof value === "boolean";
  return isPlain(sent) && isPlain(kept)
    ? `${JSON.stringify(sent)} was sent, but the service keeps ${JSON.stringify(kept)}`
    : "the service keeps something other than what was sent";
}
