/**
 * What a host learns from the program, resource by resource: which ones are still to be written, and whether more will
 * be declared. A resource may have to wait for another one that the program declares after it. Where nobody reports
 * declarations, nothing is waited for: such a program has done the waiting itself.
 */
import { setTimeout } from "node:timers/promises";

/** After this much silence the program counts as having declared everything that it declares at once. */
const QUIET_MS = 400;

/** How long a resource waits for the write of another one, which may itself be waiting for this one. */
const PATIENCE_MS = 10_000;

export class Declarations {
  private lastHeard = Number.NEGATIVE_INFINITY;
  private readonly due = new Map<string, { done: Promise<void>; settle: () => void }>();

  /** Notes that the program has just declared a resource. */
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

  /** Notes that this run is going to write the resource with this key. */
  expectWrite(key: string): void {
    if (this.due.has(key)) return;
    let settle = () => {};
    const done = new Promise<void>((resolve) => {
      settle = resolve;
    });
    this.due.set(key, { done, settle });
  }

  /** Notes that it was written, or will not be. */
  noteWritten(key: string): void {
    this.due.get(key)?.settle();
    this.due.delete(key);
  }

  /** Resolves when the expected write is done, or when it takes too long. */
  async whenWritten(key: string): Promise<void> {
    const write = this.due.get(key);
    if (!write) return;
    const done = new AbortController();
    const patience = setTimeout(PATIENCE_MS, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([write.done, patience]);
    done.abort();
  }
}
