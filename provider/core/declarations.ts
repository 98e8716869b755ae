/**
 * What a host learns from the program, resource by resource: which ones are still to be written, and whether more will
 * be declared. A resource may have to wait for another one that the program declares after it. Where nobody reports
 * declarations, nothing is waited for: such a program has done the waiting itself.
 */
import { setTimeout } from "node:timers/promises";
import { whenDone } from "./patience";

/** After this much silence the program counts as having declared everything that it declares at once. */
const QUIET_MS = 400;

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

  /** Notes that this run is going to write the resource of this kind with this id. */
  expectWrite(kind: string, id: string): void {
    const key = keyOf(kind, id);
    if (this.due.has(key)) return;
    let settle = () => {};
    const done = new Promise<void>((resolve) => {
      settle = resolve;
    });
    this.due.set(key, { done, settle });
  }

  /** Notes that it was written, or will not be. */
  noteWritten(kind: string, id: string): void {
    const key = keyOf(kind, id);
    this.due.get(key)?.settle();
    this.due.delete(key);
  }

  /** Resolves when the expected write is done, or when it takes too long. @throws {Interrupted} when the user interrupts. */
  async whenWritten(kind: string, id: string): Promise<void> {
    const write = this.due.get(keyOf(kind, id));
    if (write) await whenDone(write.done);
  }
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
