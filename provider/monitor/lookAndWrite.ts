/** Writes that are made of what was read before: what others wrote since then would be lost. */
import { stopwatch } from "../core/clock";
import type { Soon } from "./api";
import { FRESH_MS } from "./snapshot";

/** A write would have been sent long after the look that it is made of. */
export class TooLate extends Error {}

/**
 * Looks at something on the service and writes it. `soon` is to be called between the two. A write that has to wait for
 * its turn for long, for the service's limit or an own one, is not sent: both are done once more. Only once, because
 * where every request waits that long, the next look would be as old. One that may have had its effect is not looked for
 * again, but repeated as any other.
 */
export async function lookAndWrite<T>(work: (soon: () => Soon) => Promise<T>): Promise<T> {
  try {
    return await work(soon);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    return work(() => ({}));
  }
}

function soon(): Soon {
  const since = stopwatch();
  return {
    beforeSending() {
      if (since().longest > FRESH_MS) throw new TooLate();
    },
  };
}
