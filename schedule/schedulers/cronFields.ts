/** Cron fields in the schedulers' dialects. */
import { ascending, upTo } from "../numbers";
import { NotConvertible } from "./conversion";
import { type DayRule, LAST_WORKDAY, lastWeekday, nearestWorkday, nthWeekday, type Rule } from "./rule";

export interface Dialect {
  /** Where `?` is allowed, meaning `*`: in every field, or in the two day fields; otherwise nowhere. */
  question?: "anywhere" | "days";
  /** 5/15 means 5, 20, 35, 50. */
  bareStep?: boolean;
  /** 7 is also Sunday. */
  sevenIsSunday?: boolean;
  /** 1 is Sunday, 7 is Saturday. */
  oneIsSunday?: boolean;
  /** January and Sunday are allowed besides JAN and SUN. */
  longNames?: boolean;
  /** A step must not exceed the largest number of its field. */
  boundedStep?: boolean;
  /** 8,,12 means 8,12. */
  dropsEmptyTerms?: boolean;
  /** A range of weekdays that ends on Sunday ends on Saturday instead. */
  endsOnSaturday?: boolean;
  /** Allowed words that are no numbers. */
  specials?: readonly ("L" | "LW" | "15W" | "5L" | "5#2" | "weekday L")[];
  /**
   * Whether a day field leaves the choice of days to the other one. If neither does, a day matching either counts.
   * Undefined if the scheduler does not say.
   */
  isOpen: (word: string) => boolean | undefined;
}

interface Field {
  what: string;
  min: number;
  max: number;
  names?: readonly string[];
}

const MINUTE: Field = { what: "minute", min: 0, max: 59 };
const HOUR: Field = { what: "hour", min: 0, max: 23 };
const DATE: Field = { what: "day of the month", min: 1, max: 31 };
const MONTHS = "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER".split(
  " ",
);
const MONTH: Field = { what: "month", min: 1, max: 12, names: MONTHS };
const WEEKDAYS = "SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY".split(" ");
const WEEKDAY: Field = { what: "day of the week", min: 0, max: 6, names: WEEKDAYS };
const YEAR: Field = { what: "year", min: 1970, max: 2199 };
const SECOND: Field = { what: "second", min: 0, max: 59 };

export interface CronWords {
  second?: string;
  minute: string;
  hour: string;
  date: string;
  month: string;
  weekday: string;
  year?: string;
}

/** The shortcuts that mean the same in all crons. */
export const SHORTCUTS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** Expands a shortcut; anything else is returned unchanged. `scheduler` names the owner of the shortcuts. */
export function withoutShortcut(
  expression: string,
  shortcuts: Readonly<Record<string, string>>,
  scheduler: string,
): string {
  if (!expression.startsWith("@")) return expression;
  const expanded = Object.hasOwn(shortcuts, expression) ? shortcuts[expression] : undefined;
  if (expanded !== undefined) return expanded;
  throw new NotConvertible(`is not a shortcut that ${scheduler} knows; write five fields`);
}

/**
 * The words of an expression of five fields.
 * @throws {NotConvertible} if it has more or fewer.
 */
export function fiveWords(expression: string): CronWords {
  const [minute, hour, date, month, weekday, ...more] = expression.trim().split(/\s+/);
  if (!minute || !hour || !date || !month || !weekday || more.length > 0) {
    throw new NotConvertible(
      "must have five fields: minute, hour, day of the month, month and day of the week",
    );
  }
  return { minute, hour, date, month, weekday };
}

export function cronRule(words: CronWords, dialect: Dialect): Rule {
  const years = words.year === undefined ? undefined : numbers(words.year, YEAR, dialect);
  return {
    ...(years && years.length < YEAR.max - YEAR.min + 1 && { years }),
    months: numbers(words.month, MONTH, dialect),
    days: days(words, dialect),
    hours: numbers(words.hour, HOUR, dialect),
    minutes: numbers(words.minute, MINUTE, dialect),
    seconds: words.second === undefined ? [0] : numbers(words.second, SECOND, dialect),
  };
}

function days({ date, weekday }: CronWords, dialect: Dialect): DayRule[] {
  const [dates, weekdays] = [dateRules(date, dialect), weekdayRules(weekday, dialect)];
  const [anyDate, anyWeekday] = [isAny(dates), isAny(weekdays)];
  const open = [dialect.isOpen(date), dialect.isOpen(weekday)];
  if (open.includes(true)) {
    if (anyDate) return weekdays;
    return anyWeekday ? dates : dates.flatMap((one) => weekdays.map((other) => ({ ...one, ...other })));
  }
  if (open.includes(undefined)) {
    throw new NotConvertible(
      "restricts both the day of the month and the day of the week, one of them by * with a step: whether both must hold " +
        "is not documented; write that step as a range, as in 1-31/2",
    );
  }
  return [...dates, ...weekdays];
}

function isAny(rules: readonly DayRule[]): boolean {
  return rules.some(({ dates, weekdays }) => !dates && !weekdays);
}

function dateRules(word: string, dialect: Dialect): DayRule[] {
  const terms = termsOf(word.toUpperCase(), dialect);
  const rules: DayRule[] = [];
  const plain: string[] = [];
  for (const term of terms) {
    const nearest = allows(dialect, "15W") ? /^([0-9]{1,2})W$/.exec(term)?.[1] : undefined;
    if (term === "L" && allows(dialect, "L")) rules.push({ dates: [-1] });
    else if (term === "LW" && allows(dialect, "LW")) rules.push(...LAST_WORKDAY);
    else if (nearest) rules.push(...nearestTo(nearest));
    else plain.push(term);
  }
  if (plain.length === 0) return rules;
  const dates = numbers(plain.join(), DATE, dialect);
  return [...(dates.length === 31 ? [{}] : [{ dates }]), ...rules];
}

function nearestTo(date: string): DayRule[] {
  const number = Number(date);
  if (number < 1 || number > 31) throw outOfRange(DATE);
  const rules = nearestWorkday(number);
  if (rules) return rules;
  throw new NotConvertible(
    "the working day nearest to a date after the 27th cannot be written as a check's schedule, since months end " +
      "before it; use an earlier date",
  );
}

function weekdayRules(word: string, dialect: Dialect): DayRule[] {
  const rules: DayRule[] = [];
  const plain: string[] = [];
  for (const term of termsOf(word.toUpperCase(), dialect)) {
    const [, last] = (allows(dialect, "5L") && /^([^#/-]+)L$/.exec(term)) || [];
    const [, nth, week] = (allows(dialect, "5#2") && /^([^#/-]+)#([1-5])$/.exec(term)) || [];
    if (term === "L" && allows(dialect, "weekday L")) plain.push("SAT");
    else if (last && numberOf(last, WEEKDAY, dialect) !== undefined)
      rules.push(lastWeekday(weekdayOf(last, dialect)));
    else if (nth) rules.push(nthWeekday(weekdayOf(nth, dialect), Number(week)));
    else plain.push(term);
  }
  if (plain.length === 0) return rules;
  const weekdays = numbers(plain.join(), WEEKDAY, dialect);
  return [...(weekdays.length === 7 ? [{}] : [{ weekdays }]), ...rules];
}

function weekdayOf(word: string, dialect: Dialect): number {
  const value = numberOf(word, WEEKDAY, dialect);
  if (value === undefined) throw outOfRange(WEEKDAY, dialect);
  return value % 7;
}

function allows({ specials = [] }: Dialect, special: (typeof specials)[number]): boolean {
  return specials.includes(special);
}

function termsOf(word: string, { dropsEmptyTerms = false }: Dialect): string[] {
  const terms = word.split(",");
  const nonEmpty = terms.filter((term) => term !== "");
  return dropsEmptyTerms && nonEmpty.length > 0 ? nonEmpty : terms;
}

function numbers(word: string, field: Field, dialect: Dialect): number[] {
  const values = termsOf(word, dialect).flatMap((term) => termNumbers(term, field, dialect));
  return ascending(field === WEEKDAY ? values.map((value) => value % 7) : values);
}

function termNumbers(term: string, field: Field, dialect: Dialect): number[] {
  const [base = "", step, ...more] = term.split("/");
  if (more.length > 0) throw outOfRange(field, dialect);
  const values = baseNumbers(base, field, dialect);
  if (step === undefined) return values;
  const every = wholeNumber(step);
  if (!every)
    throw new NotConvertible(`the ${field.what}'s step after / must be a whole number of at least 1`);
  if (dialect.boundedStep && every > field.max) {
    throw new NotConvertible(`the ${field.what}'s step after / must be at most ${field.max}`);
  }
  if (!/[*?-]/.test(base) && !dialect.bareStep) {
    throw new NotConvertible(
      `the ${field.what} has a step without a range, which schedulers read in different ways; write the range, as in ` +
        `${base}-${field.max}/${step}`,
    );
  }
  const [first = field.min] = field === WEEKDAY ? values.map((value) => value % 7) : values;
  const series = /[*?-]/.test(base) ? values : upTo(first, field.max);
  return series.filter((_, index) => index % every === 0);
}

function baseNumbers(base: string, field: Field, dialect: Dialect): number[] {
  const everywhere = dialect.question === "anywhere";
  const isQuestion =
    base === "?" && (everywhere || (dialect.question && (field === DATE || field === WEEKDAY)));
  if (base === "*" || isQuestion) return upTo(field.min, field.max);
  const [first = "", last, ...more] = base.split("-");
  const from = numberOf(first, field, dialect);
  const to = last === undefined ? from : numberOf(last, field, dialect);
  if (from === undefined || to === undefined || more.length > 0) throw outOfRange(field, dialect);
  const end = last !== undefined && dialect.endsOnSaturday && field === WEEKDAY && to % 7 === 0 ? 6 : to;
  if (end < from) {
    throw new NotConvertible(
      `the ${field.what}'s range ends before it starts; write it as two, with a comma between them`,
    );
  }
  return upTo(from, end);
}

function numberOf(word: string, field: Field, dialect: Dialect): number | undefined {
  const name = word.toUpperCase();
  const named = (field.names ?? []).findIndex(
    (long) => name === long.slice(0, 3) || (dialect.longNames && name === long),
  );
  if (named >= 0) return named + field.min;
  const number = wholeNumber(word);
  if (number === undefined) return undefined;
  if (field !== WEEKDAY) return number >= field.min && number <= field.max ? number : undefined;
  if (dialect.oneIsSunday) return number >= 1 && number <= 7 ? number - 1 : undefined;
  return number <= (dialect.sevenIsSunday ? 7 : 6) ? number : undefined;
}

function wholeNumber(word: string): number | undefined {
  return /^[0-9]{1,9}$/.test(word) ? Number(word) : undefined;
}

function outOfRange(field: Field, dialect?: Dialect): NotConvertible {
  if (field !== WEEKDAY || !dialect) {
    const names = field === MONTH ? " or JAN to DEC" : "";
    return new NotConvertible(`the ${field.what} must be ${field.min} to ${field.max}${names}`);
  }
  const numbers = dialect.oneIsSunday
    ? "1 (Sunday) to 7"
    : dialect.sevenIsSunday
      ? "0 to 7"
      : "0 (Sunday) to 6";
  return new NotConvertible(`the day of the week must be ${numbers} or SUN to SAT`);
}
