/**
 * Reports the progress of a wait: one moving line on a terminal; in a log a line for each change, and one per minute.
 */
import type { Progress } from "../render/terminal";
import type { Standing, Until } from "./standing";
import { doneSentence, pendingNames, progressOf, reasonOf, spanOf } from "./words";

/** CI services end jobs that print nothing for a while. */
const REMINDER_MS = 60_000;

export class Teller {
  private readonly done = new Set<string>();
  private reminded: number | undefined;

  constructor(
    private readonly progress: Pick<Progress, "info" | "status">,
    private readonly rules: { until: Until; timeout: number },
  ) {}

  tell(standings: readonly Standing[], { began, now }: { began: number; now: number }): void {
    const { until, timeout } = this.rules;
    for (const standing of standings) this.tellChange(standing, standings, now);
    const open = pendingNames(standings);
    if (open === "") return;
    const left = spanOf(Math.max(0, began + timeout * 1000 - now));
    this.progress.status(`${progressOf(standings, until)}; waiting for ${open}; ${left} left`);
    this.reminded ??= began;
    if (now - this.reminded < REMINDER_MS) return;
    this.reminded = now;
    this.progress.info(`${progressOf(standings, until)} after ${spanOf(now - began)}; waiting for ${open}`);
  }

  private tellChange(standing: Standing, all: readonly Standing[], now: number): void {
    const { target, obstacle } = standing;
    const { until } = this.rules;
    const wasDone = this.done.has(target.uniqueKey);
    if (obstacle === undefined && !wasDone) {
      this.done.add(target.uniqueKey);
      this.progress.info(`${target.label} ${doneSentence(standing, until, now)} (${progressOf(all, until)})`);
    } else if (obstacle !== undefined && wasDone) {
      this.done.delete(target.uniqueKey);
      this.progress.info(`${target.label} no longer: ${reasonOf(standing, now)}`);
    }
  }
}
