/**
 * What a provider or a program prints has a reader only while the engine lives. When the engine is killed, a provider
 * finishes what it has begun, and a program fails in each resource that it still has; the SDK's handler of uncaught errors
 * would then print an error for each failed print, for ever, and use up a core and all memory.
 */

/** To be called in the process: from then on what cannot be printed is dropped. */
export function outliveReaders(
  streams: readonly NodeJS.EventEmitter[] = [process.stdout, process.stderr],
): void {
  // Each time that a process is configured: one listener is enough.
  for (const stream of streams) stream.off("error", drop).on("error", drop);
}

/** Whatever the error is, there is nowhere else to report it. */
function drop(): void {}
