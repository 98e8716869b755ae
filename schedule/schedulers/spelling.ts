/** Writes rules as the cron and OnCalendar expressions that the service reads the same way. */
import { upTo } from "../numbers";
import type { DayRule, Rule } from "./rule";

interface Style {
  range: string;
  digits: number;
  /** `all`: a star means all values; `steps`: a star with a step also means every n-th value from the first. */
  star?: "all" | "steps";
}

const CRON: Style = { range: "-", digits: 1, star: "steps" };
/** For a field that must not start with a star. */
const CRON_LISTED: Style = { range: "-", digits: 1 };
const DATE: Style = { range: "..", digits: 2, star: "all" };

/** Five fields; undefined if cron cannot express it, or not with this behaviour at changes of the clock. */
export function asCron(rule: Rule, stars: "natural" | "some" | "none"): string | undefined {
  const days = cronDays(rule.days);
  if (!days || rule.years || rule.seconds.join() !== "0") return undefined;
  const time = cronTime(rule, stars);
  return time && [...time, days[0], spell(rule.months, 1, 12, CRON), days[1]].join(" ");
}

/** If the minute or the hour starts with a star, the service follows the clock through a change. */
function cronTime(
  { minutes, hours }: Rule,
  stars: "natural" | "some" | "none",
): [string, string] | undefined {
  if (stars === "none") return [spell(minutes, 0, 59, CRON_LISTED), spell(hours, 0, 23, CRON_LISTED)];
  const time: [string, string] = [spell(minutes, 0, 59, CRON), spell(hours, 0, 23, CRON)];
  if (stars === "natural" || time.some((word) => word.startsWith("*"))) return time;
  // `*/60` means minute 0 only, but starts with a star.
  if (minutes[0] === 0) return [spellAfterZero("*/60", minutes, 59), time[1]];
  return hours[0] === 0 ? [time[0], spellAfterZero("*/24", hours, 23)] : undefined;
}

function spellAfterZero(zero: string, values: readonly number[], max: number): string {
  const rest = values.slice(1);
  return rest.length === 0 ? zero : `${zero},${spell(rest, 0, max, CRON_LISTED)}`;
}

/** Day of the month and day of the week. If both are restricted, cron accepts a day that matches either. */
function cronDays(days: readonly DayRule[]): [string, string] | undefined {
  if (days.some(({ dates, weekdays }) => !dates && !weekdays)) return ["*", "*"];
  const dates: string[] = [];
  const weekdays: string[] = [];
  for (const rule of days) {
    const cronWeekday = rule.weekdays ? cronWeekdays(rule.weekdays, rule.dates) : undefined;
    if (cronWeekday) weekdays.push(cronWeekday);
    else if (rule.dates && !rule.weekdays && rule.dates.every((date) => date >= -1)) {
      const fromStart = rule.dates.filter((date) => date > 0);
      if (fromStart.length > 0) dates.push(spell(fromStart, 1, 31, CRON_LISTED));
      if (rule.dates.includes(-1)) dates.push("L");
    } else return undefined;
  }
  const only = dates.length === 0 || weekdays.length === 0;
  return only ? [dates.join() || "*", weekdays.join() || "*"] : [dates.join(), weekdays.join()];
}

function cronWeekdays(weekdays: readonly number[], dates: readonly number[] | undefined): string | undefined {
  if (!dates) return spell(weekdays, 0, 6, CRON_LISTED);
  const [weekday] = weekdays;
  const [first = 0] = dates;
  if (weekdays.length > 1 || weekday === undefined) return undefined;
  if (dates.join() === "-7,-6,-5,-4,-3,-2,-1") return `${weekday}L`;
  const isWeek =
    first % 7 === 1 && dates.length === Math.min(7, 32 - first) && dates.at(-1) === first + dates.length - 1;
  return isWeek ? `${weekday}#${(first + 6) / 7}` : undefined;
}

/** One line for each kind of day. */
export function asCalendar(rules: readonly Rule[]): string {
  return [...new Set(rules.flatMap(calendarLines))].join("\n");
}

function calendarLines(rule: Rule): string[] {
  const seconds = rule.seconds.join() === "0" ? "" : `:${spell(rule.seconds, 0, 59, DATE)}`;
  const time = `${spell(rule.hours, 0, 23, DATE)}:${spell(rule.minutes, 0, 59, DATE)}${seconds}`;
  const year = rule.years ? spell(rule.years, 1970, 2199, DATE) : "*";
  const month = spell(rule.months, 1, 12, DATE);
  const [any] = rule.days.filter(({ dates, weekdays }) => !dates && !weekdays);
  return (any ? [any] : rule.days).flatMap(({ dates, weekdays }) => {
    const names = weekdays && weekdays.length < 7 ? `${spellWeekdays(weekdays)} ` : "";
    return spellDates(dates).map((day) => {
      const date = `${year}-${month}-${day}`;
      return date === "*-*-*" ? `${names}${time}` : `${names}${date} ${time}`.replace("-~", "~");
    });
  });
}

/** Dates from the start and from the end of the month need separate expressions. */
function spellDates(dates: readonly number[] | undefined): string[] {
  if (!dates) return ["*"];
  const fromStart = dates.filter((date) => date > 0);
  const fromEnd = dates.flatMap((date) => (date < 0 ? [-date] : [])).reverse();
  return [
    ...(fromStart.length > 0 ? [spell(fromStart, 1, 31, DATE)] : []),
    ...(fromEnd.length > 0 ? [`~${spell(fromEnd, 1, 31, DATE)}`] : []),
  ];
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Weeks start on Monday here. */
function spellWeekdays(weekdays: readonly number[]): string {
  const indexes = weekdays.map((weekday) => (weekday + 6) % 7).sort((one, other) => one - other);
  return runs(indexes, "..", (index) => WEEKDAYS[index] ?? "");
}

/** The shortest usual spelling of a list of numbers. */
function spell(values: readonly number[], min: number, max: number, { range, digits, star }: Style): string {
  const write = (value: number): string => String(value).padStart(digits, "0");
  if (star && values.length === max - min + 1) return "*";
  const [first = min, second] = values;
  const last = values.at(-1) ?? first;
  const step = second === undefined ? 0 : second - first;
  if (
    step > 1 &&
    values.length > 2 &&
    upTo(0, values.length - 1).every((n) => values[n] === first + n * step)
  ) {
    if (star === "steps" && first === min && last + step > max) return `*/${step}`;
    return star === "all" && last + step > max
      ? `${write(first)}/${step}`
      : `${write(first)}${range}${write(last)}/${step}`;
  }
  return runs(values, range, write);
}

function runs(values: readonly number[], range: string, write: (value: number) => string): string {
  const found: number[][] = [];
  for (const value of values) {
    const run = found.at(-1);
    if (run?.at(-1) === value - 1) run.push(value);
    else found.push([value]);
  }
  return found
    .flatMap((run) =>
      run.length > 2 ? [`${write(run[0] ?? 0)}${range}${write(run.at(-1) ?? 0)}`] : run.map(write),
    )
    .join(",");
}
