/** The schedulers' documented rules, read anew: each asks of one number at a time whether a field has it. */
import type { Habits, Interpreter, WallDate } from "./clock";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Whether a field has a number. `last` is the largest that the field can have. */
function has(field: string, value: number, first: number, last: number, names: string[] = []): boolean {
  return field
    .toLowerCase()
    .split(",")
    .some((term) => {
      const [range = "", step = "1"] = term.split("/");
      const [low = "", high] = range.split("-");
      const number = (word: string): number => {
        const named = names.indexOf(word.slice(0, 3));
        return named < 0 ? Number(word) : named + first;
      };
      const from = /^[*?]/.test(range) ? first : number(low);
      const single = /^[*?]/.test(range) || (high === undefined && term.includes("/")) ? last : from;
      const to = high === undefined ? single : number(high);
      return value >= from && value <= to && (value - from) % Number(step) === 0;
    });
}

function timeOf(minute: string, hour: string): Interpreter["isTime"] {
  return (h, m) => has(hour, h, 0, 23) && has(minute, m, 0, 59);
}

const hasDate = (field: string, { day }: WallDate): boolean => has(field, day, 1, 31);
const hasMonth = (field: string, { month }: WallDate): boolean => has(field, month, 1, 12, MONTHS);

function words(expression: string): [string, string, string, string, string] {
  const [minute = "", hour = "", date = "", month = "", weekday = ""] = expression.split(" ");
  return [minute, hour, date, month, weekday];
}

/** robfig/cron: either day field will do unless one of them has a `*` or `?` without a step of more than one. */
export function robfig(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const starred = [date, weekday].some((field) => /(^|,)[*?](\/1)?(,|$)/.test(field));
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const [one, other] = [hasDate(date, day), has(weekday, day.weekday, 0, 6, WEEKDAYS)];
      return hasMonth(month, day) && (starred ? one && other : one || other);
    },
  };
}

/** Debian's cron: as crontab(5), with 7 for Sunday; a first `*` of a day field makes both count. */
export function debian(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const both = date.startsWith("*") || weekday.startsWith("*");
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const one = hasDate(date, day);
      const isSunday = day.weekday === 0 && has(weekday, 7, 0, 7, WEEKDAYS);
      const other = isSunday || has(weekday, day.weekday, 0, 7, WEEKDAYS);
      return hasMonth(month, day) && (both ? one && other : one || other);
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
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const one = hasDate(date, day);
      // 7 is Sunday where it is written, but 5/2 does not reach it.
      const isSunday = day.weekday === 0 && /(^|[,-])7/.test(weekday) && has(weekday, 7, 0, 7, WEEKDAYS);
      const other = isSunday || has(weekday, day.weekday, 0, 6, WEEKDAYS);
      const days = date === "*" ? other : weekday === "*" ? one : one || other;
      return hasMonth(month, day) && days;
    },
  };
}

/** EventBridge: cron(minutes hours day-of-month month day-of-week year), where Sunday is 1. */
export function eventBridge(inside: string): Interpreter {
  const [minute = "", hour = "", date = "", month = "", weekday = "", year = ""] = inside.split(" ");
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) =>
      has(year, day.year, 1970, 2199) &&
      hasMonth(month, day) &&
      date.split(",").some((term) => eventBridgeDate(term, day)) &&
      weekday.split(",").some((term) => eventBridgeWeekday(term, day)),
  };
}

function eventBridgeDate(term: string, date: WallDate): boolean {
  if (term === "L") return date.day === date.length;
  return term.endsWith("W") ? date.day === nearest(Number.parseInt(term, 10), date) : hasDate(term, date);
}

/** The working day closest to a date, without leaving the month. */
function nearest(target: number, { day, weekday, length }: WallDate): number {
  const weekdayOfTarget = (((weekday + target - day) % 7) + 7) % 7;
  if (weekdayOfTarget === 6) return target === 1 ? 3 : target - 1;
  if (weekdayOfTarget === 0) return target === length ? target - 2 : target + 1;
  return target;
}

function eventBridgeWeekday(term: string, { day, weekday, length }: WallDate): boolean {
  const [name = "", nth] = term.split("#");
  if (term === "L") return weekday === 6;
  if (term.endsWith("L")) return has(name.slice(0, -1), weekday + 1, 1, 7, WEEKDAYS) && day + 7 > length;
  return has(name, weekday + 1, 1, 7, WEEKDAYS) && (nth === undefined || Math.ceil(day / 7) === Number(nth));
}

/** Nomad's cronexpr, without the words that are more than numbers; ranges that end on Sunday end on Saturday. */
export function nomad(expression: string): Interpreter {
  const [minute, hour, date, month, weekday] = words(expression);
  const open = (field: string): boolean => field.split(",").some((term) => term === "*" || term === "?");
  const weekdays = weekday.replace(/-(0|7|sun)/gi, "-6").replace(/(^|,)7/g, "$10");
  return {
    isTime: timeOf(minute, hour),
    isDay: (day) => {
      const [one, other] = [hasDate(date, day), has(weekdays, day.weekday, 0, 6, WEEKDAYS)];
      const restricted = [...(open(date) ? [] : [one]), ...(open(weekday) ? [] : [other])];
      return hasMonth(month, day) && (restricted.length === 0 || restricted.includes(true));
    },
  };
}
