/** Parses the words of a systemd calendar expression: weekdays, date, time. */
import { ascending, stepped, upTo, wholeNumber } from "./numbers";
import { cut, type Piece, Refusal, slice, split } from "./piece";
import type { DayOfMonth, Recurrence } from "./recurrence";

export type DateParts = Pick<Recurrence, "years" | "months" | "isDay" | "lastYear">;
export type TimeParts = Pick<Recurrence, "hours" | "minutes" | "seconds">;

interface Field {
  min: number;
  max: number;
  rule: string;
}

/** systemd, and so the service, ends with this year. */
const LAST_YEAR = 2199;
const YEAR: Field = { min: 1970, max: LAST_YEAR, rule: "the year must be 1970 to 2199, or 0 to 99" };
const MONTH: Field = { min: 1, max: 12, rule: "the month must be 1 to 12" };
const DAY: Field = { min: 1, max: 31, rule: "the day must be 1 to 31" };
const HOUR: Field = { min: 0, max: 23, rule: "the hour must be 0 to 23" };
const MINUTE: Field = { min: 0, max: 59, rule: "the minute must be 0 to 59" };
const SECOND: Field = { min: 0, max: 59, rule: "the second must be 0 to 59, without a fraction" };

const WEEKDAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];
const WEEKDAY_RULE = "the weekday must be Mon to Sun, or its whole English name";
/** The message for a first word that is nothing else, which is read as weekdays. */
const NOT_A_SCHEDULE = "must be cron of five fields, or a systemd calendar expression such as Mon..Fri 12:00";

/** HOUR:MINUTE or HOUR:MINUTE:SECOND. */
export function parseTime(word: Piece): TimeParts {
  const [hour, minute, second, ...more] = split(word, ":");
  if (!hour || !minute || more.length > 0) {
    throw new Refusal(word, "the time must be HOUR:MINUTE or HOUR:MINUTE:SECOND");
  }
  return {
    hours: numbers(HOUR, hour),
    minutes: numbers(MINUTE, minute),
    seconds: second ? numbers(SECOND, second) : [0],
  };
}

/** YEAR-MONTH-DAY or MONTH-DAY. After `~`, the day counts from the end of the month. */
export function parseDate(word: Piece, weekdays?: ReadonlySet<number>): DateParts {
  const parts = dateParts(word);
  const [year, month, day] = parts.length === 2 ? [undefined, ...parts] : parts;
  if (!month || !day || parts.length > 3) {
    throw new Refusal(word, "the date must be YEAR-MONTH-DAY or MONTH-DAY");
  }
  const years = year && year.text !== "*" ? { years: new Set(numbers(YEAR, year)) } : {};
  const months = new Set(numbers(MONTH, month));
  const isDayOfMonth = dayRule(day);
  const every = everyDate(weekdays);
  return { ...every, ...years, months, isDay: (date) => isDayOfMonth(date) && every.isDay(date) };
}

export function everyDate(weekdays?: ReadonlySet<number>): DateParts {
  return {
    months: new Set(upTo(MONTH.min, MONTH.max)),
    isDay: ({ weekday }) => weekdays?.has(weekday) ?? true,
    lastYear: () => LAST_YEAR,
  };
}

/** A `~` separates, and stays with the part that follows it. */
function dateParts(word: Piece): Piece[] {
  return split(word, "-").flatMap((part) => {
    const [first, ...rest] = split(part, "~");
    return first ? [first, ...rest.map(({ text, at }) => ({ text: `~${text}`, at: at - 1 }))] : [];
  });
}

function dayRule(part: Piece): (date: DayOfMonth) => boolean {
  const fromEnd = part.text.startsWith("~");
  const word = fromEnd ? slice(part, 1) : part;
  if (word.text === "*") return () => true;
  const days = new Set(
    split(word, ",").flatMap((term) => (fromEnd ? fromEndTerm(term) : forwardTerm(DAY, term))),
  );
  return fromEnd ? ({ day, length }) => days.has(day - length - 1) : ({ day }) => days.has(day);
}

function numbers(field: Field, word: Piece): number[] {
  if (word.text === "*") return upTo(field.min, field.max);
  return ascending(split(word, ",").flatMap((term) => forwardTerm(field, term)));
}

function forwardTerm(field: Field, term: Piece): number[] {
  const [base, step] = cut(term, /\//);
  const values = range(field, base);
  return step ? stepped(values, step, field.max) : values;
}

/** Days counted from the end, as negative numbers: the last one is -1. */
function fromEndTerm(term: Piece): number[] {
  const [base, step] = cut(term, /\//);
  const values = range(DAY, base)
    .map((day) => -day)
    .reverse();
  if (!base.text.includes("..") && (values[0] ?? 0) < -28) {
    throw new Refusal(base, "a day counted from the end of the month must be 1 to 28");
  }
  return step ? stepped(values, step, -1) : values;
}

function range(field: Field, base: Piece): number[] {
  if (base.text.includes("*")) {
    throw new Refusal(base, "* must stand alone here; for a step write its start, as in 0/15");
  }
  const [first, last] = cut(base, /\.\./);
  const from = single(field, first);
  if (!last) return [from];
  const to = single(field, last);
  if (to < from) throw new Refusal(base, "a range must not end before it starts");
  return upTo(from, to);
}

function single(field: Field, piece: Piece): number {
  const number = wholeNumber(piece);
  const value = number !== undefined && field === YEAR ? fullYear(number) : number;
  if (value === undefined || value < field.min || value > field.max) throw new Refusal(piece, field.rule);
  return value;
}

function fullYear(year: number): number {
  if (year < 70) return year + 2000;
  return year < 100 ? year + 1900 : year;
}

/** Weekdays, 0 being Sunday. A trailing comma is allowed. Both `..` and `-` make a range; weeks start on Monday. */
export function parseWeekdays(word: Piece): ReadonlySet<number> {
  const list = slice(word, 0, word.text.replace(/,+$/, "").length);
  const rule = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(list.text) ? WEEKDAY_RULE : NOT_A_SCHEDULE;
  return new Set(split(list, ",").flatMap((term) => weekdayTerm(term, rule)));
}

function weekdayTerm(term: Piece, rule: string): number[] {
  const [first, last] = cut(term, /\.\.|-/);
  const from = weekday(first, rule);
  if (!last) return [from % 7];
  const to = weekday(last, rule);
  if (to < from)
    throw new Refusal(term, "a range of weekdays must not pass Sunday; write it as two, with a comma");
  return upTo(from, to).map((day) => day % 7);
}

/** Monday is 1, Sunday 7, because ranges run in this order. */
function weekday(piece: Piece, rule: string): number {
  const name = piece.text.toUpperCase();
  const index = WEEKDAYS.findIndex((day) => name === day || name === day.slice(0, 3));
  if (index < 0) throw new Refusal(piece, rule);
  return index === 0 ? 7 : index;
}
