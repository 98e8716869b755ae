/**
 * What a host hears of the program, resource by resource: which of them are still to be written, and whether more are to
 * be expected. A resource may have to wait for another one that the program declares after it. Nothing is waited for where
 * no one tells: a program that says all of that itself has waited already.
 */
import { setTimeout } from "node:timers/promises";

/** A program that has said nothing for so long has declared what it declares at once. */
const QUIET_MS = 400;

/** So long a resource waits for another one's write, which may itself be waiting for this one. */
const PATIENCE_MS = 10_000;

export class Declarations {
  private lastHeard = Number.NEGATIVE_INFINITY;
  private readonly due = new Map<string, { done: Promise<void>; settle: () => void }>();

  /** The program declared a resource just now. */
  noteDeclared(): void {
    this.lastHeard = performance.now();
  }

  /** Resolves when the program has declared what it declares at once. */
  async whenAllDeclared(): Promise<void> {
    for (;;) {
      const rest = this.lastHeard + QUIET_MS - performance.now();
      if (rest <= 0) return;
      await setTimeout(rest);
    }
  }

  /** This run is going to write the resource with this key. */
  expectWrite(key: string): void {
    if (this.due.has(key)) return;
    let settle = () => {};
    const done = new Promise<void>((resolve) => {
      settle = resolve;
    });
    this.due.set(key, { done, settle });
  }

  /** It was written, or will not be. */
  noteWritten(key: string): void {
    this.due.get(key)?.settle();
    this.due.delete(key);
  }

  /** Resolves when a write that is expected was done, or when it takes too long. */
  async whenWritten(key: string): Promise<void> {
    const write = this.due.get(key);
    if (!write) return;
    const done = new AbortController();
    const patience = setTimeout(PATIENCE_MS, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([write.done, patience]);
    done.abort();
  }
}
