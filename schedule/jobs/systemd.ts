/** systemd timers, with the services that they start. */
import { convertSystemdTimer, type SystemdTimer } from "../schedulers";
import { NotConvertible } from "../schedulers/conversion";
import { systemdSpan } from "../schedulers/spans";
import type { Job, JobFile, JobsRead } from "./job";
import { marksIn } from "./marks";

/**
 * Reads the timers among unit files. `timeZone` is the machine's, required if an OnCalendar names none. A timer of which
 * only drop-ins are there is omitted, because its own unit may say more. What a drop-in says has no line in the unit.
 */
export function jobsInUnits(units: readonly JobFile[], timeZone?: string): JobsRead {
  const whole = withDropIns(units);
  const texts = new Map(whole.map(({ file, text }) => [file, text]));
  const own = new Map(units.map(({ file, text }) => [file, text.split("\n").length]));
  const textOf = (file: string) => texts.get(file) ?? "";
  const startedBy = (timer: JobFile) => {
    const service = serviceOf(timer);
    return own.has(service) ? textOf(service) : `${textOf(templateOf(service) ?? "")}\n${textOf(service)}`;
  };
  const jobs = whole
    .filter(({ file }) => file.endsWith(".timer") && own.has(file))
    .flatMap((timer) => jobOf(timer, startedBy(timer), timeZone) ?? [])
    .map(({ line = 0, ...job }) => ({ ...job, ...(line <= (own.get(job.file) ?? 0) && { line }) }));
  return { jobs, problems: [] };
}

const DROP_IN = /\.d\/[^/]+\.conf$/;

/** Units, the text of each followed by its drop-ins (`backup.service.d/limits.conf`), which systemd reads after it. */
export function withDropIns(files: readonly JobFile[]): JobFile[] {
  const units = files.filter(({ file }) => !DROP_IN.test(file));
  const dropIns = files.filter(({ file }) => DROP_IN.test(file));
  const texts = new Map(units.map(({ file, text }) => [file, text]));
  for (const { file, text } of dropIns.sort((a, b) => (a.file < b.file ? -1 : 1))) {
    const unit = file.replace(DROP_IN, "");
    texts.set(unit, `${texts.get(unit) ?? ""}\n${text}`);
  }
  return [...texts].map(([file, text]) => ({ file, text }));
}

/** The template's unit (`backup@.service` of `backup@db.service`), which an instance has that has none of its own. */
function templateOf(service: string): string | undefined {
  const template = service.replace(/@[^/]+(?=\.service$)/, "@");
  return template === service ? undefined : template;
}

/** A timer that starts something only at the machine's start is omitted, because no check could expect it. */
function jobOf({ file, text }: JobFile, service: string, timeZone?: string): Job | undefined {
  const settings = settingsOf(text);
  const inTimer = settings.filter(({ section }) => section === "Timer");
  const starts = startsOf(inTimer);
  const timer = (key: string) => (isStart(key) ? starts : inTimer).filter((one) => one.key === key);
  const last = (key: string) => timer(key).at(-1)?.value;
  const calendar = timer("OnCalendar");
  const [active, inactive] = [timer("OnUnitActiveSec"), timer("OnUnitInactiveSec")].map(soonest);
  const repeats = calendar.at(-1) ?? active ?? inactive;
  if (!repeats) return undefined;
  const name = baseOf(file).replace(/\.timer$/, "");
  const deadline = deadlineOf(service);
  const options: SystemdTimer = {
    ...(calendar.length > 0 && { onCalendar: calendar.map(({ value }) => value) }),
    ...ifGiven("onUnitActiveSec", active?.value),
    ...ifGiven("onUnitInactiveSec", inactive?.value),
    ...ifGiven("onBootSec", last("OnBootSec")),
    ...ifGiven("onStartupSec", last("OnStartupSec")),
    ...ifGiven("onActiveSec", last("OnActiveSec")),
    ...ifGiven("randomizedDelaySec", last("RandomizedDelaySec")),
    ...ifGiven("randomizedOffsetSec", last("RandomizedOffsetSec")),
    ...ifGiven("accuracySec", last("AccuracySec")),
    ...ifGiven("timeZone", timeZone),
    ...(deadline !== undefined && { grace: deadline }),
  };
  const times = convertSystemdTimer(options);
  const zone = times.ok && "tz" in times.check ? times.check.tz : timeZone;
  return {
    name,
    scheduler: "systemd",
    schedule:
      calendar.length > 0 ? calendar.map(({ value }) => value).join(", ") : `${repeats.key}=${repeats.value}`,
    ...(zone !== undefined && { timeZone: zone }),
    ...(deadline !== undefined && { deadline }),
    ...marksIn(text),
    times,
    file,
    line: repeats.line,
  };
}

function isStart(key: string): boolean {
  return /^On(Calendar|(Active|Boot|Startup|UnitActive|UnitInactive)Sec)$/.test(key);
}

/** The lines that say when a timer starts its service; an empty one resets all before it, of every kind. */
function startsOf(settings: readonly Setting[]): Setting[] {
  const starts = settings.filter(({ key }) => isStart(key));
  return starts.slice(starts.findLastIndex(({ value }) => value === "") + 1);
}

/** Of several spans the shortest, because each of them starts the service; the first that cannot be read, to be told. */
function soonest(spans: readonly Setting[]): Setting | undefined {
  const unreadable = spans.find(({ value }) => secondsOf(value) === undefined);
  const [first, ...others] = spans;
  const seconds = ({ value }: Setting) => secondsOf(value) ?? 0;
  return (
    unreadable ??
    (first && others.reduce((least, one) => (seconds(one) < seconds(least) ? one : least), first))
  );
}

/** The file of the service that a timer starts, in the timer's folder. */
export function serviceOf({ file, text }: JobFile): string {
  const named = settingsOf(text).findLast(({ section, key }) => section === "Timer" && key === "Unit")?.value;
  return named ? `${file.slice(0, -baseOf(file).length)}${named}` : file.replace(/timer$/, "service");
}

function ifGiven<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  // An empty one is the default again.
  return value === undefined || value === "" ? {} : ({ [key]: value } as { [key in K]?: string });
}

/** The longest run time: `RuntimeMaxSec`, and `TimeoutStartSec` for a service that ends with its run. */
function deadlineOf(service: string): number | undefined {
  if (lastOf(service, ["Type"]) === "oneshot") {
    const each = limitOf(lastOf(service, ["TimeoutStartSec", "TimeoutSec"]));
    return each === undefined ? undefined : each * Math.max(commandsOf(service), 1);
  }
  const most = limitOf(lastOf(service, ["RuntimeMaxSec"]));
  const random = lastOf(service, ["RuntimeRandomizedExtraSec"]);
  if (most === undefined || random === undefined || random === "") return most;
  const extra = secondsOf(random);
  return extra === undefined ? undefined : most + extra;
}

/**
 * How many commands run one after another, each limited by `TimeoutStartSec`. The start ping is not counted, because it
 * has its own limit.
 */
function commandsOf(service: string): number {
  const settings = settingsOf(service);
  return ["ExecCondition", "ExecStartPre", "ExecStart", "ExecStartPost"].reduce((count, key) => {
    const own = listOf(settings, key).flatMap(commandsIn);
    return count + own.filter((command) => !command.includes(PING)).length;
  }, 0);
}

/** The commands of one line. They are separated by a semicolon that is a separate word, not quoted and not escaped. */
function commandsIn(line: string): string[] {
  const commands = [""];
  for (const [word] of line.matchAll(WORD)) {
    if (word === ";") commands.push("");
    else commands.push(`${commands.pop()} ${word}`);
  }
  return commands.filter((command) => command !== "");
}

/** A word as systemd splits them: quoted blanks belong to it. */
const WORD = /(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s"'\\])+/g;

/** The URL of the start ping, as in the lines we suggest for a timer's service. */
const PING = "CHECKS_PING_URL/start";

/** Seconds after which systemd ends the processes of a stopping service; undefined if its unit sets no limit. */
export function stopLimitOf(service: string): number | undefined {
  return limitOf(lastOf(service, ["TimeoutStopSec", "TimeoutSec"]));
}

/**
 * The setting that keeps a service's commands from every host, with all it lists; undefined if there is none. Where some
 * addresses are allowed, the one of the service that is pinged may be among them.
 */
export function networkBarOf(service: string): string | undefined {
  const isPrivate = lastOf(service, ["PrivateNetwork"]) ?? "";
  if (/^(?:1|yes|y|true|t|on)$/i.test(isPrivate)) return `PrivateNetwork=${isPrivate}`;
  const settings = settingsOf(service);
  const families = listOf(settings, "RestrictAddressFamilies");
  if (barsIp(families)) return `RestrictAddressFamilies=${families.join(" ")}`;
  const denied = listOf(settings, "IPAddressDeny").join(" ");
  const isBar = /\bany\b/.test(denied) && listOf(settings, "IPAddressAllow").length === 0;
  return isBar ? `IPAddressDeny=${denied}` : undefined;
}

/**
 * Whether these lines leave no socket of IPv4 or IPv6. As systemd reads them: the first one decides whether the families
 * listed are the only ones allowed or, with `~`, those forbidden; a line of the other kind takes families out again.
 */
function barsIp(lines: readonly string[]): boolean {
  const [first] = lines;
  if (first === undefined) return false;
  const allows = !first.startsWith("~");
  const families = new Set<string>();
  for (const line of lines) {
    for (const family of line.replace(/^~/, "").split(/\s+/)) {
      if (line.startsWith("~") !== allows) families.add(family);
      else families.delete(family);
    }
  }
  return ["AF_INET", "AF_INET6"].every((family) => families.has(family) !== allows);
}

/** The value of the last of some settings of a service. */
function lastOf(service: string, keys: readonly string[]): string | undefined {
  return settingsOf(service).findLast(({ section, key }) => section === "Service" && keys.includes(key))
    ?.value;
}

/** The values of a service's setting whose lines add up; an empty one resets those before it. */
function listOf(settings: readonly Setting[], key: string): string[] {
  const lines = settings
    .filter((one) => one.section === "Service" && one.key === key)
    .map(({ value }) => value);
  return lines.slice(lines.lastIndexOf("") + 1);
}

function limitOf(limit: string | undefined): number | undefined {
  // systemd's 0 means no limit, and an empty one the default.
  return limit === undefined ? undefined : secondsOf(limit) || undefined;
}

/** Undefined if the span is infinite or cannot be read. */
function secondsOf(span: string): number | undefined {
  try {
    return Math.ceil(systemdSpan(span, "TimeoutStartSec"));
  } catch (error) {
    if (error instanceof NotConvertible) return undefined;
    throw error;
  }
}

interface Setting {
  section: string;
  key: string;
  value: string;
  line: number;
}

/** The settings of a unit file. A line that ends in a backslash continues on the next. */
function settingsOf(text: string): Setting[] {
  const settings: Setting[] = [];
  let section = "";
  let open: Setting | undefined;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (/^\s*[#;]/.test(row)) continue;
    if (open) open.value = `${open.value} ${row.trim()}`;
    else if (/^\s*\[.*\]\s*$/.test(row)) section = row.trim().slice(1, -1);
    else {
      const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(row) ?? [];
      if (key === undefined || value === undefined) continue;
      open = { section, key, value, line: index + 1 };
      settings.push(open);
    }
    if (open?.value.endsWith("\\")) open.value = open.value.slice(0, -1).trim();
    else open = undefined;
  }
  return settings;
}

function baseOf(file: string): string {
  return file.replace(/^.*\//, "");
}
