/** The period of a check's pings, if they have one. */

import { ROUND } from "./grace";
import { intervalsOf } from "./judge";
import type { Heard } from "./rule";

/** Eight of ten intervals must deviate from the round period by at most this part of it. */
const STEADY = 0.1;
const MOST = 0.8;

/** The round period of the runs in seconds; undefined if they are irregular. */
export function steadyPeriod(history: readonly Heard[]): number | undefined {
  const seconds = intervalsOf(history)
    .map((interval) => interval / 1000)
    .sort((a, b) => a - b);
  const middle = seconds[Math.floor(seconds.length / 2)];
  if (middle === undefined) return undefined;
  const period = ROUND.find((round) => Math.abs(middle - round) <= round * STEADY);
  if (period === undefined) return undefined;
  const within = seconds.filter((one) => Math.abs(one - period) <= period * STEADY);
  return within.length >= seconds.length * MOST ? period : undefined;
}
