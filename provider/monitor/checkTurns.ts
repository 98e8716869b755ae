/**
 * Who writes to which check: one resource of the run after another, under whatever name of its project and by whichever
 * provider of the program. An assignment reads the channels and writes them back, so two at once would lose one's.
 */
import { patiently } from "../core/patience";
import type { RunRecord } from "../core/runRecord";
import { Turns } from "../core/turns";

/** Two processes that saw each other do not try again at the same moment. */
const triesEveryMs = () => 20 + 80 * Math.random();

/**
 * A write may take this long, be it that the service is slow or that a limit holds it back. Nobody who writes to a check
 * waits for another turn meanwhile, so that no two wait for each other.
 */
const LONGEST_TURN_MS = 600_000;

export class CheckTurns {
  private readonly turns = new Turns();

  constructor(private readonly record: Pick<RunRecord, "add" | "remove" | "isToldByOther">) {}

  /** Runs `work` while no other work on the check with this UUID runs in this process, nor in another one of the run. */
  take<T>(uuid: string, work: () => Promise<T>): Promise<T> {
    return this.turns.take(uuid, async () => {
      const fact = `turn ${uuid}`;
      try {
        await patiently(() => this.isAlone(fact), triesEveryMs(), LONGEST_TURN_MS);
        // Also where it took too long: whoever comes next waits for this one.
        this.record.add(fact);
        return await work();
      } finally {
        this.record.remove(fact);
      }
    });
  }

  /** Each process notes its turn before it looks for those of others, so at least one of two sees the other. */
  private isAlone(fact: string): boolean {
    this.record.add(fact);
    if (!this.record.isToldByOther(fact)) return true;
    this.record.remove(fact);
    return false;
  }
}
