/** Periodic Nomad jobs. Nomad reads schedules with hashicorp/cronexpr. */
import {
  type Conversion,
  convert,
  declared,
  NotConvertible,
  type OwnGrace,
  textOf,
  withGrace,
} from "./conversion";
import { type CronWords, cronRule, type Dialect, withoutShortcut } from "./cronFields";
import { translateGoCron } from "./goClock";
import { requireKnownZone } from "./translate";

/** The fields of a job's `periodic` block that say when it runs. */
export interface NomadPeriodic extends OwnGrace {
  /** Exclusive with `crons`. */
  cron?: string | undefined;
  crons?: readonly string[] | undefined;
  /** UTC if absent. */
  timeZone?: string | undefined;
}

const DIALECT: Dialect = {
  question: "anywhere",
  bareStep: true,
  dropsEmptyTerms: true,
  sevenIsSunday: true,
  longNames: true,
  boundedStep: true,
  endsOnSaturday: true,
  specials: ["L", "LW", "15W", "5L", "5#2"],
  isOpen: (word) => word.split(",").some((term) => term === "*" || term === "?"),
};

/** At 23:00 the library takes the next day for begun, and gets stuck there. */
const LOST_HOURS = [23];

/** With seconds and years. */
const SHORTCUTS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 0 1 1 * *",
  "@annually": "0 0 0 1 1 * *",
  "@monthly": "0 0 0 1 * * *",
  "@weekly": "0 0 0 * * 0 *",
  "@daily": "0 0 0 * * * *",
  "@hourly": "0 0 * * * * *",
};

export function convertNomad(periodic: NomadPeriodic): Conversion {
  const { cron, crons, timeZone, grace } = declared(periodic);
  return convert(crons ? "crons" : "cron", () => {
    const texts = crons ?? (cron === undefined ? [] : [cron]);
    if (texts.length === 0 || !Array.isArray(texts) || (crons && cron !== undefined)) {
      throw new NotConvertible("exactly one of cron and crons must be given, with at least one expression");
    }
    const words = texts.map((text) => wordsOf(textOf(text)));
    const { check, notes } = translateGoCron(
      {
        name: "Nomad",
        texts: words.map(({ minute, hour, date, month, weekday }) =>
          [minute, hour, date, month, weekday].join(" "),
        ),
        rules: words.map((expression) => cronRule(expression, DIALECT)),
        zone: requireKnownZone(timeZone ?? "UTC"),
      },
      LOST_HOURS,
    );
    return { ok: true, check: withGrace(check, grace), notes };
  });
}

/** Five fields; six with a year at the end; seven with seconds at the start, too. */
function wordsOf(text: string): CronWords {
  const words = withoutShortcut(text.trim(), SHORTCUTS, "Nomad").split(/\s+/);
  const [second, ...rest] = words.length === 7 ? words : ["0", ...words];
  const [minute, hour, date, month, weekday, year = "*", ...more] = rest;
  if (!second || !minute || !hour || !date || !month || !weekday || more.length > 0) {
    throw new NotConvertible(
      "must have five fields; a sixth is the year, and of seven the first is the second and the last the year",
    );
  }
  if (year !== "*") refuseLateYears(year);
  refuseUnknownNumbers(words);
  refuseZeroBeforeWeekday(weekday);
  return { second, minute, hour, date, month, weekday, year };
}

function refuseLateYears(year: string): void {
  if (/(^|[^0-9])2[1-9][0-9]{2}/.test(year)) throw new NotConvertible("the year must be 1970 to 2099");
}

/** The library has a list of the numbers that it knows, for steps and years, too, and takes a step of `*` alone. */
function refuseUnknownNumbers(words: readonly string[]): void {
  const numbers = words.flatMap((word) => word.match(/[0-9]+/g) ?? []);
  if (!numbers.every((number) => /^([0-9]{1,2}|19[7-9][0-9]|20[0-9]{2})$/.test(number))) {
    throw new NotConvertible(
      "has a number that Nomad does not read; it takes one or two digits, and the years 1970 to 2099",
    );
  }
  if (words.some((word) => word.includes("?/"))) {
    throw new NotConvertible("has a step after ?, which Nomad does not read; write * before the step");
  }
}

/** The library takes such a number for one, but does not find its day, and so takes the first: `05` is no Friday. */
function refuseZeroBeforeWeekday(weekday: string): void {
  if (/(^|[,-])0[1-7]/.test(weekday)) {
    throw new NotConvertible(
      "the day of the week has a zero before its number, which Nomad reads as Sunday; write it without",
    );
  }
}
