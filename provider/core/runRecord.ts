/**
 * What the processes of one run know of each other. The engine starts a new process for a provider that it replaces,
 * and one more for a refresh; they share nothing but the engine, whose address each of them is given (their parent process is
 * a shell of their own, as Pulumi starts dynamic providers). Each keeps a file of notes beside
 * the others', of which only hashes are written, and which goes when the process does.
 */
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { isRunning } from "./process";

/** Notes of one run, of this process and of its sisters. */
export class RunRecord {
  private readonly own = new Set<string>();
  private readonly run: string | undefined;
  private readonly file: string;
  private isReady = false;

  /** `run` is the engine's address; without one nothing is told to or heard from other processes. */
  constructor(
    run: string | undefined,
    private readonly folder: string = join(tmpdir(), `pulumi-checks-run-${nameOfUser()}`),
    process_: number = process.pid,
  ) {
    this.run = run === undefined ? undefined : hashOf(run);
    this.file = `${this.run}-${process_}`;
  }

  /** Tells it to the run's processes. */
  add(fact: string): void {
    const hash = hashOf(fact);
    if (this.own.has(hash)) return;
    this.own.add(hash);
    this.write(`+${hash}\n`);
  }

  /** Takes back what this process told. */
  remove(fact: string): void {
    const hash = hashOf(fact);
    if (this.own.delete(hash)) this.write(`-${hash}\n`);
  }

  /** Whether a process of the run told this, and did not take it back. */
  has(fact: string): boolean {
    return this.own.has(hashOf(fact)) || this.isToldByOther(fact);
  }

  /** The same of the other processes of the run. */
  isToldByOther(fact: string): boolean {
    const hash = hashOf(fact);
    return this.sisters().some((notes) => notes.lastIndexOf(`+${hash}`) > notes.lastIndexOf(`-${hash}`));
  }

  private write(line: string): void {
    if (this.run === undefined) return;
    if (!this.isReady) {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      this.clearAway();
      removeAtExit(join(this.folder, this.file));
      this.isReady = true;
    }
    appendFileSync(join(this.folder, this.file), line, { mode: 0o600 });
  }

  /** The notes of the engine's other processes that still run. */
  private sisters(): string[] {
    if (this.run === undefined) return [];
    return this.files()
      .filter(({ name, run, writer }) => name !== this.file && run === this.run && isRunning(writer))
      .map(({ name }) => contentOf(join(this.folder, name)));
  }

  /** Removes what killed processes left. */
  private clearAway(): void {
    for (const { name, writer } of this.files()) {
      if (name === this.file || !isRunning(writer)) rmSync(join(this.folder, name), { force: true });
    }
  }

  private files(): { name: string; run: string | undefined; writer: number }[] {
    let names: string[];
    try {
      names = readdirSync(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
    return names.map((name) => {
      const [run, writer] = name.split("-");
      return { name, run, writer: Number(writer) };
    });
  }
}

const ofThisProcess = new Set<string>();

/** One listener for all notes of the process, however many sessions it has. */
function removeAtExit(file: string): void {
  if (ofThisProcess.size === 0) {
    process.once("exit", () => {
      for (const one of ofThisProcess) rmSync(one, { force: true });
    });
  }
  ofThisProcess.add(file);
}

/** Nothing of a check is to be read from the file by others. */
function hashOf(fact: string): string {
  return createHash("sha256").update(fact).digest("hex").slice(0, 32);
}

/** A sister may end, and take its file along, at any moment. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function nameOfUser(): string {
  try {
    return String(userInfo().uid >= 0 ? userInfo().uid : userInfo().username);
  } catch {
    // A user without an entry, as in some containers.
    return "nobody";
  }
}
