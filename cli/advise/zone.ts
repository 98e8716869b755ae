/** Detects a job that follows another time zone than its check, which shows at a change of the clocks. */
import { firingsOf } from "../../schedule";
import type { ByClock } from "../../schedule/schedulers";
import { clockOf } from "../../schedule/wallClock";

/** A job that follows another time zone. */
export interface OtherClock {
  /** The zones in which all runs came near the scheduled times. */
  zones: string[];
  /** How far runs came from the check's scheduled times, before and after a change of the clocks, in seconds. */
  offsets: [number, number];
}

/** Runs that follow one clock deviate from their schedule by amounts within this many seconds. */
const STEADY = 600;
/** Smaller jumps do not look like a change of the clocks. */
const LEAST_JUMP = 1500;
/** With the right clock, runs come this close to the scheduled times. */
const NEAR = 1800;
/** Fewest runs on either side of a change. */
const LEAST_RUNS = 10;
/** If the schedule has more times than this per run, the runs cannot be attributed to them. */
const MOST_TIMES = 3;

/**
 * Finds the zones whose clock the job follows, if it certainly does not follow the check's: its runs form groups,
 * separated by changes of the clocks, but in the other zone they form one group near the scheduled times. `runs` are
 * in milliseconds, oldest first.
 */
export function otherClock(
  runs: readonly number[],
  { schedule, tz }: ByClock,
  zones: readonly string[],
): OtherClock | undefined {
  const candidates = zones.filter((zone) => comesApart(zone, tz, runs));
  const own = candidates.length > 0 ? offsetsIn(runs, schedule, tz) : undefined;
  const groups = own && twoGroups(own);
  if (!groups) return undefined;
  const fitting = candidates.filter((zone) => {
    const there = offsetsIn(runs, schedule, zone);
    return there !== undefined && isSteady(there) && Math.abs(middle(there)) <= NEAR;
  });
  return fitting.length > 0 ? { zones: fitting, offsets: groups } : undefined;
}

/** Whether the difference between two zones' clocks has changed since the first run. */
function comesApart(one: string, other: string, runs: readonly number[]): boolean {
  const [left, right] = [clockOf(one), clockOf(other)];
  const apart = (at: number) => left.wallAt(at) - right.wallAt(at);
  return runs.some((run) => apart(run) !== apart(runs[0] ?? run));
}

/** Seconds from the nearest scheduled time to each run; negative if the run came first. */
function offsetsIn(runs: readonly number[], schedule: string, tz: string): number[] | undefined {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const times: number[] = [];
  const reach = longestPause(runs);
  const nextFire = firingsOf(schedule);
  let time = nextFire(tz, new Date(first - reach));
  while (time && time.getTime() <= last + reach) {
    if (times.push(time.getTime()) > runs.length * MOST_TIMES) return undefined;
    time = nextFire(tz, time);
  }
  if (times.length === 0) return undefined;
  let at = 0;
  return runs.map((run) => {
    const distance = (index: number) => Math.abs(run - (times[index] ?? Number.POSITIVE_INFINITY));
    while (distance(at + 1) < distance(at)) at += 1;
    return (run - (times[at] ?? run)) / 1000;
  });
}

function longestPause(runs: readonly number[]): number {
  return runs.reduce((longest, run, index) => Math.max(longest, run - (runs[index - 1] ?? run)), 0);
}

function isSteady(offsets: readonly number[]): boolean {
  return Math.max(...offsets) - Math.min(...offsets) <= STEADY;
}

/**
 * The middle of the newest group, and that of the newest one before it that lies elsewhere, if all groups are steady and
 * two long ones lie apart. The clocks may have changed several times.
 */
function twoGroups(offsets: readonly number[]): [number, number] | undefined {
  const groups: number[][] = [];
  let last: number | undefined;
  for (const offset of offsets) {
    if (last === undefined || Math.abs(offset - last) > LEAST_JUMP) groups.push([]);
    groups.at(-1)?.push(offset);
    last = offset;
  }
  if (!groups.every(isSteady)) return undefined;
  const long = groups.filter(({ length }) => length >= LEAST_RUNS).map(middle);
  if (Math.max(...long) - Math.min(...long) <= LEAST_JUMP) return undefined;
  const middles = groups.map(middle);
  const after = middles.at(-1);
  if (after === undefined) return undefined;
  const before = middles.findLast((one) => Math.abs(one - after) > LEAST_JUMP);
  return before === undefined ? undefined : [before, after];
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
