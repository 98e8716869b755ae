/** Waiting for other resources of the run. */
import { setTimeout } from "node:timers/promises";
import { sleep, untilInterrupted } from "./interruption";

/** How long a resource waits for another one, which may itself be waiting for this one. */
const PATIENCE_MS = 10_000;

/**
 * Waits for something that another process does, about which this process gets no event. Resolves to true when `isDone`
 * says so, or to false when it takes too long. @throws {Interrupted} at once when the user interrupts.
 */
export async function patiently(
  isDone: () => boolean | Promise<boolean>,
  everyMs = 100,
  longestMs = PATIENCE_MS,
): Promise<boolean> {
  const until = performance.now() + longestMs;
  while (!(await isDone())) {
    if (performance.now() >= until) return false;
    await sleep(everyMs);
  }
  return true;
}

/** Resolves when `other` does, or when it takes too long. @throws {Interrupted} at once when the user interrupts. */
export function whenDone(other: Promise<unknown>): Promise<void> {
  return withPatience((tooLong) => untilInterrupted(Promise.race([other, tooLong])));
}

/**
 * The same in a program, which a signal ends anyway. While nothing else is under way, the timer alone keeps it from ending.
 */
export function whenDoneInProgram(other: Promise<unknown>): Promise<void> {
  return withPatience((tooLong) => Promise.race([other, tooLong]));
}

/** Waits with a promise that resolves when it takes too long. */
async function withPatience(wait: (tooLong: Promise<void>) => Promise<unknown>): Promise<void> {
  const done = new AbortController();
  try {
    await wait(setTimeout(PATIENCE_MS, undefined, { signal: done.signal }));
  } finally {
    done.abort();
  }
}
