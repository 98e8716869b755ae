/** Waiting for something that another process of the run does, about which this process gets no event. */
import { sleep } from "./interruption";

/** How long a resource waits for another one, which may itself be waiting for this one. */
const PATIENCE_MS = 10_000;

/** Resolves when `isDone` says so, or when it takes too long. @throws {Interrupted} at once when the user interrupts. */
export async function patiently(
  isDone: () => boolean | Promise<boolean>,
  everyMs = 100,
  longestMs = PATIENCE_MS,
): Promise<void> {
  const until = performance.now() + longestMs;
  while (!(await isDone()) && performance.now() < until) await sleep(everyMs);
}
