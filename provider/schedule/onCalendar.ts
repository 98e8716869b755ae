/** systemd calendar expressions (OnCalendar), as the service reads them. */
import type { ScheduleProblem } from "./schedule";

/** One line of an expression: what matches in each component. */
export interface Calendar {
  weekdays: ReadonlySet<number> | undefined;
  years: (year: number) => boolean;
  months: ReadonlySet<number>;
  days: ReadonlySet<number>;
  /** Days counted from the end of the month: `~1` is the last one. */
  fromEnd: boolean;
  hours: ReadonlySet<number>;
  minutes: ReadonlySet<number>;
  seconds: ReadonlySet<number>;
  zone: string | undefined;
}

const SHORTHANDS: Record<string, string> = {
  minutely: "*-*-* *:*:00",
  hourly: "*-*-* *:00:00",
  daily: "*-*-* 00:00:00",
  monthly: "*-*-01 00:00:00",
  weekly: "Mon *-*-* 00:00:00",
  yearly: "*-01-01 00:00:00",
  annually: "*-01-01 00:00:00",
  quarterly: "*-01,04,07,10-01 00:00:00",
  semiannually: "*-01,07-01 00:00:00",
};
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const LAST_YEAR = 2200;

/** The parsed line, or why it is refused. `position` is where the line starts in the whole expression. */
export function parseCalendar(
  line: string,
  position: number,
  isZone: (name: string) => boolean,
): Calendar | ScheduleProblem {
  const words = line.trim().split(/\s+/);
  const refused = (reason: string): ScheduleProblem => ({ reason, position });
  const last = words.at(-1) ?? "";
  const zone = words.length > 1 && isZone(last) ? words.pop() : undefined;
  const only = words.length === 1 ? SHORTHANDS[(words[0] ?? "").toLowerCase()] : undefined;
  const parts = only?.split(" ") ?? words;
  const weekdays = /^[A-Za-z]/.test(parts[0] ?? "") ? weekdaysOf(parts.shift() ?? "") : undefined;
  if (weekdays === null)
    return refused("is neither a cron expression of five fields nor a systemd calendar expression");
  const dated = /[-~]/.test(parts[0] ?? "") && !(parts[0] ?? "").includes(":") ? parts.shift() : undefined;
  const timed = parts.shift();
  if (parts.length > 0) return refused("has words after the time that are no time zone");
  if (weekdays === undefined && dated === undefined && timed === undefined) return refused("is empty");
  const date = dateOf(dated ?? "*-*-*");
  if (!date) return refused("the date must be YEAR-MONTH-DAY or MONTH-DAY, each a number, list, range or *");
  const time = timeOf(timed ?? "00:00:00");
  if (!time)
    return refused("the time must be HOUR:MINUTE or HOUR:MINUTE:SECOND, each a number, list, range or *");
  return { weekdays, ...date, ...time, zone };
}

function weekdaysOf(text: string): Set<number> | null {
  const days = new Set<number>();
  for (const term of text.replace(/,$/, "").split(",")) {
    const [from, to] = term.split(/\.\.|-/).map(weekday);
    if (from === undefined || from < 0 || (to !== undefined && to < 0)) return null;
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === (to ?? from)) break;
    }
  }
  return days;
}

function weekday(name: string): number {
  const lower = name.toLowerCase();
  return DAYS.findIndex((day) => day === lower || day.slice(0, 3) === lower);
}

function dateOf(text: string) {
  const fromEnd = text.includes("~");
  const parts = text.split(/[-~]/);
  if (parts.length < 2 || parts.length > 3) return undefined;
  const [year, month, day] = parts.length === 3 ? parts : ["*", ...parts];
  const years = year === "*" ? () => true : yearsOf(year ?? "");
  const months = component(month ?? "", 1, 12);
  const days = component(day ?? "", 1, 31);
  return years && months && days ? { years, months, days, fromEnd } : undefined;
}

function yearsOf(text: string): ((year: number) => boolean) | undefined {
  const years = component(text, 1970, LAST_YEAR);
  return years && ((year) => years.has(year));
}

function timeOf(text: string) {
  const parts = text.split(":");
  if (parts.length < 2 || parts.length > 3) return undefined;
  const hours = component(parts[0] ?? "", 0, 23);
  const minutes = component(parts[1] ?? "", 0, 59);
  const seconds = component((parts[2] ?? "0").replace(/\.0+$/, ""), 0, 59);
  return hours && minutes && seconds ? { hours, minutes, seconds } : undefined;
}

function component(text: string, min: number, max: number): Set<number> | undefined {
  const values = new Set<number>();
  for (const term of text.split(",")) {
    const match = /^(?:\*|(\d+)(?:\.\.(\d+))?)(?:\/(\d+))?$/.exec(term);
    if (!match) return undefined;
    const [, first, last, every] = match;
    const from = first === undefined ? min : Number(first);
    const to = last !== undefined ? Number(last) : first === undefined || every !== undefined ? max : from;
    const step = every === undefined ? 1 : Number(every);
    if (from < min || to > max || from > to || step < 1) return undefined;
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return values;
}

/** Whether a date is one of the line's days. */
export function isCalendarDay(calendar: Calendar, year: number, month: number, day: number): boolean {
  if (!calendar.years(year) || !calendar.months.has(month)) return false;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!calendar.days.has(calendar.fromEnd ? length - day + 1 : day)) return false;
  return calendar.weekdays?.has(new Date(Date.UTC(year, month - 1, day)).getUTCDay()) ?? true;
}
