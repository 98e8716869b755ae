/** Cron expressions of five fields, as the service reads them: Debian's rules, with L, LW and # added. */
import { ascending, stepped, upTo, wholeNumber } from "./numbers";
import { cut, type Piece, Refusal, slice, split } from "./piece";
import type { DayOfMonth, Recurrence } from "./recurrence";

interface Field {
  min: number;
  max: number;
  /** Three letters each, the first one meaning `min`. */
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

/** The service looks no further than this for the next time. */
const YEARS_AHEAD = 50;

type DayRule = (day: DayOfMonth) => boolean;

/** The expression's five words; throws a Refusal. */
export function parseCron(fields: readonly Piece[]): Recurrence {
  const [minute, hour, day, month, weekday] = fields;
  if (!minute || !hour || !day || !month || !weekday) throw new RangeError("cron has five fields");
  const inMonth = anyOf(split(day, ",").map(dayRule));
  const inWeek = anyOf(split(weekday, ",").map(weekdayRule));
  const both = isOpen(day) || isOpen(weekday);
  return {
    seconds: [0],
    minutes: numbers(MINUTE, minute),
    hours: numbers(HOUR, hour),
    months: new Set(numbers(MONTH, month)),
    // Debian: two restricted day fields mean either; `*/31` counts as open although it restricts.
    isDay: both ? (date) => inMonth(date) && inWeek(date) : (date) => inMonth(date) || inWeek(date),
    lastYear: (start) => start + YEARS_AHEAD,
    // Debian: a job at set times runs once, late rather than never; one that repeats follows the clock.
    ...(isOpen(minute) || isOpen(hour)
      ? { inGap: "skip", inOverlap: "twice" }
      : { inGap: "afterwards", inOverlap: "once" }),
  };
}

function isOpen(field: Piece): boolean {
  return field.text.startsWith("*");
}

function anyOf(rules: readonly DayRule[]): DayRule {
  return (day) => rules.some((rule) => rule(day));
}

function dayRule(term: Piece): DayRule {
  const [base, step] = cut(term, /\//);
  const special = specialDay(base);
  if (!special) return memberOf(termNumbers(DAY, term), ({ day }) => day);
  // The service allows a step here and ignores it, once it has proved to be a number.
  if (step) stepped([], step, 0);
  return special;
}

function specialDay({ text }: Piece): DayRule | undefined {
  switch (text.toUpperCase()) {
    case "L":
      return ({ day, length }) => day === length;
    case "LW":
      return ({ day, length, weekday }) => day === lastWorkday(length, (weekday + length - day) % 7);
    default:
      return undefined;
  }
}

function lastWorkday(length: number, weekdayOfLast: number): number {
  if (weekdayOfLast === 0) return length - 2;
  return weekdayOfLast === 6 ? length - 1 : length;
}

function weekdayRule(term: Piece): DayRule {
  if (term.text.toUpperCase().includes("L")) return lastWeekdayRule(term);
  const [base, nth] = cut(term, /#/);
  if (nth) return nthWeekdayRule(base, nth);
  return memberOf(
    termNumbers(WEEKDAY, term).map((value) => value % 7),
    ({ weekday }) => weekday,
  );
}

function lastWeekdayRule(term: Piece): DayRule {
  const number = wholeNumber(slice(term, 0, -1));
  if (number === undefined || number > WEEKDAY.max) {
    throw new Refusal(term, "the last such day of the month is written as a number 0 to 7 and L, as in 5L");
  }
  return ({ day, length, weekday }) => weekday === number % 7 && day + 7 > length;
}

function nthWeekdayRule(base: Piece, nth: Piece): DayRule {
  const week = wholeNumber(nth);
  if (!week || week > 5) throw new Refusal(nth, "the number after # must be 1 to 5");
  const wanted = single(WEEKDAY, base) % 7;
  return ({ day, weekday }) => weekday === wanted && Math.ceil(day / 7) === week;
}

function memberOf(values: readonly number[], of: (day: DayOfMonth) => number): DayRule {
  const members = new Set(values);
  return (day) => members.has(of(day));
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
