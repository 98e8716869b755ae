/** Asking the service about many checks, one request each: a few at once, and no longer than it answers. */
import { Limited, OutOfOrder, ServiceError, Unreachable } from "../provider/http/failure";

/** Is told how far it is. */
export type Tell = (read: number, of: number) => void;

/** More gains nothing (measured on a real server), and when it stops answering each has to fail by itself. */
const AT_ONCE = 8;

/** Does the work for each, and gives the results in the order of `all`. */
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

/** So many in a row without an answer mean that asking for more is of no use. */
const SILENCES_IN_A_ROW = 3;

/** Failures of a service that would fail the next request as well. */
const SILENT = [Unreachable, OutOfOrder, Limited];

/** Asks on as long as the service answers. */
export class Patience {
  private silences = 0;

  /** What the service says, or the failure; undefined: it was not asked, because it no longer answers. */
  async ask<T>(call: () => Promise<T>): Promise<{ said: T } | ServiceError | undefined> {
    if (this.silences >= SILENCES_IN_A_ROW) return undefined;
    try {
      const said = await call();
      this.silences = 0;
      return { said };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (SILENT.some((kind) => error instanceof kind)) this.silences += 1;
      return error;
    }
  }
}
