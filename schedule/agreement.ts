/** Whether a check expects a job when it runs. Compares the times at which both fire, not their spelling. */
import { firingsOf } from "./schedule";
import type { ByClock, CheckTimes, Conversion } from "./schedulers";
import { isSameZone } from "./timeZone";
import { clockOf, DAY_MS } from "./wallClock";

/** How the two differ. */
export type Disagreement =
  /** The job runs at that time, but the check does not expect it. */
  | { kind: "unexpected"; at: Date }
  /** The check expects a run at that time, but none comes. */
  | { kind: "missing"; at: Date }
  /** The check alerts before the next run: up to `longest` seconds pass between two runs. */
  | { kind: "impatient"; longest: number }
  /**
   * The check may wait until the run after the next, so that a missed run goes unnoticed. At most `longest` seconds
   * pass between two runs.
   */
  | { kind: "patient"; longest: number }
  /** The job runs a fixed time after its last run, but the check expects it by the clock. */
  | { kind: "byClock" };

/**
 * The first difference found from a moment on, over a year and around each change of the clocks. A check with a period
 * agrees with every job whose runs each come before it alerts.
 * @param grace seconds that the check waits beyond its time
 * @param unsaid behaviour that the job's scheduler leaves open, which counts as agreement
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
  searchSamples([job.tz, check.tz], from, (sample) => {
    const compared = firstDifference(job, check, sample, unsaid);
    if (typeof compared === "number") return compared;
    found = compared;
    return FOUND;
  });
  return found;
}

type Unsaid = NonNullable<Extract<Conversion, { ok: true }>["unsaid"]>;

/** The first difference in a sample, else the time up to which it was searched. */
function firstDifference(
  job: ByClock,
  check: ByClock,
  { start, most }: Sample,
  unsaid: Unsaid,
): Disagreement | number {
  let after = new Date(start);
  const [runsOf, expectedOf] = [firingsOf(job.schedule), firingsOf(check.schedule)];
  for (let fires = 0; fires < most; fires++) {
    const runs = runsOf(job.tz, after);
    const expected = expectedOf(check.tz, after);
    const isUnexpected = runs !== undefined && (!expected || runs < expected);
    const at = isUnexpected ? runs : expected;
    // Too far away to compare, because the service searches cron and OnCalendar over different numbers of years.
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
  // No clock is put back by more than three hours.
  const repeated = offset(time - 3 * HOUR_MS) - offset(time + 3 * HOUR_MS);
  const isTwice =
    repeated > 0 && [time - repeated, time + repeated].some((one) => wallAt(one) === wallAt(time));
  return isTwice ? "overlap" : undefined;
}

/** The longest time between two runs, in seconds. */
export function longestPause(job: CheckTimes, from: Date): number {
  if ("timeout" in job) return job.timeout;
  let longest = 0;
  // The pause before the first run may have begun earlier, so the part that is visible counts.
  walkFirings(job.schedule, job.tz, from, (fires) => {
    for (const [index, fire] of fires.entries())
      longest = Math.max(longest, fire - (fires[index - 1] ?? fire));
  });
  return longest / 1000;
}

/**
 * The shortest time from a run to the one after the next, in seconds. Uses a clock that never changes, because others
 * distort it twice a year.
 */
function shortestOfTwo(job: CheckTimes, from: Date): number {
  if ("timeout" in job) return 2 * job.timeout;
  let shortest = Number.POSITIVE_INFINITY;
  walkFirings(job.schedule, "UTC", from, ([, ...fires]) => {
    for (const [index, fire] of fires.entries())
      shortest = Math.min(shortest, fire - (fires[index - 2] ?? Number.NEGATIVE_INFINITY));
  });
  return shortest / 1000;
}

/** Passes the firings of each sample to `see`, preceded by the sample's start. */
function walkFirings(
  schedule: string,
  zone: string,
  from: Date,
  see: (fires: readonly number[]) => void,
): void {
  const nextFire = firingsOf(schedule);
  searchSamples([zone], from, ({ start, most }) => {
    const fires = [start];
    while (fires.length <= most) {
      const next = nextFire(zone, new Date(fires.at(-1) ?? start));
      if (!next) break;
      fires.push(next.getTime());
    }
    see(fires);
    return fires.at(-1) ?? start;
  });
}

/** Where to search, and for how many firings. */
interface Sample {
  start: number;
  most: number;
}

const DAYS = 400;

/** This many days include every weekday and date, and with `HOURS_ON` every hour. */
const LONG_DAYS = 35;
/**
 * Each day's search starts at a later hour, so that differences at some hours or on some days only are found at any
 * time of day.
 */
const HOURS_ON = 5;
/** Roughly the time that a sample covers from its start. */
const ABOUT_MS = 4 * DAY_MS;
/** Times beyond it are not compared. */
const FAR_MS = 20 * 366 * DAY_MS;
/** Ends the search. */
const FOUND = Number.POSITIVE_INFINITY;

/**
 * Searches from now, then on each day of a year (the first ones for longer), then around each change of the clocks.
 * `at` returns how far it searched; samples before that are skipped, because for rare runs the first sample covers
 * them.
 */
function searchSamples(zones: readonly string[], from: Date, at: (sample: Sample) => number): void {
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

/** The day before each change of a zone's clocks. */
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
