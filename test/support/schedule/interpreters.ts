/** The schedulers' documented rules, read anew: each reads its fields once, and asks of one number at a time. */
import type { Habits, Interpreter, WallDate } from "./clock";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Whether a field has a number. */
type Field = (value: number) => boolean;

/** `last` is the largest number that the field can have. */
function read(field: string, first: number, last: number, names: string[] = []): Field {
  const number = (word: string): number => {
    const named = names.indexOf(word.slice(0, 3));
    return named < 0 ? Number(word) : named + first;
  };
  const terms = field
    .toLowerCase()
    .split(",")
    .map((term) => {
      const [range = "", step = "1"] = term.split("/");
      const [low = "", high] = range.split("-");
      const from = /^[*?]/.test(range) ? first : number(low);
      const single = /^[*?]/.test(range) || (high === undefined && term.includes("/")) ? last : from;
      return { from, to: high === undefined ? single : number(high), step: Number(step) };
    });
  return (value) =>
    terms.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0);
}

function timeOf(minute: string, hour: string): Interpreter["isTime"] {
  const [isMinute, isHour] = [read(minute, 0, 59), read(hour, 0, 23)];
  return (h, m) => isHour(h) && isMinute(m);
}

const dates = (field: string): Field => read(field, 1, 31);
const months = (field: string): Field => read(field, 1, 12, MONTHS);

function words(expression: string): [string, string, string, string, string] {
  const [minute = "", hour = "", date = "", month = "", weekday = ""] = expression.split(" ");
  return [minute, hour, date, month, weekday];
}

/** robfig/cron: either day field will do unless one of them has a `*` or `?` without a step of more than one. */
export function robfig(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const starred = [date, weekday].some((field) => /(^|,)[*?](\/1)?(,|$)/.test(field));
  const [isDate, isMonth, isWeekday] = [dates(date), months(month), read(weekday, 0, 6, WEEKDAYS)];
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const [one, other] = [isDate(day.day), isWeekday(day.weekday)];
      return isMonth(day.month) && (starred ? one && other : one || other);
    },
  };
}

/** Debian's cron: as crontab(5), with 7 for Sunday; a first `*` of a day field makes both count. */
export function debian(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const both = date.startsWith("*") || weekday.startsWith("*");
  const [isDate, isMonth, isWeekday] = [dates(date), months(month), read(weekday, 0, 7, WEEKDAYS)];
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const one = isDate(day.day);
      const isSunday = day.weekday === 0 && isWeekday(7);
      const other = isSunday || isWeekday(day.weekday);
      return isMonth(day.month) && (both ? one && other : one || other);
    },
  };
}

/** Debian's cron runs late what the clock jumped over, but not what repeats all day. */
export function debianHabits(expression: string): Habits {
  const [minute, hour] = words(expression);
  return minute.startsWith("*") || hour.startsWith("*")
    ? { inGap: "skip", inOverlap: "twice" }
    : { inGap: "afterwards", inOverlap: "once" };
}

/** Cloud Scheduler and GitHub: either will do unless one is `*`. */
export function unixCron(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const [isDate, isMonth, isWeekday] = [dates(date), months(month), read(weekday, 0, 6, WEEKDAYS)];
  // 7 is Sunday where it is written, but 5/2 does not reach it.
  const hasSeven = /(^|[,-])7/.test(weekday) && read(weekday, 0, 7, WEEKDAYS)(7);
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const one = isDate(day.day);
      const other = (day.weekday === 0 && hasSeven) || isWeekday(day.weekday);
      const days = date === "*" ? other : weekday === "*" ? one : one || other;
      return isMonth(day.month) && days;
    },
  };
}

/** EventBridge: cron(minutes hours day-of-month month day-of-week year), where Sunday is 1. */
export function eventBridge(inside: string): Interpreter {
  const [minute = "", hour = "", date = "", month = "", weekday = "", year = ""] = inside.split(" ");
  const [isMonth, isYear] = [months(month), read(year, 1970, 2199)];
  const [ofDates, ofWeekdays] = [
    date.split(",").map(eventBridgeDate),
    weekday.split(",").map(eventBridgeWeekday),
  ];
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) =>
      isYear(day.year) &&
      isMonth(day.month) &&
      ofDates.some((isDate) => isDate(day)) &&
      ofWeekdays.some((isWeekday) => isWeekday(day)),
  };
}

function eventBridgeDate(term: string): Interpreter["isDay"] {
  if (term === "L") return ({ day, length }) => day === length;
  if (term.endsWith("W")) return (date) => date.day === nearest(Number.parseInt(term, 10), date);
  const isDate = dates(term);
  return ({ day }) => isDate(day);
}

/** The working day closest to a date, without leaving the month. */
function nearest(target: number, { day, weekday, length }: WallDate): number {
  const weekdayOfTarget = (((weekday + target - day) % 7) + 7) % 7;
  if (weekdayOfTarget === 6) return target === 1 ? 3 : target - 1;
  if (weekdayOfTarget === 0) return target === length ? target - 2 : target + 1;
  return target;
}

function eventBridgeWeekday(term: string): Interpreter["isDay"] {
  if (term === "L") return ({ weekday }) => weekday === 6;
  const [name = "", nth] = term.split("#");
  const isLast = term.endsWith("L");
  const isWeekday = read(isLast ? name.slice(0, -1) : name, 1, 7, WEEKDAYS);
  return ({ day, weekday, length }) =>
    isWeekday(weekday + 1) &&
    (!isLast || day + 7 > length) &&
    (nth === undefined || Math.ceil(day / 7) === Number(nth));
}

/** Nomad's cronexpr, without the words that are more than numbers; ranges that end on Sunday end on Saturday. */
export function nomad(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const open = (field: string): boolean => field.split(",").some((term) => term === "*" || term === "?");
  const weekdays = weekday.replace(/-(0|7|sun)/gi, "-6").replace(/(^|,)7/g, "$10");
  const [isDate, isMonth, isWeekday] = [dates(date), months(month), read(weekdays, 0, 6, WEEKDAYS)];
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const [one, other] = [isDate(day.day), isWeekday(day.weekday)];
      const restricted = [...(open(date) ? [] : [one]), ...(open(weekday) ? [] : [other])];
      return isMonth(day.month) && (restricted.length === 0 || restricted.includes(true));
    },
  };
}
