/** A pattern of dates and times of day, and the search for the next moment at which a clock shows one. */
import { type Clock, DAY_MS, type Stretch } from "./wallClock";

export interface DayOfMonth {
  day: number;
  /** Days in the month. */
  length: number;
  /** 0 is Sunday. */
  weekday: number;
}

export interface Recurrence {
  /** Any year when absent. */
  years?: ReadonlySet<number>;
  months: ReadonlySet<number>;
  isDay: (day: DayOfMonth) => boolean;
  /** All three in ascending order. */
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
  /** The last year worth searching, when the search starts in that one. */
  lastYear: (start: number) => number;
  /** What becomes of times that the clock jumps over. */
  inGap: "skip" | "afterwards";
  /** What becomes of times that the clock shows twice. */
  inOverlap: "once" | "twice";
  /** The zone that the expression itself names. */
  zone?: string;
}

/** Milliseconds since 1970, strictly after `after`; undefined when there is none up to the last year. */
export function nextTime(pattern: Recurrence, clock: Clock, after: Date): number | undefined {
  const start = Math.floor(after.getTime() / 1000) * 1000;
  for (const midnight of daysOf(pattern, clock.wallAt(start))) {
    for (const stretch of clock.stretches(midnight)) {
      const found = firstIn(stretch, pattern, midnight, start);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The pattern's days from the one of `wall` on, as wall-clock midnights. */
function* daysOf(pattern: Recurrence, wall: number): Generator<number> {
  const start = new Date(wall).getUTCFullYear();
  const last = pattern.lastYear(start);
  for (let year = start; year <= last; year++) {
    if (pattern.years && !pattern.years.has(year)) continue;
    for (const month of pattern.months) yield* daysOfMonth(pattern, year, month, wall - DAY_MS);
  }
}

function* daysOfMonth(pattern: Recurrence, year: number, month: number, after: number): Generator<number> {
  const first = Date.UTC(year, month - 1, 1);
  const length = (Date.UTC(year, month, 1) - first) / DAY_MS;
  const weekdayOfFirst = new Date(first).getUTCDay();
  for (let day = 1; day <= length; day++) {
    const midnight = first + (day - 1) * DAY_MS;
    if (midnight <= after) continue;
    if (pattern.isDay({ day, length, weekday: (weekdayOfFirst + day - 1) % 7 })) yield midnight;
  }
}

/** The first time of the pattern in a stretch of the day, strictly after `after`. */
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

/** The pattern's first time of that day in from..to, `to` excluded; all are wall-clock. */
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
