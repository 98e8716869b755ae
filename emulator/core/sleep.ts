/** Waits so many milliseconds: by the global timer, unlike that of `node:timers/promises`, tests can let time pass at once. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
