/** Cron expressions of five fields, as the service reads them. */
import type { ScheduleProblem } from "./schedule";

interface FieldRule {
  name: string;
  min: number;
  max: number;
  names?: readonly string[];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const RULES: readonly FieldRule[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of the month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12, names: MONTHS },
  { name: "day of the week", min: 0, max: 7, names: DAYS },
];

/** A word of the expression and where it starts, counted from 1. */
export interface Word {
  text: string;
  position: number;
}

/** A parsed expression: what matches in each field. */
export interface Cron {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
  lastDay: boolean;
  lastWeekday: boolean;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
  nthWeekdays: readonly { weekday: number; nth: number }[];
  anyDay: boolean;
  anyWeekday: boolean;
}

class Refused extends Error {
  constructor(readonly problem: ScheduleProblem) {
    super(problem.reason);
  }
}

/** The parsed expression, or why it is refused. */
export function parseCron(words: readonly Word[]): Cron | ScheduleProblem {
  try {
    return parse(words);
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    throw error;
  }
}

function parse(words: readonly Word[]): Cron {
  const numbers: number[][] = [];
  const nthWeekdays: { weekday: number; nth: number }[] = [];
  let lastDay = false;
  let lastWeekday = false;
  RULES.forEach((rule, index) => {
    const word = words[index] ?? { text: "", position: 1 };
    const values: number[] = [];
    let offset = word.position;
    for (const term of word.text.split(",")) {
      const upper = term.toUpperCase();
      if (index === 2 && upper === "L") lastDay = true;
      else if (index === 2 && upper === "LW") lastWeekday = true;
      else if (index === 4 && /^\w+#\d$/.test(term)) nthWeekdays.push(nthOf(rule, term, offset));
      else if (index === 4 && /^\w+L$/i.test(term)) {
        nthWeekdays.push({ weekday: single(rule, term.slice(0, -1), offset) % 7, nth: -1 });
      } else values.push(...range(rule, term, offset));
      offset += [...term].length + 1;
    }
    numbers.push(values);
  });
  const [minutes, hours, days, months, weekdays] = numbers.map((values) => new Set(values));
  return {
    minutes: minutes ?? new Set(),
    hours: hours ?? new Set(),
    days: days ?? new Set(),
    lastDay,
    lastWeekday,
    months: months ?? new Set(),
    weekdays: new Set([...(weekdays ?? [])].map((day) => day % 7)),
    nthWeekdays,
    anyDay: words[2]?.text.startsWith("*") ?? true,
    anyWeekday: words[4]?.text.startsWith("*") ?? true,
  };
}

function nthOf(rule: FieldRule, term: string, position: number) {
  const [day = "", nth = ""] = term.split("#");
  if (Number(nth) < 1 || Number(nth) > 5) throw refused("the number after # must be 1 to 5", position);
  return { weekday: single(rule, day, position) % 7, nth: Number(nth) };
}

function range(rule: FieldRule, term: string, position: number): number[] {
  const [base = "", stepText, ...rest] = term.split("/");
  if (rest.length > 0 || stepText === "")
    throw refused(`the ${rule.name} has a step that is not a number`, position);
  const step =
    stepText === undefined
      ? 1
      : digits(stepText, `the ${rule.name} has a step that is not a number`, position);
  if (step < 1) throw refused(`the step of the ${rule.name} must be at least 1`, position);
  const [from, to] = ends(rule, base, position, stepText !== undefined);
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

function ends(rule: FieldRule, base: string, position: number, stepped: boolean): [number, number] {
  if (base === "*") return [rule.min, rule.max];
  const [first = "", last, ...rest] = base.split("-");
  if (rest.length > 0) throw refused(`the ${rule.name} is not a range`, position);
  const from = single(rule, first, position);
  if (last === undefined) return [from, stepped ? rule.max : from];
  const to = single(rule, last, position);
  if (to < from) throw refused(`the range of the ${rule.name} ends before it starts`, position);
  return [from, to];
}

function single(rule: FieldRule, text: string, position: number): number {
  const named = rule.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + rule.min;
  const value = digits(text, `the ${rule.name} must be ${rule.min} to ${rule.max}`, position);
  if (value < rule.min || value > rule.max)
    throw refused(`the ${rule.name} must be ${rule.min} to ${rule.max}`, position);
  return value;
}

function digits(text: string, reason: string, position: number): number {
  if (!/^\d+$/.test(text)) throw refused(reason, position);
  return Number(text);
}

function refused(reason: string, position: number): Refused {
  return new Refused({ reason, position });
}

/** Whether a date is one of the expression's days. With both day fields restricted, either is enough. */
export function isCronDay(cron: Cron, year: number, month: number, day: number): boolean {
  if (!cron.months.has(month)) return false;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const byDay =
    cron.days.has(day) ||
    (cron.lastDay && day === length) ||
    (cron.lastWeekday && day === lastWorkday(year, month, length));
  const byWeekday =
    cron.weekdays.has(weekday) ||
    cron.nthWeekdays.some(
      (rule) =>
        rule.weekday === weekday && (rule.nth < 0 ? day + 7 > length : Math.ceil(day / 7) === rule.nth),
    );
  return cron.anyDay || cron.anyWeekday ? byDay && byWeekday : byDay || byWeekday;
}

function lastWorkday(year: number, month: number, length: number): number {
  const weekday = new Date(Date.UTC(year, month - 1, length)).getUTCDay();
  return weekday === 0 ? length - 2 : weekday === 6 ? length - 1 : length;
}
