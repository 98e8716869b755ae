/** systemd timers: calendar times, or a time span after the last run. */

import { codePoints } from "../piece";
import { checkSchedule, recurrencesOf } from "../schedule";
import { isTimeZone } from "../timeZone";
import {
  type ByClock,
  type CheckTimes,
  type Conversion,
  convert,
  declared,
  NotConvertible,
  type OwnGrace,
  period,
  textOf,
  withGrace,
} from "./conversion";
import { systemdSpan } from "./spans";
import { requireKnownZone, tooLongError } from "./translate";

/** The settings of a timer's [Timer] section. Durations are as systemd writes them; numbers are seconds. */
export interface SystemdTimer extends OwnGrace {
  onCalendar?: string | readonly string[] | undefined;
  /** Becomes the check's `timeout`. */
  onUnitActiveSec?: string | number | undefined;
  /** Becomes the check's `timeout`. The job's own run time belongs to the grace. */
  onUnitInactiveSec?: string | number | undefined;
  /** Says when the first run is. Refused without a setting that repeats, like the next two. */
  onBootSec?: string | number | undefined;
  onStartupSec?: string | number | undefined;
  onActiveSec?: string | number | undefined;
  /** Added to the grace. */
  randomizedDelaySec?: string | number | undefined;
  /** Added to the grace. */
  randomizedOffsetSec?: string | number | undefined;
  /** Added to the grace, except for systemd's default of one minute, which is negligible. */
  accuracySec?: string | number | undefined;
  /** Has no effect here: a run that systemd catches up on is still a run. */
  persistent?: boolean | undefined;
  /** The machine's zone, which a unit does not contain; required if an OnCalendar names none. */
  timeZone?: string | undefined;
}

const LONGEST = 100;
const ONCE = ["onBootSec", "onStartupSec", "onActiveSec"] as const;

export function convertSystemdTimer(given: SystemdTimer): Conversion {
  const timer = declared(given);
  return convert("onCalendar", () => {
    const lines = calendarLines(timer.onCalendar);
    const periods = (["onUnitActiveSec", "onUnitInactiveSec"] as const).filter(
      (name) => timer[name] !== undefined,
    );
    const [repeats] = periods;
    const once = ONCE.filter((name) => timer[name] !== undefined);
    if (periods.length + Math.min(lines.length, 1) > 1) {
      const both = [...(lines.length > 0 ? ["onCalendar"] : []), ...periods].join(" and ");
      throw new NotConvertible(
        `${both} together need two checks; make two timers of it, or keep one of them`,
      );
    }
    if (repeats) return { ok: true, check: late(periodOf(timer, repeats), timer), notes: [] };
    if (lines.length === 0) throw nothingRepeats(once[0]);
    const notes =
      once.length === 0 ? [] : [`${once.join(" and ")} makes one more run, which the check does not expect.`];
    return { ok: true, check: late(byClock(lines, timer.timeZone), timer), notes };
  });
}

function periodOf(timer: SystemdTimer, name: "onUnitActiveSec" | "onUnitInactiveSec"): CheckTimes {
  try {
    return period(systemdSpan(timer[name] ?? "", name));
  } catch (error) {
    if (error instanceof NotConvertible) throw new NotConvertible(error.reason, name);
    throw error;
  }
}

function late(times: CheckTimes, { grace, accuracySec = 60, ...timer }: SystemdTimer): CheckTimes {
  const delays = [
    systemdSpan(accuracySec, "accuracySec"),
    systemdSpan(timer.randomizedDelaySec ?? 0, "randomizedDelaySec"),
    systemdSpan(timer.randomizedOffsetSec ?? 0, "randomizedOffsetSec"),
  ];
  return withGrace(times, grace, Math.ceil(delays.reduce((sum, delay) => sum + delay, 0)));
}

function nothingRepeats(first: string | undefined): NotConvertible {
  return first === undefined
    ? new NotConvertible("nothing says when the timer runs; give onCalendar or onUnitActiveSec")
    : new NotConvertible(
        "makes the job run once after a start, which no check can expect; leave the check out, or add onUnitActiveSec",
        first,
      );
}

/** As in a unit, an empty line resets those before it. */
function calendarLines(given: SystemdTimer["onCalendar"]): string[] {
  const lines = (Array.isArray(given) ? given : [given])
    .filter((line) => line != null)
    .map((line) => textOf(line).trim());
  return lines.slice(lines.lastIndexOf("") + 1);
}

interface Line {
  text: string;
  zone: string | undefined;
}

function byClock(texts: readonly string[], machine: string | undefined): ByClock {
  const lines = texts.map(readLine);
  const zones = [...new Set(lines.map(({ zone }) => zone ?? machine))];
  const [zone] = zones;
  if (zones.includes(undefined) || zone === undefined) {
    throw new NotConvertible("is needed: the zone of the machine, as timedatectl shows it", "timeZone");
  }
  const named = ({ text, zone }: Line): string => (zone === undefined ? text : `${text} ${zone}`);
  const schedule = lines.map((line) => (zones.length === 1 ? line.text : named(line))).join("\n");
  if (codePoints(schedule) > LONGEST) {
    throw tooLongError(texts);
  }
  const problem = checkSchedule(schedule);
  if (problem) throw new NotConvertible(problem.reason);
  return { schedule, tz: requireKnownZone(zones.length === 1 ? zone : (machine ?? zone)) };
}

/** systemd's names that the service spells differently. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  anually: "annually",
  biannually: "semiannually",
  "bi-annually": "semiannually",
  "semi-annually": "semiannually",
};

function readLine(written: string): Line {
  if (/[\r\n]/.test(written)) throw new NotConvertible("must be one line each; give a list of them");
  const words = written.split(/\s+/);
  const last = words.at(-1) ?? "";
  const zone = words.length > 1 && !/[:*~]|^[0-9]/.test(last) ? zoneNamed(last) : undefined;
  const body = (zone === undefined ? words : words.slice(0, -1))
    .join(" ")
    .replace(/(:[^:]+:[0-9]{1,2})\.0+$/, "$1");
  const text = SHORTHANDS[body.toLowerCase()] ?? body;
  if (words.length >= 5) {
    throw new NotConvertible(
      "must be weekdays, date, time and time zone, as in Mon..Fri *-*-* 12:00; this is not cron",
    );
  }
  if (/[^\S ]/.test(written) || (zone !== undefined && / {2}\S+$/.test(written))) {
    throw new NotConvertible(
      "has a blank with which systemd does not load the timer; write plain blanks, and one before the time zone",
    );
  }
  if (text.startsWith("@"))
    throw new NotConvertible("runs once, which no check can expect; leave the check out");
  if (/([0-9]+)\.\.\1\/|~[^ ]*\.\.[0-9]+\/0*([2-9]|1[0-9])/.test(text)) {
    throw new NotConvertible(
      "has a step that systemd and the service count in different ways; list its days or times",
    );
  }
  if (text.split(" ").some(leavesField)) {
    throw new NotConvertible(
      "has a step that leads out of its field at once, with which systemd does not load the timer; leave out the step, or use onUnitActiveSec",
    );
  }
  const problem = checkSchedule(text);
  if (problem && !/^never fires/.test(problem.reason)) throw new NotConvertible(problem.reason);
  if (zone !== undefined && recurrencesOf(text).some((part) => part.zone !== undefined))
    throw new NotConvertible("has two time zones; leave one of them out");
  return { text, zone };
}

/** The last hour, minute and second, and the last year that systemd knows, month and day. */
const LAST_OF_TIME = [23, 59, 59];
const LAST_OF_DATE = [2199, 12, 31];

/** Whether a time or a date has a step that no second value follows, as in `*:0/60`. The service reads its start alone. */
function leavesField(word: string): boolean {
  const isTime = word.includes(":");
  if (!isTime && !/^[0-9*].*[-~]/.test(word)) return false;
  const fields = word.split(isTime ? ":" : /-|(?=~)/);
  const lasts = isTime ? LAST_OF_TIME : LAST_OF_DATE.slice(-fields.length);
  return fields.some((field, index) =>
    [...field.matchAll(/(?<![0-9.])([0-9]+)\/([0-9]+)/g)].some(([, start, step]) => {
      // Days counted from the end of the month go down to the last one.
      const room = field.startsWith("~") ? Number(start) - 1 : (lasts[index] ?? 0) - Number(start);
      return Number(step) > room;
    }),
  );
}

/** The zone in the last word, unless it is weekdays; systemd accepts UTC in upper or lower case. */
function zoneNamed(word: string): string | undefined {
  if (word.toUpperCase() === "UTC") return "UTC";
  if (/^(mon|tue|wed|thu|fri|sat|sun)/i.test(word)) return undefined;
  if (isTimeZone(word)) return word;
  throw new NotConvertible(
    "names a time zone that the service does not know; use an IANA name such as Europe/Riga (upper or lower case matters)",
  );
}
