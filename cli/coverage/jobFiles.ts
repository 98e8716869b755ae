/** Finds the files that may declare jobs, below the paths that the user named. */
import { accessSync, constants, type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import {
  type JobFile,
  type JobProblem,
  type JobsRead,
  jobsInFiles,
  kindOfName,
  looksLikeCrontab,
} from "../../schedule/jobs";
import { runsAgain } from "../../schedule/jobs/runsAgain";
import { codeOf, fileError, readText, statAt } from "../files";

/** The result of searching the user's paths. */
export interface FoundInFiles extends JobsRead {
  /** Named files without any job. */
  empty: string[];
}

/**
 * Reads the jobs of files and folders. In a folder it reads all files that may declare jobs according to their names,
 * except in `node_modules` and in hidden folders other than the `.github` of a repository. Follows symbolic links. What
 * cannot be read in a folder, such as the data of a database beside the manifests, is a problem of its own.
 * @throws {ChecksError} if a path does not exist or cannot be read, or a file is of no known kind.
 */
export function jobsBelow(paths: readonly string[], timeZone: string | undefined): FoundInFiles {
  const unread: JobProblem[] = [];
  const byPath = paths.map((path) => ({ path, files: filesBelow(path, unread) }));
  const files = new Map(byPath.flatMap((one) => one.files.map((file) => [file.file, file])));
  const read = jobsInFiles([...files.values()], timeZone);
  // A timer of one date runs once, and is no repeating job.
  const jobs = read.jobs.filter(({ times }) => !times.ok || runsAgain(times.check));
  const used = new Set([...jobs, ...read.problems].map(({ file }) => file));
  const empty = byPath.filter((one) => !one.files.some(({ file }) => used.has(file)));
  const problems = [...read.problems, ...unread];
  return { jobs, problems, empty: empty.map(({ path }) => path) };
}

function filesBelow(path: string, unread: JobProblem[]): JobFile[] {
  const stat = statAt(path);
  if (!stat) throw fileError(path, "there is no such file or folder");
  if (stat.isDirectory()) return new Walk(unread).below(path).map(readFile);
  const file = readFile(path);
  if (kindOfName(file.file) !== undefined || looksLikeCrontab(file.text)) return [file];
  throw fileError(
    path,
    "it is not a kind of file that can declare jobs",
    "Give Kubernetes manifests, GitHub workflows, crontabs, units of systemd, or folders with them",
  );
}

function readFile(path: string): JobFile {
  return { file: shown(path), text: readText(path) };
}

/** Slashes on every system, so that comparisons and messages are the same everywhere. */
function shown(path: string): string {
  return relative(".", path).split(sep).join("/");
}

/** The files below a folder, each once. A link is skipped if its target is found anyway. */
class Walk {
  private readonly files = new Set<string>();
  private readonly folders = new Set<string>();
  private readonly links: string[] = [];
  private root = "";

  constructor(private readonly unread: JobProblem[]) {}

  below(folder: string): string[] {
    this.root = realpathSync(folder);
    const found = this.filesIn(folder, this.root);
    // Last, because by now all files that are reached without links are known.
    for (const link of this.links) found.push(...this.filesBehind(link));
    return found;
  }

  /** Collects links to follow later, including those found later. */
  private filesIn(folder: string, real: string): string[] {
    if (this.folders.has(real)) return [];
    this.folders.add(real);
    if (real !== this.root && !this.isReadable(folder)) return [];
    const inOrder = entriesOf(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
    return inOrder.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) this.links.push(path);
      if (entry.isDirectory())
        return this.isSearched(entry.name, real) ? this.filesIn(path, join(real, entry.name)) : [];
      return entry.isFile() ? this.file(path, join(real, entry.name)) : [];
    });
  }

  private filesBehind(link: string): string[] {
    const real = this.targetOf(link);
    if (real === undefined) return [];
    const stat = statSync(real);
    if (stat.isFile()) return this.file(link, real);
    // A link to a folder above this one would lead to all of its neighbours.
    if (!stat.isDirectory() || isAbove(real, this.root)) return [];
    return this.isSearched(basename(link), realpathSync(dirname(link))) ? this.filesIn(link, real) : [];
  }

  /** Whether a folder is to be read that is in another one, whose real place is given. */
  private isSearched(name: string, real: string): boolean {
    if (name === ".github") return real === this.root || !isWithinRepository(real);
    return name !== "node_modules" && !name.startsWith(".");
  }

  private file(path: string, real: string): string[] {
    if (!isCandidate(path) || this.files.has(real)) return [];
    this.files.add(real);
    return this.isReadable(path) ? [path] : [];
  }

  private isReadable(path: string): boolean {
    try {
      accessSync(path, constants.R_OK);
      return true;
    } catch (error) {
      this.leaveOut(path, codeOf(error));
      return false;
    }
  }

  /** The final target of a link; undefined if there is none. */
  private targetOf(link: string): string | undefined {
    try {
      return realpathSync(link);
    } catch (error) {
      const code = codeOf(error);
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "ELOOP") this.leaveOut(link, code);
      return undefined;
    }
  }

  private leaveOut(path: string, code: string): void {
    this.unread.push({ file: shown(path), reason: `cannot be read (${code})` });
  }
}

function isAbove(folder: string, root: string): boolean {
  return root.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw fileError(folder, `it cannot be read (${codeOf(error)})`);
  }
}

/** Whether a folder is in a repository without being its root: GitHub runs none of the workflows that are copied into one. */
function isWithinRepository(folder: string): boolean {
  const isRoot = (one: string) => existsSync(join(one, ".git"));
  const hasRootAbove = (one: string): boolean =>
    dirname(one) !== one && (isRoot(dirname(one)) || hasRootAbove(dirname(one)));
  return !isRoot(folder) && hasRootAbove(folder);
}

/** Most JSON files are something else, so JSON manifests must be named one by one. */
function isCandidate(path: string): boolean {
  const name = path.split(sep).join("/");
  return kindOfName(name) !== undefined && !name.endsWith(".json");
}
