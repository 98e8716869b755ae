/** A pattern of dates and times of day, and the search for the next moment at which a clock shows one of them. */
import { upTo } from "./numbers";
import { type Clock, DAY_MS, type Stretch } from "./wallClock";

export interface DayOfMonth {
  day: number;
  /** Days in the month. */
  length: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** The largest number of days of each month. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The largest number of days among some months, 1 being January. */
export function longestOf(months: readonly number[]): number {
  return Math.max(...months.map((month) => LONGEST_MONTHS[month - 1] ?? 0));
}

export interface Recurrence {
  /** Any year if absent. */
  years?: ReadonlySet<number>;
  months: ReadonlySet<number>;
  isDay: (day: DayOfMonth) => boolean;
  /** All three in ascending order. */
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
  /** The last year worth searching, for a search that starts in year `start`. */
  lastYear: (start: number) => number;
  /** What happens to times that the clock jumps over. */
  inGap: "skip" | "afterwards";
  /** What happens to times that the clock shows twice. */
  inOverlap: "once" | "twice";
  /** The zone in the expression itself. */
  zone?: string;
}

/**
 * Days searched without finding a time. A day of the pattern has no time only if the clock jumps over all of them,
 * which happens at most once a year, and no zone jumps on the same date for that many years and then stops.
 */
const MOST_LOST_DAYS = 50;

/** Milliseconds since 1970, strictly after `after`; undefined if there is none until the last year. */
export function nextTime(pattern: Recurrence, clock: Clock, after: Date): number | undefined {
  const start = after.getTime();
  let lost = 0;
  for (const midnight of daysOf(pattern, clock.wallAt(start))) {
    for (const stretch of clock.stretches(midnight)) {
      const found = firstIn(stretch, pattern, midnight, start);
      if (found !== undefined) return found;
    }
    if (++lost > MOST_LOST_DAYS) return undefined;
  }
  return undefined;
}

/** The pattern's days from that of `wall` on, as wall-clock midnights. */
function* daysOf(pattern: Recurrence, wall: number): Generator<number> {
  const now = new Date(wall);
  const [start, startMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const last = pattern.lastYear(start);
  const barren = new Set<number>();
  for (let year = start; year <= last; year++) {
    const kind = kindOf(year);
    if (barren.has(kind) || (pattern.years && !pattern.years.has(year))) continue;
    let days = 0;
    for (const month of pattern.months) {
      if (year === start && month < startMonth) continue;
      const first = Date.UTC(year, month - 1, 1);
      for (const day of daysOfMonth(pattern, first, Date.UTC(year, month, 1))) {
        const midnight = first + (day - 1) * DAY_MS;
        if (midnight <= wall - DAY_MS) continue;
        days++;
        yield midnight;
      }
    }
    // This ends the search for a pattern without days early, because there are few kinds of years. The first year does
    // not count, because it is cut off.
    if (days === 0 && year > start) barren.add(kind);
  }
}

/** Equal for years with the same calendar; there are 14 kinds. */
function kindOf(year: number): number {
  const first = new Date(Date.UTC(year, 0, 1));
  const length = (Date.UTC(year + 1, 0, 1) - first.getTime()) / DAY_MS;
  return first.getUTCDay() * 366 + length;
}

/** The days that a pattern has in a kind of month, by the kind. */
const daysByKind = new WeakMap<Recurrence, Map<number, readonly number[]>>();

/** The pattern's days in the month from one midnight to another, numbered from 1. */
function daysOfMonth(pattern: Recurrence, first: number, next: number): readonly number[] {
  const length = (next - first) / DAY_MS;
  const weekdayOfFirst = new Date(first).getUTCDay();
  const known = daysByKind.get(pattern) ?? new Map<number, readonly number[]>();
  daysByKind.set(pattern, known);
  const kind = length * 7 + weekdayOfFirst;
  const days = known.get(kind) ?? upTo(1, length).filter(isOfPattern);
  known.set(kind, days);
  return days;

  function isOfPattern(day: number): boolean {
    return pattern.isDay({ day, length, weekday: (weekdayOfFirst + day - 1) % 7 });
  }
}

/** The pattern's first time in a stretch of the day, strictly after `after`. */
function firstIn(stretch: Stretch, pattern: Recurrence, midnight: number, after: number): number | undefined {
  if (stretch.kind === "gap") {
    const lost = pattern.inGap === "afterwards" && stretch.resumes > after;
    return lost && firstTime(pattern, midnight, stretch.from, stretch.to) !== undefined
      ? stretch.resumes
      : undefined;
  }
  const from = pattern.inOverlap === "once" ? stretch.from : stretch.fromWithRepeats;
  const wall = firstTime(pattern, midnight, Math.max(from, after + stretch.offset + 1), stretch.to);
  return wall === undefined ? undefined : wall - stretch.offset;
}

/** The pattern's first time of that day in from..to, `to` exclusive; all are wall-clock times. */
function firstTime(pattern: Recurrence, midnight: number, from: number, to: number): number | undefined {
  for (const hour of pattern.hours) {
    const atHour = midnight + hour * 3_600_000;
    if (atHour + 3_600_000 <= from) continue;
    for (const minute of pattern.minutes) {
      const atMinute = atHour + minute * 60_000;
      if (atMinute + 60_000 <= from) continue;
      for (const second of pattern.seconds) {
        const time = atMinute + second * 1000;
        if (time >= to) return undefined;
        if (time >= from) return time;
      }
    }
  }
  return undefined;
}
