/** Some things only read-write keys may see, and the service does not say so when it refuses. */

import { ChecksError } from "../../core/errors";
import { Forbidden, Refused } from "../../http/failure";
import type { Project } from "../project";

/** Runs a call that needs a read-write key; says so when the service refuses. `what` is for example `channels`. */
export async function withReadWriteKey<T>(
  project: Pick<Project, "keyPlace">,
  what: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const [statusCode, otherwise] =
      error instanceof Forbidden ? [403, "that of another project"] : [401, "wrong"];
    throw readWriteKeyNeeded(
      project,
      what,
      `the configured key is read-only or ${otherwise} (${statusCode})`,
    ).about({ statusCode });
  }
}

/** The error for a missing read-write key. `because` says how that showed. */
export function readWriteKeyNeeded(
  project: Pick<Project, "keyPlace">,
  what: string,
  because: string,
): ChecksError {
  return new ChecksError({
    reason: `only a read-write key may see ${what}, and ${because}`,
    remedy: `Set the read-write key of the project in ${project.keyPlace}`,
  });
}
