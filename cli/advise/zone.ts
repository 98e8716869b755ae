/** Whether a job follows another time zone than its check: a change of the clocks shows it. */
import { nextFire } from "../../schedule";
import type { ByClock } from "../../schedule/schedulers";
import { clockOf } from "../../schedule/wallClock";

/** A job that follows another time zone. */
export interface OtherClock {
  /** The zones in which all runs came near the times of the schedule. */
  zones: string[];
  /** How far runs came from the times of the check, before a change of the clocks and after it, in seconds. */
  offsets: [number, number];
}

/** Runs of one clock come within so many seconds of each other, by the times of their schedule. */
const STEADY = 600;
/** Less does not look like a change of the clocks. */
const LEAST_JUMP = 1500;
/** By the right clock runs come so near to the times of their schedule. */
const NEAR = 1800;
/** So many runs on either side of the change. */
const LEAST_RUNS = 10;
/** In place of one run the schedule has so many times at most; otherwise a run belongs to none of them. */
const MOST_TIMES = 3;

/**
 * Finds the zones among the given ones whose clock the job keeps, where it is certain that it does not keep that of the
 * check: runs come in two groups, apart by a change of the clocks, and in the other zone
 * they are one, near the times of the schedule. `runs` are in
 * milliseconds, oldest first.
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

/** Whether the clocks of two zones were not always as far apart as they were at the first run. */
function comesApart(one: string, other: string, runs: readonly number[]): boolean {
  const [left, right] = [clockOf(one), clockOf(other)];
  const apart = (at: number) => left.wallAt(at) - right.wallAt(at);
  return runs.some((run) => apart(run) !== apart(runs[0] ?? run));
}

/** How many seconds after the nearest time of the schedule each run came; negative: before it. */
function offsetsIn(runs: readonly number[], schedule: string, tz: string): number[] | undefined {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const times: number[] = [];
  const reach = longestPause(runs);
  let time = nextFire(schedule, tz, new Date(first - reach));
  while (time && time.getTime() <= last + reach) {
    if (times.push(time.getTime()) > runs.length * MOST_TIMES) return undefined;
    time = nextFire(schedule, tz, time);
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

/** The middles of the two groups, where one follows the other in time and both are steady. */
function twoGroups(offsets: readonly number[]): [number, number] | undefined {
  const jump = offsets.findIndex(
    (offset, index) => Math.abs(offset - (offsets[index - 1] ?? offset)) > LEAST_JUMP,
  );
  const [before, after] = [offsets.slice(0, jump), offsets.slice(jump)];
  if (jump < LEAST_RUNS || after.length < LEAST_RUNS) return undefined;
  if (!isSteady(before) || !isSteady(after)) return undefined;
  return [middle(before), middle(after)];
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
