/** Lines of a crontab, as Debian's cron and cronie read them. */
import { type Conversion, convert, NotConvertible, type OwnGrace, textOf, withGrace } from "./conversion";
import { type CronWords, cronRule, type Dialect, SHORTCUTS, withoutShortcut } from "./cronFields";
import { knownZone, translate } from "./translate";

export interface CrontabLine extends OwnGrace {
  /**
   * One job, with its command; settings such as `CRON_TZ=Europe/Riga` and comments may stand above it. Nothing of the
   * command is read, so a % in it means nothing here.
   */
  line: string;
  /** `system` for /etc/crontab and /etc/cron.d, where a user stands before the command. Default: `user`. */
  form?: "user" | "system";
  /** The zone of the machine, which no crontab tells; needed unless there is a `CRON_TZ`. */
  timeZone?: string;
}

const DIALECT: Dialect = {
  sevenIsSunday: true,
  isOpen: (word) => word.startsWith("*"),
};

const CRON_TZ_NOTE = "CRON_TZ counts with cronie; Debian's cron ignores it and goes by the machine's zone.";

export function convertCrontab({ line, form = "user", timeZone, grace }: CrontabLine): Conversion {
  return convert("line", () => {
    const { job, cronTz } = read(textOf(line));
    const zone = cronTz ?? timeZone;
    if (zone === undefined) {
      throw new NotConvertible("is needed: the zone of the machine, as timedatectl shows it", "timeZone");
    }
    const words = wordsOf(job, form);
    const { check, notes } = translate({
      name: "cron",
      texts: [[words.minute, words.hour, words.date, words.month, words.weekday].join(" ")],
      rules: [cronRule(words, DIALECT)],
      zone: knownZone(zone),
      // A job at set times runs once, late rather than never; one that repeats follows the clock.
      ...([words.minute, words.hour].some((word) => word.startsWith("*"))
        ? { inGap: "skip", inOverlap: "twice" }
        : { inGap: "afterwards", inOverlap: "once" }),
    });
    const aboutZone = cronTz === undefined ? [] : [CRON_TZ_NOTE];
    return { ok: true, check: withGrace(check, grace), notes: [...aboutZone, ...notes] };
  });
}

const SETTING = /^\s*([A-Za-z_][A-Za-z0-9_]*|"[^"]*"|'[^']*')\s*=\s*(.*?)\s*$/;

function read(text: string): { job: string; cronTz: string | undefined } {
  let cronTz: string | undefined;
  const jobs: string[] = [];
  for (const row of text.split("\n")) {
    const setting = SETTING.exec(row);
    if (/^\s*(#|$)/.test(row)) continue;
    if (!setting) jobs.push(row.trim());
    else if (jobs.length === 0 && unquoted(setting[1]) === "CRON_TZ") cronTz = unquoted(setting[2]);
  }
  const [job, ...more] = jobs;
  if (job === undefined) throw new NotConvertible("has no job; give the line with its schedule and command");
  if (more.length > 0)
    throw new NotConvertible("has several jobs; convert each line by itself, with a check each");
  return { job, cronTz };
}

function unquoted(text = ""): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

function wordsOf(job: string, form: "user" | "system"): CronWords {
  const words = job.split(/[ \t]+/);
  const [first = ""] = words;
  const shortcut = first.startsWith("@") ? first.toLowerCase() : undefined;
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
