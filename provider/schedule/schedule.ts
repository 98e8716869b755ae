/** What the service takes as a schedule, and when one fires next. */
import { type Cron, isCronDay, parseCron, type Word } from "./cron";
import { type Calendar, isCalendarDay, parseCalendar } from "./onCalendar";
import { isTimeZone } from "./timeZone";
import { instantOf, wallClock } from "./wallClock";

/** Why a schedule was refused; `position` counts characters from 1 into the expression as it was written. */
export interface ScheduleProblem {
  reason: string;
  position: number;
}

/** Days and times of day that match, in one zone. */
interface Pattern {
  isDay: (year: number, month: number, day: number) => boolean;
  hours: ReadonlySet<number>;
  minutes: ReadonlySet<number>;
  seconds: ReadonlySet<number>;
  zone: string | undefined;
}

/** Leap days on a given weekday can be 40 years apart. */
const SEARCH_DAYS = 366 * 41;
const DAY_MS = 86_400_000;

/** undefined when the service would take it. */
export function checkSchedule(expression: string): ScheduleProblem | undefined {
  const patterns = patternsOf(expression);
  if (!Array.isArray(patterns)) return patterns;
  const now = new Date();
  return patterns.some((pattern) => nextOf(pattern, pattern.zone ?? "UTC", now))
    ? undefined
    : { reason: "never fires (again)", position: 1 };
}

/** The next time strictly after `after`; undefined when never again. */
export function nextFire(expression: string, timeZone: string, after: Date): Date | undefined {
  const patterns = patternsOf(expression);
  if (!Array.isArray(patterns)) return undefined;
  const times = patterns.map(
    (pattern) => nextOf(pattern, pattern.zone ?? timeZone, after)?.getTime() ?? Infinity,
  );
  const first = Math.min(...times);
  return Number.isFinite(first) ? new Date(first) : undefined;
}

function patternsOf(expression: string): Pattern[] | ScheduleProblem {
  const words: Word[] = [...expression.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    position: [...expression.slice(0, match.index)].length + 1,
  }));
  if (words.length === 0)
    return { reason: "is empty; leave schedule out for a check with a timeout", position: 1 };
  if (words[0]?.text.startsWith("@")) {
    return {
      reason: "shortcuts with @ are not known; write daily, hourly … without the @, or five fields",
      position: 1,
    };
  }
  if (words.length === 5 && !expression.trim().includes("\n")) {
    const cron = parseCron(words);
    return "reason" in cron ? cron : [cronPattern(cron)];
  }
  if (words.length === 6 && words.every(({ text }) => /^[\d*/,-]+$/.test(text))) {
    return { reason: "has 6 fields; cron has 5, without seconds", position: words[5]?.position ?? 1 };
  }
  return calendarPatterns(expression);
}

function cronPattern(cron: Cron): Pattern {
  const isDay = (year: number, month: number, day: number) => isCronDay(cron, year, month, day);
  return { isDay, hours: cron.hours, minutes: cron.minutes, seconds: new Set([0]), zone: undefined };
}

function calendarPatterns(expression: string): Pattern[] | ScheduleProblem {
  const patterns: Pattern[] = [];
  let position = 1;
  for (const line of expression.split("\n")) {
    if (line.trim() !== "") {
      const calendar = parseCalendar(line, position, isTimeZone);
      if ("reason" in calendar) return calendar;
      patterns.push(calendarPattern(calendar));
    }
    position += [...line].length + 1;
  }
  return patterns;
}

function calendarPattern(calendar: Calendar): Pattern {
  return { ...calendar, isDay: (year, month, day) => isCalendarDay(calendar, year, month, day) };
}

/** Walks the calendar of the zone day by day, and on a matching day through its times. */
function nextOf(pattern: Pattern, zone: string, after: Date): Date | undefined {
  const start = wallClock(after, zone);
  for (let offset = 0; offset <= SEARCH_DAYS; offset++) {
    const date = new Date(Date.UTC(start.year, start.month - 1, start.day) + offset * DAY_MS);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    if (!pattern.isDay(year, month, day)) continue;
    const found = firstTime(pattern, { year, month, day }, zone, after);
    if (found) return found;
  }
  return undefined;
}

/** Offsets of a zone differ by a few hours at most over a year: what is surely past needs no closer look. */
const OFFSET_CHANGE_MS = 3 * 3_600_000;

function firstTime(
  pattern: Pattern,
  date: { year: number; month: number; day: number },
  zone: string,
  after: Date,
) {
  const now = wallClock(after, zone);
  const past =
    Date.UTC(now.year, now.month - 1, now.day, now.hour, now.minute, now.second) - OFFSET_CHANGE_MS;
  let earliest: Date | undefined;
  let latestWall = Number.POSITIVE_INFINITY;
  for (const hour of pattern.hours) {
    for (const minute of pattern.minutes) {
      for (const second of pattern.seconds) {
        const wall = Date.UTC(date.year, date.month - 1, date.day, hour, minute, second);
        if (wall < past || wall > latestWall) continue;
        const instant = instantOf(wall, zone);
        if (instant <= after || (earliest && instant >= earliest)) continue;
        earliest = instant;
        latestWall = wall;
      }
    }
  }
  return earliest;
}
