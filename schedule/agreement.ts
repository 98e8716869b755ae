/** Whether a check expects a job when it runs: by the times at which both fire, not by how they are written. */
import { nextFire } from "./schedule";
import type { ByClock, CheckTimes, Conversion } from "./schedulers";
import { isSameZone } from "./timeZone";
import { clockOf, DAY_MS } from "./wallClock";

/** How the two differ. */
export type Disagreement =
  /** The job runs then, and the check does not expect it. */
  | { kind: "unexpected"; at: Date }
  /** The check expects a run then, and none comes. */
  | { kind: "missing"; at: Date }
  /** The check does not wait until the next run: there are up to so many seconds between two. */
  | { kind: "impatient"; longest: number }
  /** The check waits for longer than two runs: there are at most so many seconds between two. */
  | { kind: "patient"; longest: number }
  /** The job runs so long after its last run, and the check expects it by the clock. */
  | { kind: "byClock" };

/**
 * The first difference that a search from then on finds, over a year and around each change of the clocks. A check
 * with a period agrees with every job whose runs come before it alerts, one by one.
 * @param grace seconds that the check waits beyond its time
 * @param unsaid what the job's scheduler does not say, with which no check can disagree
 */
export function disagreement(
  job: CheckTimes,
  check: CheckTimes,
  grace: number,
  from: Date,
  unsaid: Unsaid = [],
): Disagreement | undefined {
  if ("timeout" in check) {
    const longest = longestPause(job, from);
    if (check.timeout + grace < longest) return { kind: "impatient", longest };
    return check.timeout >= 2 * longest ? { kind: "patient", longest } : undefined;
  }
  if ("timeout" in job) return { kind: "byClock" };
  if (job.schedule === check.schedule && isSameZone(job.tz, check.tz)) return undefined;
  for (const { start, most } of samples([job.tz, check.tz], from.getTime())) {
    const found = firstDifference(job, check, { start, most }, unsaid);
    if (found) return found;
  }
  return undefined;
}

type Unsaid = NonNullable<Extract<Conversion, { ok: true }>["unsaid"]>;

function firstDifference(
  job: ByClock,
  check: ByClock,
  { start, most }: Sample,
  unsaid: Unsaid,
): Disagreement | undefined {
  let after = new Date(start);
  for (let fires = 0; fires < most; fires++) {
    const runs = nextFire(job.schedule, job.tz, after);
    const expected = nextFire(check.schedule, check.tz, after);
    const isUnexpected = runs !== undefined && (!expected || runs < expected);
    const at = isUnexpected ? runs : expected;
    if (!at) return undefined;
    const isSame = runs?.getTime() === expected?.getTime();
    if (!isSame && !unsaid.some((kind) => kind === changeAt(at, job.tz)))
      return { kind: isUnexpected ? "unexpected" : "missing", at };
    after = at;
  }
  return undefined;
}

const HOUR_MS = 3_600_000;

/** Whether the clocks of a zone show that time twice, or have just jumped over others. */
function changeAt(at: Date, zone: string): Unsaid[number] | undefined {
  const { wallAt } = clockOf(zone);
  const offset = (instant: number) => wallAt(instant) - instant;
  const time = at.getTime();
  if (offset(time) > offset(time - 1)) return "gap";
  // No clock is put back by more.
  const repeated = offset(time - 3 * HOUR_MS) - offset(time + 3 * HOUR_MS);
  const isTwice =
    repeated > 0 && [time - repeated, time + repeated].some((one) => wallAt(one) === wallAt(time));
  return isTwice ? "overlap" : undefined;
}

/** The most seconds between two runs. */
export function longestPause(job: CheckTimes, from: Date): number {
  if ("timeout" in job) return job.timeout;
  let longest = 0;
  for (const { start, most } of samples([job.tz], from.getTime())) {
    let after = new Date(start);
    for (let fires = 0; fires < most; fires++) {
      const next = nextFire(job.schedule, job.tz, after);
      if (!next) break;
      // Before the first one there may have been more of the same pause: what is seen of it counts.
      longest = Math.max(longest, next.getTime() - after.getTime());
      after = next;
    }
  }
  return longest / 1000;
}

/** Where to look, and at how many fires. */
interface Sample {
  start: number;
  most: number;
}

const DAYS = 400;

/** From now on; then each day of two weeks and each month of a year; and what the clocks do when they change. */
function samples(zones: readonly string[], from: number): Sample[] {
  const days = [...range(1, 15), ...range(1, 14).map((month) => month * 30)];
  return [
    { start: from, most: 400 },
    ...days.map((day) => ({ start: from + day * DAY_MS, most: 40 })),
    ...zones.flatMap((zone) => changesOf(zone, from)).map((start) => ({ start, most: 200 })),
  ];
}

/** A day before each change of a zone's clocks. */
function changesOf(zone: string, from: number): number[] {
  const { wallAt } = clockOf(zone);
  const offset = (day: number) => wallAt(from + day * DAY_MS) - (from + day * DAY_MS);
  return range(1, DAYS)
    .filter((day) => offset(day) !== offset(day - 1))
    .map((day) => from + (day - 2) * DAY_MS);
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
