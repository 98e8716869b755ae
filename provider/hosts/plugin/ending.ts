/**
 * When the process ends. The engine sends SIGINT once when it has no more calls, and waits. Calls that are being
 * answered are finished first, unless they wait for the engine itself.
 */

import { giveUpAnswers } from "./unanswered";

/** Counts the calls that are under way. */
export class Ending {
  private underWay = 0;
  private isDue = false;

  constructor(private readonly exit: () => void = () => process.exit(0)) {}

  /** From now on a signal of the engine ends the process. */
  watch(): void {
    // The last one is what the engine sends on Windows; elsewhere there is none of that name.
    for (const signal of ["SIGINT", "SIGTERM", "SIGBREAK"] as const) process.on(signal, () => this.end());
  }

  /** Runs a call; the process does not end before it is answered. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await call();
    } finally {
      this.underWay -= 1;
      // The answer is on its way once the callbacks of this call have run.
      if (this.isDue) setTimeout(() => this.end(), 50);
    }
  }

  /** Ends the process as soon as nothing is under way. */
  end(): void {
    this.isDue = true;
    if (this.underWay === 0) this.exit();
    else giveUpAnswers();
  }
}
