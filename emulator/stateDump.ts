/** The whole state as it is written to a file, and the reading of such a file. */
import { z } from "zod";
import type { EmulatedService } from "./core/service";

/** Another number makes earlier files void. */
export const STATE_VERSION = 1;

/** The whole state, as it is written to a file and given by the admin. */
export interface StateDump {
  version: number;
  clockOffsetMs: number;
  services: Record<string, unknown>;
}

/** A service that an earlier version did not have begins anew. */
function dumpSchema(services: readonly EmulatedService[]) {
  const parts = services.map((service) => [service.name, service.dumpSchema.optional()]);
  return z.object({
    version: z.literal(STATE_VERSION),
    clockOffsetMs: z.number(),
    services: z.looseObject(Object.fromEntries(parts)),
  });
}

/** What an earlier run wrote; fails with one sentence when it is anything else. */
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
  throw notAState(file, issue && issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : "");
}

/** The refusal of a file that holds something else. */
export function notAState(file: string, place: string): Error {
  return new Error(
    `The state file ${file} is not one that an emulator wrote${place && ` (${place.split("\n")[0]})`}: ` +
      "name another file, or delete this one to start over.",
  );
}
