/** The jobs of a crontab. */
import { type Conversion, convertCrontab } from "../schedulers";
import { convert, withGrace } from "../schedulers/conversion";
import type { Job, JobsRead } from "./job";
import { LAUNCHERS } from "./launchers";
import { type Marks, markIn } from "./marks";
import { firstWord, isOpen } from "./shellWord";

export interface CrontabOptions {
  file: string;
  /** `system`: each command is preceded by a user. */
  form: "user" | "system";
  /** The machine's zone; required without a `CRON_TZ`. */
  timeZone?: string | undefined;
}

/**
 * Reads a crontab. Lines that run at the machine's start (`@reboot`) are omitted, because no check could expect them.
 */
export function jobsInCrontab(text: string, { file, form, timeZone }: CrontabOptions): JobsRead {
  const read: JobsRead = { jobs: [], problems: [] };
  const settings = new Map<string, string>();
  let marks: Marks = {};
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const mark = markIn(row);
    if (mark) marks = { ...marks, ...mark };
    // The mark belongs to this line, which is commented out.
    if (COMMENTED_OUT.test(row)) marks = {};
    if (/^\s*(#|$)/.test(row)) continue;
    const [, name, value = ""] = SETTING.exec(row) ?? [];
    if (name !== undefined) {
      settings.set(unquote(name), unquote(value));
      continue;
    }
    const line = row.trim();
    const place = { file, line: index + 1 };
    const own = marks;
    marks = {};
    if (/^@reboot\s/i.test(line)) continue;
    const [schedule, written] = partsOf(line, form);
    const shell = withoutInput(written);
    // Crons that pass no input on run the whole line, as the one of Busybox; for the others it is a mistake.
    const command = isOpen(shell) ? written : shell;
    // What is no schedule is not repeated: the rest of a command may hold a password.
    if (command === "" || !SCHEDULE.test(schedule)) {
      const user = form === "system" ? ", a user" : "";
      read.problems.push({
        ...place,
        reason: `is not a line of a crontab: it must have five fields${user} and a command`,
      });
      continue;
    }
    // Without a check it needs no name, but a report shows one.
    const called = nameOf(command) ?? own.slug ?? (own.unmonitored && `line ${index + 1}`);
    if (called === undefined) {
      read.problems.push({
        ...place,
        reason:
          "has no program that could name its check: name it above, as in # pulumi-checks check: backup",
      });
      continue;
    }
    const { deadline, ...grace } = limitsOf(command);
    const cronTz = settings.get("CRON_TZ");
    const zoned = cronTz === undefined ? line : `CRON_TZ=${cronTz}\n${line}`;
    const times = convertCrontab({
      line: zoned,
      form,
      ...(timeZone !== undefined && { timeZone }),
      ...grace,
    });
    const job: Job = {
      name: called,
      scheduler: "crontab",
      schedule,
      ...(cronTz !== undefined && { timeZone: cronTz }),
      ...(deadline !== undefined && { deadline }),
      ...own,
      times: testsDate(command) ? ON_SOME_DAYS : withRandomDelay(times, settings.get("RANDOM_DELAY")),
      ...place,
    };
    read.jobs.push(job);
  }
  return read;
}

const COMMENTED_OUT =
  /^\s*#[#\s]*(?:@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|(?:[\d*]\S*\s+){3}[\w*,/-]+\s+[\w*,/-]+)\s+\S/i;

/** Any schedule, also one of fields that are wrong: how the first three begin. Some crons have a `-` in front, and some days are `L`. */
const SCHEDULE = /^(?:@|-?(?:[\d*~]\S*\s+){2}(?:[\d*~?]|LW?\s))/;

const SETTING = /^\s*([A-Za-z_][A-Za-z0-9_]*|"[^"]*"|'[^']*')\s*=\s*(.*?)\s*$/;

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

/** The shell that runs the command of a line; undefined for cron's default, `sh`. */
export function shellAt(text: string, line: number): string | undefined {
  const rows = text.split(/\r?\n/).slice(0, line - 1);
  const last = rows.findLast((row) => unquote(SETTING.exec(row)?.[1] ?? "") === "SHELL");
  return last === undefined ? undefined : unquote(SETTING.exec(last)?.[2] ?? "");
}

/** cronie starts the lines below `RANDOM_DELAY` up to that many minutes late; other crons ignore the setting. */
function withRandomDelay(times: Conversion, minutes: string | undefined): Conversion {
  if (!times.ok || minutes === undefined || !/^\d+$/.test(minutes)) return times;
  const late = Number(minutes) * 60;
  return convert("RANDOM_DELAY", () => ({
    ...times,
    check: withGrace(times.check, times.check.grace, late),
  }));
}

/** The schedule of a line, and its command. */
export function partsOf(line: string, form: CrontabOptions["form"]): [string, string] {
  // `@every 5m` of crons that are written in Go has no times here, but a command.
  const own = /^@every\s/i.test(line) ? 2 : line.startsWith("@") ? 1 : 5;
  const fields = own + (form === "system" ? 1 : 0);
  const whole = new RegExp(`^((?:\\S+\\s+){${fields}})(.*)$`).exec(line);
  const words = whole?.[1]?.trim().split(/\s+/) ?? [];
  return [words.slice(0, form === "system" ? -1 : undefined).join(" "), whole?.[2] ?? ""];
}

/** What cron gives to the shell. A backslash keeps the `%` after it, but not the one after a second backslash. */
const BEFORE_INPUT = /^(?:\\.?|[^\\%])*/;

/** A command up to the `%` from which on cron passes it the rest of the line as input. */
export function withoutInput(command: string): string {
  return BEFORE_INPUT.exec(command)?.[0] ?? "";
}

/** `timeout`, with the duration and its unit. */
const TIMEOUT =
  /^(?:\S*\/)?timeout\s+(?:(?:-[ks]|--(?:kill-after|signal))\s+\S+\s+|-\S+\s+)*(\d[\d.]*)([smhd]?)\s+/;

/** `flock`, with its options, which say how long it waits. */
const FLOCK = /^(?:\S*\/)?flock\s+((?:-\S+\s+(?:\d[\d.]*\s+)?)*)\S+\s+(?:-c\s+["']?\s*)?/;

/** `sleep`, as jobs have it that must not all begin at once, with its seconds where they are plain. */
const SLEEP =
  /^(?:\S*\/)?sleep\s+(?:(\d[\d.]*)|(?:\$\(\(.*?\)\)|\$\([^)]*\)|`[^`]*`)[smhd]?|[^\s;&|]+)\s*(?:&&|;)\s*/;

/** A sleep of a length that another language draws, as the lines of Certbot have it. */
const DRAWN_SLEEP =
  /^(?:\S*\/)?(?:perl\s+-e|python[\d.]*\s+-c)\s+(?:'[^']*\bsleep\b[^']*'|"[^"]*\bsleep\b[^"]*")\s*(?:&&|;)\s*/;

/** What the log of a job begins with. */
const LOGGED = /^(?:echo|date)(?=\s)(?:"[^"]*"|'[^']*'|\$\([^()"';&|]*\)|[<>]&|&>|[^"'`();&|\\])*(?:&&|;)\s*/;

/** What may precede the program that does the work. */
const BEFORE = [
  // `[ -x /usr/bin/backup ] && backup`, and the same with `test`, `pgrep` or `command -v`; or else `|| exit 0; backup`.
  /^(?:\[|(?:\S*\/)?(?:test|pgrep)\s|command\s+-v\s|!\s)(?:>&|&>|[^&|;])*(?:&&|\|\||;)\s*/,
  /^exit(?:\s+\d+)?\s*;\s*/,
  /^if\s[^;]*;\s*then\s+/,
  /^(?:source|\.)\s+[^\s;&|]+\s*(?:&&|;)\s*/,
  /^(?:set|umask|ulimit)\s[^;&|]*(?:&&|;)\s*/,
  LOGGED,
  /^export\s+(?=[A-Za-z_]\w*=)/,
  /^export(?:\s+[A-Za-z_]\w*)+\s*(?:&&|;)\s*/,
  TIMEOUT,
  FLOCK,
  SLEEP,
  DRAWN_SLEEP,
  /^[({]\s*/,
  /^(?:\S*\/)?(?:exec|nohup|chronic|time|setsid)\s+(?:-\w+\s+)*/,
  /^(?:\S*\/)?env\s+(?:-\w*[uC]\s+\S+\s+|--(?:unset|chdir)\s+\S+\s+|-\S*\s+)*/,
  /^(?:\S*\/)?(?:sudo|doas)\s+(?:-\w*[ugCDprtTUh]\s+\S+\s+|--(?:user|group|chdir|prompt|role|type)\s+\S+\s+|-\S+\s+)*/,
  /^(?:\S*\/)?runuser\s+(?:-u|--user)[\s=]\s*\S+\s+(?:--\s+)?(?!-)/,
  /^(?:\S*\/)?(?:su|runuser)\s+(?:-s\s+\S+\s+|-[lmp]?\s+|--\S+\s+|[^-\s"']\S*\s+)*(?:-l?c|--command)[\s=]\s*["']?\s*/,
  /^(?:\S*\/)?envdir\s+\S+\s+/,
  /^(?:\S*\/)?(?:nice|ionice)\s+(?:-\w+\s*\d*\s+)*/,
  /^(?:\S*\/)?(?:sh|bash|dash|ash|ksh|zsh)\s+(?:[-+]\w*o\s+\w+\s+|[-+](?!\w*[co]\s)\w+\s+)*-\w*c\s+["']?\s*/,
  /^(?:\S*\/)?(?:sh|bash|dash|ash|ksh|zsh)\s+(?:[-+]\w*o\s+\w+\s+|[-+]\w+\s+)*(?!-)/,
  // Options without an argument; after others the script cannot be told from the argument.
  /^(?:\S*\/)?python[\d.]*\s+(?:-[bBEIOqsSu]+\s+)*(?:-[a-zA-Z]*m\s+|(?!-))/,
  /^(?:\S*\/)?(?:node|php[\d.]*|ruby|perl)\s+(?:-[fnqTw]+\s+|--[\w-]+=\S+\s+)*(?!-)/,
  ...LAUNCHERS,
];

/**
 * What runs another program, is a word of the shell, or the number of a redirection (`exec 9>lock`): where it is left over,
 * nobody knows what the job is.
 */
const NO_PROGRAM =
  /^(?:\d+|sudo|doas|su|runuser|setpriv|systemd-run|env|envdir|exec|nohup|time|setsid|nice|ionice|flock|timeout|sleep|(?:ba|da|a|k|z)?sh|source|\.|eval|set|export|cd|exit|if|then|while|until|for|case|do|\[|test)$/;

/** A command, then the rest of it after each prefix; the last one begins with the program. */
function stepsOf(command: string): string[] {
  const steps = [command.trim()];
  for (;;) {
    const step = steps.at(-1) ?? "";
    const before = BEFORE.find((one) => one.test(step));
    const rest = before ? step.replace(before, "") : (afterFolder(step) ?? afterVariable(step));
    if (rest === undefined) return steps;
    steps.push(rest);
  }
}

/** The rest after a leading `cd`; its folder may contain blanks, and the line may end without it. */
function afterFolder(step: string): string | undefined {
  const [cd] = /^cd(?![\w./-])\s*(?:-[LP]\s+|--\s+)*/.exec(step) ?? [];
  const folder = cd === undefined ? undefined : firstWord(step.slice(cd.length));
  if (cd === undefined || folder === undefined) return undefined;
  return /^\s*(?:&&|;|\|\|\s*exit(?:\s+\d+)?\s*;)\s*(.*)$/s.exec(step.slice(cd.length + folder.length))?.[1];
}

/** The rest after a leading variable, whose value may contain blanks. Nothing of the value is the program. */
function afterVariable(step: string): string | undefined {
  const variable = /^[A-Za-z_]\w*=/.test(step) ? firstWord(step) : undefined;
  return variable === undefined ? undefined : step.slice(variable.length).replace(/^\s*(?:&&?|;)?\s*/, "");
}

/** Rejects options and parts of quoted text, which are no program names and may be parts of a password. */
const PLAIN = /^(?!-)(?=.*[A-Za-z0-9])[\p{L}\p{N}_.+@:$-]+$/u;

/** The program's name. A launcher whose work has none gives its own, and a line that only logs is called after that. */
function nameOf(command: string): string | undefined {
  const steps = stepsOf(command);
  const launcher = steps.findLast((step) => LAUNCHERS.some((one) => one.test(step)));
  return programOf(steps.at(-1)) ?? programOf(launcher) ?? programOf(steps.find((step) => LOGGED.test(step)));
}

/** The name of a step's first word, without its folder, and without a script's extension or a package's version. */
function programOf(step = ""): string | undefined {
  const [program = ""] = /^["']/.test(step) ? [firstWord(step)] : step.split(/[\s;|&<>()]/);
  const name = program
    .replace(/^["']|["']$/g, "")
    .replace(/^.*\//, "")
    .replace(/\.(?:sh|bash|py|[cm]?[jt]s|php|rb|pl|jar)$/, "")
    .replace(/@(?:latest|\d+(?:\.[\w-]+)+)$/, "");
  return PLAIN.test(name) && !NO_PROGRAM.test(name) ? name : undefined;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * A test of the date before the program, as lines have it that run on the first Monday of a month or in every other week.
 * `[ -d backup-$(date +\%F) ]` is none.
 */
const DATE_TEST =
  /^(?:if\s+(?:[^;]*?(?:&&|\|\|)\s*)?)?(?:\[\[?\s|(?:\S*\/)?(?:test|expr)\s)\s*(?:!\s+)?(?!-[a-z]\s)[^\];&|]*?(?:\$\(|`)\s*(?:\S*\/)?date[\s)`]/;

function testsDate(command: string): boolean {
  return stepsOf(command).some((step) => DATE_TEST.test(step));
}

/** On the other days the program does not run, and a line that pings would tell the test's exit code, a failure. */
const ON_SOME_DAYS: Conversion = {
  ok: false,
  property: "line",
  reason:
    "tests the date before its program runs, which no check can expect; let the program test it, and end with 0 on other days",
};

/** Connects other programs, which have their own run time. The `&` in `2>&1` or in a URL does not. */
const OTHERS = /&&|[;|]|(?<![<>])&(?=\s|$)|\s&(?![>&])/;

/** The service's own grace, in seconds. */
const DEFAULT_GRACE = 3600;

/**
 * The limit of a command's run time. `timeout 30m backup` has one, `timeout 0 backup` has none. A line with other
 * programs beside or after that one has no limit, nor has one that waits indefinitely for a lock first.
 */
function limitsOf(command: string): { deadline?: number; grace?: number } {
  // A line that pings has its own command in parentheses.
  const own = /^\( (.*) \); s=\$\?; /.exec(command)?.[1] ?? command;
  const steps = stepsOf(own);
  const at = steps.findIndex((step) => TIMEOUT.test(step));
  const [whole = "", count, unit = ""] = TIMEOUT.exec(steps[at] ?? "") ?? [];
  if (count === undefined || OTHERS.test(steps[at]?.slice(whole.length) ?? "")) return {};
  const limit = Math.ceil(Number(count) * (UNITS[unit] ?? 1));
  if (limit === 0) return {};
  const waits = steps.slice(0, at).map((step) => lockWaitOf(step) + sleepOf(step));
  const deadline = Math.ceil(waits.reduce((sum, wait) => sum + wait, limit));
  if (Number.isFinite(deadline)) return { deadline, grace: deadline };
  // The run time without the wait still counts as grace, if it exceeds the default.
  return limit > DEFAULT_GRACE ? { grace: limit } : {};
}

/** Seconds that a step sleeps first; infinite where they are worked out. */
function sleepOf(step: string): number {
  if (DRAWN_SLEEP.test(step)) return Number.POSITIVE_INFINITY;
  const sleep = SLEEP.exec(step);
  return sleep === null ? 0 : Number(sleep[1] ?? Number.POSITIVE_INFINITY);
}

/** Seconds that a step waits for a lock; infinite without an option that limits it. */
function lockWaitOf(step: string): number {
  const options = FLOCK.exec(step)?.[1];
  if (options === undefined || /(?:^|\s)(?:-[a-z]*n|--nb|--nonblock(?:ing)?)\s/.test(options)) return 0;
  const [, wait] = /(?:^|\s)(?:-w\s*|--(?:wait|timeout)[=\s]\s*)(\d[\d.]*)\s/.exec(options) ?? [];
  return wait === undefined ? Number.POSITIVE_INFINITY : Number(wait);
}
