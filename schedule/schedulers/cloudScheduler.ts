/** Google Cloud Scheduler jobs: unix-cron, or App Engine's English. */
import {
  type Conversion,
  convert,
  declared,
  NotConvertible,
  type OwnGrace,
  period,
  textOf,
  withGrace,
} from "./conversion";
import { cronRule, type Dialect, fiveWords } from "./cronFields";
import { requireKnownZone, translate } from "./translate";

/** The fields of a job that say when it runs. */
export interface CloudSchedulerJob extends OwnGrace {
  schedule: string;
  /** UTC if absent. */
  timeZone?: string | undefined;
}

const DIALECT: Dialect = {
  sevenIsSunday: true,
  isOpen: (word) => word === "*" || (word.startsWith("*") ? undefined : false),
};

const UNITS: Readonly<Record<string, number>> = { min: 60, hour: 3600 };

export function convertCloudScheduler(job: CloudSchedulerJob): Conversion {
  const { schedule, timeZone, grace } = declared(job);
  return convert("schedule", () => {
    const zone = requireKnownZone(timeZone ?? "UTC");
    const text = textOf(schedule).trim();
    const every = /^every\s+([1-9][0-9]{0,8})\s+(min|hour)(?:ute)?s?$/i.exec(text);
    if (every) {
      const seconds = Number(every[1]) * (UNITS[every[2]?.toLowerCase() ?? ""] ?? 0);
      return { ok: true, check: withGrace(period(seconds), grace), notes: [] };
    }
    const cron = toCron(text);
    const { check, ...rest } = translate({
      name: "Cloud Scheduler",
      texts: [cron],
      rules: [cronRule(fiveWords(cron), DIALECT)],
      zone,
      inGap: "unknown",
      inOverlap: "unknown",
    });
    return { ok: true, check: withGrace(check, grace), ...rest };
  });
}

/** The seconds of an `attemptDeadline` such as `320s`; undefined if it is no such text. */
export function attemptSeconds(deadline: string | undefined): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(deadline ?? "") ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds));
}

/** Only `every day 00:00` and `every mon,fri 09:00` of App Engine's English. */
function toCron(text: string): string {
  if (/^[0-9*]/.test(text) && !/\bof\b/i.test(text)) return text;
  const [, days = "", hour, minute] =
    /^every\s+([a-z]+(?:\s*,\s*[a-z]+)*)\s+([01]?[0-9]|2[0-3]):([0-5][0-9])$/i.exec(text) ?? [];
  const names = days.toLowerCase().split(/\s*,\s*/);
  const known = names.every((name) => /^(sun|mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?)(day)?$/.test(name));
  if (hour !== undefined && minute !== undefined && (known || days.toLowerCase() === "day")) {
    const weekdays = known ? names.map((name) => name.slice(0, 3).toUpperCase()).join() : "*";
    return `${Number(minute)} ${Number(hour)} * * ${weekdays}`;
  }
  throw new NotConvertible(
    "is App Engine's English of a kind that is not converted; write it as unix-cron, as in 0 9 * * 1-5",
  );
}
