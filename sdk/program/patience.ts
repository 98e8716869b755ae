import { setTimeout } from "node:timers/promises";

/** How long a resource waits for another one of the program. */
const PATIENCE_MS = 10_000;

/** Waits for another resource of the program, but not for ever, because that one may itself be waiting for this one. */
export async function patiently(other: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  // While nothing else is under way, this timer alone keeps the program from ending.
  const patience = setTimeout(PATIENCE_MS, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    await Promise.race([other, patience]);
  } finally {
    done.abort();
  }
}
