/** Recognizes files that define jobs, by their names and contents. */
import { resolve, sep } from "node:path";
import { jobsInCrontab, partsOf } from "./crontab";
import { jobsInWorkflow } from "./githubWorkflow";
import { type JobFile, type JobsRead, together } from "./job";
import { jobsInManifests } from "./kubernetes";
import { patchesAmong, withoutPatches } from "./kustomize";
import { jobsInUnits } from "./systemd";

/** The kind of file, according to its name. */
export type FileKind = "yaml" | "systemd" | "crontab";

/** Uses only the name, so that other files need not be read; undefined if the name rules out any jobs. */
export function kindOfName(file: string): FileKind | undefined {
  const [base = ""] = file.split("/").slice(-1);
  if (/\.(?:ya?ml|json)$/i.test(base)) return "yaml";
  if (/\.(?:timer|service)(?:$|\.d\/[^/]+\.conf$)/.test(file)) return "systemd";
  if (isCronFolder(file)) return "crontab";
  return /^crontab$|^crontab\.|\.cron(?:tab)?$/.test(base) && !OTHER_CONTENT.test(base)
    ? "crontab"
    : undefined;
}

/** Programs and texts about crontabs (`crontab.py`, `crontab.md`), and how the image of a cron is built (`Dockerfile.cron`). */
const OTHER_CONTENT =
  /^(?:Docker|Container)file\.|^crontab\.(?:(?:c|m)?[jt]sx?|py|rb|php|pl|go|rs|java|cs|c|h|lua|nix|(?:ba|z|fi)?sh|ps1|tf|toml|sql|xml|html?|css|svg|png|md|rst|adoc)$/i;

/** cron ignores names with a dot there, and copies of editors; they are left-overs and placeholders. */
function isCronFolder(file: string): boolean {
  return /\/cron\.d\/[^/.]*[^/.~]$/.test(placeOf(file));
}

/** The whole path: a file may be named from within the folder that tells what it is. */
function placeOf(file: string): string {
  return resolve(file).replaceAll(sep, "/");
}

/** Whether the lines are a crontab's, for a file whose name does not tell. */
export function looksLikeCrontab(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(?:#|$|\w+\s*=)/.test(line));
  return lines.length > 0 && lines.every((line) => CRONTAB_LINE.test(line));
}

const CRONTAB_LINE = /^\s*(?:@[a-z]+|(?:[\d*][^\s]*\s+){2}[\d*]\S*\s+[\w*,/-]+\s+[\w*,/-]+)\s+\S/i;

/** The jobs of files. `timeZone` is the zone of the machines that run crontabs and timers. */
export function jobsInFiles(files: readonly JobFile[], timeZone?: string): JobsRead {
  const units = files.filter(({ file }) => kindOfName(file) === "systemd");
  const others = files.filter(({ file }) => kindOfName(file) !== "systemd");
  const patches = patchesAmong(others);
  const read = others.map((one) => {
    const jobs = jobsIn(one, timeZone);
    return patches.has(one.file) ? withoutPatches(jobs) : jobs;
  });
  return together([...read, jobsInUnits(units, timeZone)]);
}

function jobsIn({ file, text }: JobFile, timeZone: string | undefined): JobsRead {
  if (kindOfName(file) === "yaml") {
    return isWorkflow(file, text) ? jobsInWorkflow(text, file) : jobsInManifests(text, file);
  }
  // The program `crontab` itself, in the files of an image.
  if (text.includes("\0")) return together([]);
  const form = (hasUsers(text) ?? isSystemCrontab(file)) ? "system" : "user";
  return jobsInCrontab(text, { file, form, timeZone });
}

function isWorkflow(file: string, text: string): boolean {
  if (/(?:^|\/)\.github\/workflows\/[^/]+$/.test(file)) return true;
  return /^["']?on["']?\s*:/m.test(text) && /^["']?jobs["']?\s*:/m.test(text);
}

/** Whether each command of a crontab is preceded by a user, according to the file's location. */
export function isSystemCrontab(file: string): boolean {
  return isCronFolder(file) || /\/etc\/crontab$/.test(placeOf(file));
}

/** Users that no program is called like, and that crontabs of systems often have. */
const USER =
  /^(root|www-data|apache|nobody|ubuntu|debian|centos|fedora|ec2-user|azureuser|vagrant|pi|postgres)\s/;

/** The user before a command; undefined if its first word may be a program. */
export function userOf(command: string): string | undefined {
  return USER.exec(command)?.[1];
}

/** Whether the first word of a command can be no user, but is a path, a variable or the like. */
export function isNoUser(command: string): boolean {
  return /^[^\p{L}\p{N}_]/u.test(command);
}

/** Whether each command of a crontab is preceded by a user; undefined where its lines do not tell. */
function hasUsers(text: string): boolean | undefined {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[@\d*]/.test(line));
  const commands = lines.map((line) => partsOf(line.trim(), "user")[1]);
  if (commands.length === 0) return undefined;
  if (commands.every((command) => userOf(command) !== undefined)) return true;
  return commands.every(isNoUser) ? false : undefined;
}
