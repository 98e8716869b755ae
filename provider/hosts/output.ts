/**
 * What the provider prints has a reader only as long as the engine lives. One that is killed leaves the provider to
 * finish what it has begun; the SDK's handler of uncaught errors would then print the error of each print, forever, and
 * use up a core and all memory.
 */

/** To be called once in the provider's process: from then on what cannot be printed is dropped. */
export function outliveReaders(
  streams: readonly NodeJS.EventEmitter[] = [process.stdout, process.stderr],
): void {
  // Whatever the error is: there is no other place to tell it.
  for (const stream of streams) stream.on("error", () => {});
}
