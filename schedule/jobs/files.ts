/** Which files hold jobs, by their names and by what is in them. */
import { jobsInCrontab } from "./crontab";
import { jobsInWorkflow } from "./githubWorkflow";
import { type JobFile, type JobsRead, together } from "./job";
import { jobsInManifests } from "./kubernetes";
import { jobsInUnits } from "./systemd";

/** What a file may hold, by its name. */
export type FileKind = "yaml" | "systemd" | "crontab";

/** By the name alone, so that others need not be read; undefined for one that holds no jobs by all that its name says. */
export function kindOfName(file: string): FileKind | undefined {
  const [base = ""] = file.split("/").slice(-1);
  if (/\.(?:ya?ml|json)$/i.test(base)) return "yaml";
  if (/\.(?:timer|service)$/.test(base)) return "systemd";
  if (/^crontab$|^crontab\.|\.cron(?:tab)?$/.test(base) || isCronFolder(file)) return "crontab";
  return undefined;
}

/** Names with a dot, which cron does not read there, are left-overs and placeholders. */
function isCronFolder(file: string): boolean {
  return /(?:^|\/)cron\.d\/[^/.]+$/.test(file);
}

/** Whether its lines are those of a crontab, for a file whose name says nothing. */
export function looksLikeCrontab(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(?:#|$|\w+\s*=)/.test(line));
  return lines.length > 0 && lines.every((line) => CRONTAB_LINE.test(line));
}

const CRONTAB_LINE = /^\s*(?:@[a-z]+|(?:[\d*][^\s]*\s+){2}[\d*]\S*\s+[\w*,/-]+\s+[\w*,/-]+)\s+\S/i;

/** The jobs of files; `timeZone` is the zone of the machines on which crontabs and timers run. */
export function jobsInFiles(files: readonly JobFile[], timeZone?: string): JobsRead {
  const units = files.filter(({ file }) => kindOfName(file) === "systemd");
  const others = files.filter(({ file }) => kindOfName(file) !== "systemd");
  return together([...others.map((one) => jobsIn(one, timeZone)), jobsInUnits(units, timeZone)]);
}

function jobsIn({ file, text }: JobFile, timeZone: string | undefined): JobsRead {
  if (kindOfName(file) === "yaml") {
    return isWorkflow(file, text) ? jobsInWorkflow(text, file) : jobsInManifests(text, file);
  }
  return jobsInCrontab(text, { file, form: isSystemCrontab(file) ? "system" : "user", timeZone });
}

function isWorkflow(file: string, text: string): boolean {
  if (/(?:^|\/)\.github\/workflows\/[^/]+$/.test(file)) return true;
  return /^["']?on["']?\s*:/m.test(text) && /^["']?jobs["']?\s*:/m.test(text);
}

/** Whether a crontab has a user before each command, by where it lies. */
export function isSystemCrontab(file: string): boolean {
  return isCronFolder(file) || /(?:^|\/)etc\/crontab$/.test(file);
}
