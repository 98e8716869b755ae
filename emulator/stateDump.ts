/** The whole state: its form in a file, and how such a file is read. */
import { z } from "zod";
import type { EmulatedService } from "./core/service";

/** Files with another number are rejected. */
export const STATE_VERSION = 1;

/** The whole state, as in the file and in the admin's answer. */
export interface StateDump {
  version: number;
  clockOffsetMs: number;
  services: Record<string, unknown>;
}

/** A service that the file's version did not have starts with its initial state. */
function dumpSchema(services: readonly EmulatedService[]) {
  const parts = services.map((service) => [service.name, service.dumpSchema.optional()]);
  return z.object({
    version: z.literal(STATE_VERSION),
    clockOffsetMs: z.number(),
    services: z.looseObject(Object.fromEntries(parts)),
  });
}

/**
 * The state that an earlier run wrote.
 * @throws {Error} if it is anything else.
 */
export function stateDumpOf(
  document: unknown,
  file: string,
  services: readonly EmulatedService[],
): StateDump {
  const version = z.object({ version: z.number() }).safeParse(document);
  if (version.success && version.data.version !== STATE_VERSION) {
    throw new Error(
      `The state file ${file} is of version ${version.data.version}, and this emulator writes version ` +
        `${STATE_VERSION}: name another file, or delete this one to start over.`,
    );
  }
  const read = dumpSchema(services).safeParse(document);
  if (read.success) return document as StateDump;
  const [issue] = read.error.issues;
  throw notAStateFile(
    file,
    issue && issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : "",
  );
}

/** The error for a file that contains something else. */
export function notAStateFile(file: string, place: string): Error {
  return new Error(
    `The state file ${file} is not one that an emulator wrote${place && ` (${place.split("\n")[0]})`}: ` +
      "name another file, or delete this one to start over.",
  );
}
