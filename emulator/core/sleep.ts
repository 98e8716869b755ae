/**
 * Waits by the global timer, not by `node:timers/promises`, because tests can fast-forward only the global one. It is no
 * reason for a process to go on: while an emulator is open its socket is one, and after that nobody hears the answer.
 */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
