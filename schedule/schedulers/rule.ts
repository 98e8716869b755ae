/** When a job runs, in the common form of all schedulers' declarations. */
import { type DayOfMonth, longestOf, type Recurrence } from "../recurrence";

/** Days that match both parts; an absent part matches every day. */
export interface DayRule {
  /** 1 to 31 from the start of the month, -1 to -28 from its end. */
  readonly dates?: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays?: readonly number[];
}

/** All lists are in ascending order. */
export interface Rule {
  /** Any year if absent. */
  readonly years?: readonly number[];
  readonly months: readonly number[];
  /** A day matches if any of these does. */
  readonly days: readonly DayRule[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
}

export const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];

export function isDay({ days }: Rule, { day, length, weekday }: DayOfMonth): boolean {
  return days.some(
    ({ dates, weekdays }) =>
      (!dates || dates.includes(day) || dates.includes(day - length - 1)) &&
      (!weekdays || weekdays.includes(weekday)),
  );
}

/**
 * Removes days that never occur, if others remain, because some releases of the service refuse dates that none of the
 * months has.
 */
export function withoutMissingDates(rule: Rule): Rule {
  const longest = longestOf(rule.months);
  const days = rule.days.filter(({ dates }) => !dates || dates.some((date) => date <= longest));
  return days.length > 0 ? { ...rule, days } : rule;
}

/** The working day nearest to a date, within its month; undefined if it may cross the end of the month. */
export function nearestWorkday(date: number): DayRule[] | undefined {
  if (date > 27) return undefined;
  const exactly: DayRule = { dates: [date], weekdays: WORKDAYS };
  if (date === 1) return [exactly, { dates: [2, 3], weekdays: [1] }];
  return [exactly, { dates: [date - 1], weekdays: [5] }, { dates: [date + 1], weekdays: [1] }];
}

/** The last day of the month that is Monday to Friday. */
export const LAST_WORKDAY: readonly DayRule[] = [
  { dates: [-1], weekdays: WORKDAYS },
  { dates: [-3, -2], weekdays: [5] },
];

export function nthWeekday(weekday: number, week: number): DayRule {
  const first = week * 7 - 6;
  return {
    dates: [0, 1, 2, 3, 4, 5, 6].map((day) => first + day).filter((day) => day <= 31),
    weekdays: [weekday],
  };
}

export function lastWeekday(weekday: number): DayRule {
  return { dates: [-7, -6, -5, -4, -3, -2, -1], weekdays: [weekday] };
}

/** Whether a schedule, as the service reads it, has the dates and times of a rule. Ignores changes of the clock. */
export function isSame(rules: readonly Rule[], read: readonly Recurrence[]): boolean {
  const [rule] = rules;
  const [recurrence] = read;
  if (!rule || !recurrence || rules.length > 1 || read.length > 1) return false;
  return (
    sameNumbers(rule.seconds, recurrence.seconds) &&
    sameNumbers(rule.minutes, recurrence.minutes) &&
    sameNumbers(rule.hours, recurrence.hours) &&
    sameNumbers(
      rule.months,
      [...recurrence.months].sort((one, other) => one - other),
    ) &&
    rule.years === undefined &&
    recurrence.years === undefined &&
    everyMonth().every((day) => isDay(rule, day) === recurrence.isDay(day))
  );
}

function sameNumbers(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

let months: readonly DayOfMonth[] | undefined;

/** The days of every possible month: four lengths, each starting on any of seven weekdays. */
function everyMonth(): readonly DayOfMonth[] {
  months ??= [28, 29, 30, 31].flatMap((length) =>
    [0, 1, 2, 3, 4, 5, 6].flatMap((first) =>
      Array.from({ length }, (_, index) => ({ day: index + 1, length, weekday: (first + index) % 7 })),
    ),
  );
  return months;
}
