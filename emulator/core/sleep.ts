/** Waits by the global timer, not by `node:timers/promises`, because tests can fast-forward only the global one. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
