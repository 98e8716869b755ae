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
  /** The check may wait for longer than from one run to the next but one: there are at most so many seconds between two. */
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
    return check.timeout >= shortestOfTwo(job, from) ? { kind: "patient", longest } : undefined;
  }
  if ("timeout" in job) return { kind: "byClock" };
  if (job.schedule === check.schedule && isSameZone(job.tz, check.tz)) return undefined;
  let found: Disagreement | undefined;
  look([job.tz, check.tz], from, (sample) => {
    const compared = firstDifference(job, check, sample, unsaid);
    if (typeof compared === "number") return compared;
    found = compared;
    return FOUND;
  });
  return found;
}

type Unsaid = NonNullable<Extract<Conversion, { ok: true }>["unsaid"]>;

/** The first difference of a sample; else how far it was looked. */
function firstDifference(
  job: ByClock,
  check: ByClock,
  { start, most }: Sample,
  unsaid: Unsaid,
): Disagreement | number {
  let after = new Date(start);
  for (let fires = 0; fires < most; fires++) {
    const runs = nextFire(job.schedule, job.tz, after);
    const expected = nextFire(check.schedule, check.tz, after);
    const isUnexpected = runs !== undefined && (!expected || runs < expected);
    const at = isUnexpected ? runs : expected;
    // Cron is looked for over another number of years than OnCalendar.
    if (!at || at.getTime() > start + FAR_MS) return Number.MAX_VALUE;
    const isSame = runs?.getTime() === expected?.getTime();
    if (!isSame && !unsaid.some((kind) => kind === changeAt(at, job.tz)))
      return { kind: isUnexpected ? "unexpected" : "missing", at };
    after = at;
  }
  return after.getTime();
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
  // Before the first one there may have been more of the same pause: what is seen of it counts.
  walk(job.schedule, job.tz, from, (fires) => {
    for (const [index, fire] of fires.entries())
      longest = Math.max(longest, fire - (fires[index - 1] ?? fire));
  });
  return longest / 1000;
}

/** The fewest seconds from one run to the next but one; by a clock that never changes, as others do so twice a year. */
function shortestOfTwo(job: CheckTimes, from: Date): number {
  if ("timeout" in job) return 2 * job.timeout;
  let shortest = Number.POSITIVE_INFINITY;
  walk(job.schedule, "UTC", from, ([, ...fires]) => {
    for (const [index, fire] of fires.entries())
      shortest = Math.min(shortest, fire - (fires[index - 2] ?? Number.NEGATIVE_INFINITY));
  });
  return shortest / 1000;
}

/** Gives the fires of each sample, behind its start. */
function walk(schedule: string, zone: string, from: Date, see: (fires: readonly number[]) => void): void {
  look([zone], from, ({ start, most }) => {
    const fires = [start];
    while (fires.length <= most) {
      const next = nextFire(schedule, zone, new Date(fires.at(-1) ?? start));
      if (!next) break;
      fires.push(next.getTime());
    }
    see(fires);
    return fires.at(-1) ?? start;
  });
}

/** Where to look, and at how many fires. */
interface Sample {
  start: number;
  most: number;
}

const DAYS = 400;

/** So many days have each weekday and date, and by `HOURS_ON` each hour. */
const LONG_DAYS = 35;
/** Each day is looked at from another hour on: what differs at some hours, or on some days alone, is seen whenever it is asked. */
const HOURS_ON = 5;
/** From its start a sample is about so much time. */
const ABOUT_MS = 4 * DAY_MS;
/** Beyond it neither is looked at. */
const FAR_MS = 20 * 366 * DAY_MS;
/** Nothing more is to be looked for. */
const FOUND = Number.POSITIVE_INFINITY;

/**
 * Looks from now on; then at each day of a year, the first ones longer; and at what the clocks do when they change. What is
 * given tells how far it looked: where runs are rare the first sample has seen all that follows.
 */
function look(zones: readonly string[], from: Date, at: (sample: Sample) => number): void {
  const now = from.getTime();
  const seen = at({ start: now, most: 400 });
  const days = range(1, DAYS).map((day) => ({
    start: now + day * DAY_MS + ((day * HOURS_ON) % 24) * HOUR_MS,
    most: day <= LONG_DAYS ? 40 : 2,
  }));
  const changes = [...new Set(zones)]
    .flatMap((zone) => changesOf(zone, now))
    .map((start) => ({ start, most: 200 }));
  for (const sample of [...days, ...changes])
    if (sample.start + ABOUT_MS > seen && at(sample) === FOUND) return;
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
