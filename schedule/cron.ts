/**
 * Cron expressions of five fields as the service reads them (with Python's cronsim): Debian's rules, plus L, LW and #.
 * Where releases of cronsim differ, we follow the more permissive one: up to 2.7 it refuses `0 0 31 2 1`, because no
 * February has a day 31; 2.8 fires on its Mondays. `namesMissingDate` detects what the older ones refuse.
 */
import { ascending, stepped, upTo, wholeNumber } from "./numbers";
import { cut, type Piece, Refusal, slice, split } from "./piece";
import { type DayOfMonth, longestOf, type Recurrence } from "./recurrence";

interface Field {
  min: number;
  max: number;
  /** Three letters each; the first one is the name of `min`. */
  names?: readonly string[];
  rule: string;
}

const MINUTE: Field = { min: 0, max: 59, rule: "the minute must be 0 to 59" };
const HOUR: Field = { min: 0, max: 23, rule: "the hour must be 0 to 23" };
const DAY: Field = {
  min: 1,
  max: 31,
  rule: "the day of the month must be 1 to 31, L (the last day) or LW (the last working day)",
};
const MONTH: Field = {
  min: 1,
  max: 12,
  names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
  rule: "the month must be 1 to 12 or JAN to DEC",
};
const WEEKDAY: Field = {
  min: 0,
  max: 7,
  names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
  rule: "the day of the week must be 0 to 7 (0 and 7 are Sunday) or SUN to SAT",
};

/** The service searches no further for the next time. */
const YEARS_AHEAD = 50;

type DayRule = (day: DayOfMonth) => boolean;

/**
 * Parses the five words of an expression.
 * @throws {Refusal} if the service would refuse them.
 */
export function parseCron(fields: readonly Piece[]): Recurrence {
  const [minute, hour, day, month, weekday] = fields;
  if (!minute || !hour || !day || !month || !weekday) throw new RangeError("cron has five fields");
  return {
    seconds: [0],
    minutes: numbers(MINUTE, minute),
    hours: numbers(HOUR, hour),
    ...dates(day, month, weekday),
    lastYear: (start) => start + YEARS_AHEAD,
    // Debian: a job at set times runs once, late if the clock skips its time; one that repeats follows the clock.
    ...(isOpen(minute) || isOpen(hour)
      ? { inGap: "skip", inOverlap: "twice" }
      : { inGap: "afterwards", inOverlap: "once" }),
  };
}

function dates(day: Piece, month: Piece, weekday: Piece): Pick<Recurrence, "months" | "isDay"> {
  const isDayOfMonth = dayOfMonthRule(day);
  const months = new Set(numbers(MONTH, month));
  const isWeekday = weekdayRule(weekday);
  // Debian: if both day fields are restricted, either may match. `*/31` counts as open, although it restricts.
  const isDay: DayRule =
    isOpen(day) || isOpen(weekday)
      ? (date) => isDayOfMonth(date) && isWeekday(date)
      : (date) => isDayOfMonth(date) || isWeekday(date);
  return { months, isDay };
}

/**
 * Whether every day of the month that it names is too late for all of its months. Expects the words of a valid cron
 * expression.
 */
export function namesMissingDate(fields: readonly Piece[]): boolean {
  const [, , date, month] = fields;
  if (!date || !month) return false;
  const earliest = Math.min(...split(date, ",").flatMap(dayTerm));
  return earliest > longestOf(numbers(MONTH, month));
}

function isOpen(field: Piece): boolean {
  return field.text.startsWith("*");
}

/** Represent L and LW among the days 1 to 31. */
const LAST_DAY = -1;
const LAST_WORKDAY = -2;

function dayOfMonthRule(field: Piece): DayRule {
  const days = new Set(split(field, ",").flatMap(dayTerm));
  return ({ day, length, weekday }) =>
    days.has(day) ||
    (day === length && days.has(LAST_DAY)) ||
    (days.has(LAST_WORKDAY) && day === lastWorkday(length, (weekday + length - day) % 7));
}

function dayTerm(term: Piece): number[] {
  const [base, step] = cut(term, /\//);
  const special = specialDay(base.text.toUpperCase());
  if (special === undefined) return termNumbers(DAY, term);
  // The service accepts a step here and ignores it, if it is a number.
  if (step) stepped([], step, 0);
  return [special];
}

function specialDay(name: string): number | undefined {
  if (name === "L") return LAST_DAY;
  return name === "LW" ? LAST_WORKDAY : undefined;
}

function lastWorkday(length: number, weekdayOfLast: number): number {
  if (weekdayOfLast === 0) return length - 2;
  return weekdayOfLast === 6 ? length - 1 : length;
}

/** Means all weeks of the month; 1 to 5 mean the first to the fifth Monday (and so on). */
const ANY_WEEK = 0;
const LAST_WEEK = 6;

function weekdayRule(field: Piece): DayRule {
  const wanted = new Set(split(field, ",").flatMap(weekdayTerm));
  return ({ day, length, weekday }) =>
    wanted.has(encodeWeek(ANY_WEEK, weekday)) ||
    wanted.has(encodeWeek(Math.ceil(day / 7), weekday)) ||
    (day + 7 > length && wanted.has(encodeWeek(LAST_WEEK, weekday)));
}

/** Encodes week and weekday as one number. 7 is also Sunday. */
function encodeWeek(week: number, weekday: number): number {
  return week * 7 + (weekday % 7);
}

function weekdayTerm(term: Piece): number[] {
  if (term.text.toUpperCase().includes("L")) return [lastWeekday(term)];
  const [base, nth] = cut(term, /#/);
  if (nth) return [nthWeekday(base, nth)];
  return termNumbers(WEEKDAY, term).map((weekday) => encodeWeek(ANY_WEEK, weekday));
}

function lastWeekday(term: Piece): number {
  const weekday = /l$/i.test(term.text) ? wholeNumber(slice(term, 0, -1)) : undefined;
  if (weekday === undefined || weekday > WEEKDAY.max) {
    throw new Refusal(term, "the last such day of the month is written as a number 0 to 7 and L, as in 5L");
  }
  return encodeWeek(LAST_WEEK, weekday);
}

function nthWeekday(base: Piece, nth: Piece): number {
  const week = wholeNumber(nth);
  if (!week || week > 5) throw new Refusal(nth, "the number after # must be 1 to 5");
  return encodeWeek(week, single(WEEKDAY, base));
}

function numbers(field: Field, word: Piece): number[] {
  return ascending(split(word, ",").flatMap((term) => termNumbers(field, term)));
}

function termNumbers(field: Field, term: Piece): number[] {
  const [base, step] = cut(term, /\//);
  const values = base.text === "*" ? upTo(field.min, field.max) : range(field, base);
  return step ? stepped(values, step, field.max) : values;
}

function range(field: Field, base: Piece): number[] {
  const [first, last] = cut(base, /-/);
  const from = single(field, first);
  if (!last) return [from];
  const to = single(field, last);
  if (to < from)
    throw new Refusal(base, "a range must not end before it starts; write it as two, with a comma");
  return upTo(from, to);
}

function single(field: Field, piece: Piece): number {
  const named = field.names?.indexOf(piece.text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + field.min : wholeNumber(piece);
  if (value === undefined || value < field.min || value > field.max) throw new Refusal(piece, field.rule);
  return value;
}
