/** Lines of a crontab, as Debian's cron and cronie read them. */
import type { ClockHabits } from "./changes";
import {
  type Conversion,
  convert,
  declared,
  NotConvertible,
  type OwnGrace,
  textOf,
  withGrace,
} from "./conversion";
import { type CronWords, cronRule, type Dialect, SHORTCUTS, withoutShortcut } from "./cronFields";
import { requireKnownZone, translate } from "./translate";

export interface CrontabLine extends OwnGrace {
  /**
   * One job with its command. Comments, and settings such as `CRON_TZ=Europe/Riga`, may precede it. The command is not
   * interpreted, not even a % in it.
   */
  line: string;
  /** `system` for /etc/crontab and /etc/cron.d, where a user precedes the command. Default: `user`. */
  form?: "user" | "system" | undefined;
  /** The machine's zone, which a crontab does not contain; required without a `CRON_TZ`. */
  timeZone?: string | undefined;
}

const DIALECT: Dialect = {
  sevenIsSunday: true,
  isOpen: (word) => word.startsWith("*"),
};

const CRON_TZ_NOTE = "CRON_TZ counts with cronie; Debian's cron ignores it and goes by the machine's zone.";

export function convertCrontab(given: CrontabLine): Conversion {
  const { line, form = "user", timeZone, grace } = declared(given);
  return convert("line", () => {
    const { job, cronTz } = read(textOf(line));
    const zone = cronTz ?? timeZone;
    if (zone === undefined) {
      throw new NotConvertible("is needed: the zone of the machine, as timedatectl shows it", "timeZone");
    }
    const words = wordsOf(job, form);
    const { check, notes, ...rest } = translate({
      name: "cron",
      texts: [[words.minute, words.hour, words.date, words.month, words.weekday].join(" ")],
      rules: [cronRule(words, DIALECT)],
      zone: requireKnownZone(zone),
      ...habitsOf(words, cronTz !== undefined),
    });
    const aboutZone = cronTz === undefined ? [] : [CRON_TZ_NOTE];
    return { ok: true, check: withGrace(check, grace), notes: [...aboutZone, ...notes], ...rest };
  });
}

/**
 * A job that repeats follows the clock. One at a set time runs once, late if the clock jumps over it; but cronie watches
 * the machine's clock only: in a zone of its own the job is left out then, and may run twice when that clock is put back.
 */
function habitsOf({ minute, hour }: CronWords, hasOwnZone: boolean): ClockHabits {
  if (minute.startsWith("*") || hour.startsWith("*")) return { inGap: "skip", inOverlap: "twice" };
  return hasOwnZone ? { inGap: "skip", inOverlap: "unknown" } : { inGap: "afterwards", inOverlap: "once" };
}

const SETTING = /^\s*([A-Za-z_][A-Za-z0-9_]*|"[^"]*"|'[^']*')\s*=\s*(.*?)\s*$/;

function read(text: string): { job: string; cronTz: string | undefined } {
  let cronTz: string | undefined;
  const jobs: string[] = [];
  for (const row of text.split("\n")) {
    const setting = SETTING.exec(row);
    if (/^\s*(#|$)/.test(row)) continue;
    if (!setting) jobs.push(row.trim());
    else if (jobs.length === 0 && unquote(setting[1]) === "CRON_TZ") cronTz = unquote(setting[2]);
  }
  const [job, ...more] = jobs;
  if (job === undefined) throw new NotConvertible("has no job; give the line with its schedule and command");
  if (more.length > 0)
    throw new NotConvertible("has several jobs; convert each line by itself, with a check each");
  return { job, cronTz };
}

function unquote(text = ""): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

function wordsOf(job: string, form: "user" | "system"): CronWords {
  const words = job.split(/[ \t]+/);
  const [first = ""] = words;
  const shortcut = first.startsWith("@") ? first : undefined;
  if (shortcut === "@reboot") {
    throw new NotConvertible("runs when the machine starts, which no check can expect; leave the check out");
  }
  const fields =
    shortcut === undefined ? words : withoutShortcut(shortcut, SHORTCUTS, "every cron").split(" ");
  const [minute, hour, date, month, weekday] = fields;
  const rest = words.slice(shortcut === undefined ? 5 : 1);
  if (!minute || !hour || !date || !month || !weekday || rest.length < (form === "system" ? 2 : 1)) {
    const after = form === "system" ? "a user and a command" : "a command";
    throw new NotConvertible(`must have five fields, or a shortcut such as @daily, and then ${after}`);
  }
  if ([minute, hour, date, month, weekday].some((word) => word.includes("~"))) {
    throw new NotConvertible("has a time drawn at random (~), which no check can expect; write a fixed one");
  }
  return { minute, hour, date, month, weekday };
}
