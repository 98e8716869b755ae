/** The files in which jobs may stand, below what the user named. */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ChecksError } from "../../provider/core/errors";
import { type JobFile, type JobsRead, jobsInFiles, kindOfName, looksLikeCrontab } from "../../schedule/jobs";
import { badOption } from "../command";
import { readText } from "../files";

/** What was found below what the user named. */
export interface FoundInFiles extends JobsRead {
  /** Named, and without any job. */
  empty: string[];
}

/**
 * Reads the jobs of files and folders. Of a folder everything below it is looked at whose name says that it may hold jobs,
 * except in `node_modules` and in hidden folders other than `.github`.
 * @throws {ChecksError} when one of them is not there, or a file is of no known kind.
 */
export function jobsBelow(paths: readonly string[], timeZone: string | undefined): FoundInFiles {
  const byPath = paths.map((path) => ({ path, files: filesBelow(path) }));
  const files = new Map(byPath.flatMap((one) => one.files.map((file) => [file.file, file])));
  const read = jobsInFiles([...files.values()], timeZone);
  const used = new Set([...read.jobs, ...read.problems].map(({ file }) => file));
  const empty = byPath.filter((one) => !one.files.some(({ file }) => used.has(file)));
  return { ...read, empty: empty.map(({ path }) => path) };
}

function filesBelow(path: string): JobFile[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw badOption(path, "there is no such file or folder");
  if (stat.isDirectory()) return walk(path).map(readFile);
  const file = readFile(path);
  if (kindOfName(file.file) !== undefined || looksLikeCrontab(file.text)) return [file];
  throw new ChecksError({
    subject: path,
    reason: "it is of no kind in which jobs are known",
    remedy: "Give Kubernetes manifests, GitHub workflows, crontabs, units of systemd, or folders with them",
  });
}

/** Slashes on every system: what is compared and told is the same everywhere. */
function readFile(path: string): JobFile {
  return { file: relative(".", path).split(sep).join("/"), text: readText(path) };
}

function walk(folder: string): string[] {
  const inOrder = entriesOf(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
  return inOrder.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isSearched(entry.name) ? walk(path) : [];
    return entry.isFile() && isCandidate(path) ? [path] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new ChecksError({ subject: folder, reason: `it cannot be read (${code})` });
  }
}

function isSearched(name: string): boolean {
  return name === ".github" || !(name === "node_modules" || name.startsWith("."));
}

/** JSON is for the most part something else; manifests in it are named one by one. */
function isCandidate(path: string): boolean {
  const name = path.split(sep).join("/");
  return kindOfName(name) !== undefined && !name.endsWith(".json");
}
