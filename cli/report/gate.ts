/** `--fail-under`: the least uptime that every check must have had. */
import type { CheckReport } from "./report";

/** The bar that checks must not miss. */
export interface Gate {
  /** As the user wrote it, in percent. */
  percent: string;
  /** 0 to 1. */
  ratio: number;
}

/**
 * Reads a percentage.
 * @throws Error in one line
 */
export function gateOf(given: string): Gate {
  const percent = given.trim().replace(/\s*%$/, "");
  // Shifted as a decimal, so that 99.9 is the same number as 999 seconds of 1000.
  const ratio = /^\d{1,3}(\.\d+)?$/.test(percent) ? Number(`${percent}e-2`) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return { percent, ratio };
  throw new Error("--fail-under must be a percentage from 0 to 100, for example 99.9");
}

/** The checks that were up less than that, lowest first. Those without data neither miss nor pass it. */
export function missing({ ratio }: Gate, checks: readonly CheckReport[]): CheckReport[] {
  return checks.filter(({ uptime }) => uptime !== undefined && uptime < ratio);
}
