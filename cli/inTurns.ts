/** Many requests, one for each check: a few at once, and only while the service answers. */
import { Limited, NotFound, OutOfOrder, ServiceError, Unreachable } from "../provider/http/failure";

/** Reports progress. */
export type Tell = (read: number, of: number) => void;

/** More is not faster (measured on a real server), and each of them waits for its own failure if the service stops. */
const AT_ONCE = 8;

/** Does the work for each item, and returns the results in the order of `all`. */
export async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  tell: Tell,
): Promise<R[]> {
  const results: R[] = [];
  const left = all.entries();
  let done = 0;
  tell(done, all.length);
  const worker = async () => {
    for (const [index, one] of left) {
      results[index] = await work(one);
      done += 1;
      tell(done, all.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** After so many requests in a row without an answer, no more are sent. */
const SILENCES_IN_A_ROW = 3;

/** Failures that the next request would have as well. */
const SILENT = [Unreachable, OutOfOrder, Limited];

/** Sends requests about checks that a list has shown, as long as the service answers. */
export class Patience {
  private silences = 0;

  /** The answer, or the failure. Undefined if nothing was sent, because the service no longer answers. */
  async ask<T>(call: () => Promise<T>): Promise<{ said: T } | ServiceError | undefined> {
    if (this.silences >= SILENCES_IN_A_ROW) return undefined;
    try {
      const said = await call().catch((error: unknown) => {
        // The list speaks against it: either the check was deleted since, or something in front of the service answered.
        if (error instanceof NotFound) return call();
        throw error;
      });
      this.silences = 0;
      return { said };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (SILENT.some((kind) => error instanceof kind)) this.silences += 1;
      return error;
    }
  }
}
