/**
 * What the processes of one run know of each other. The engine starts a new process for a provider that it replaces, and
 * one more for a refresh; they share only the engine, so the run is named after it (as Pulumi starts dynamic providers,
 * the parent of each process is a shell of its own). Each process keeps a file of notes beside those of the others. The
 * file contains only hashes and is removed when its process ends.
 */
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ChecksError } from "./errors";
import type { Log } from "./log";
import { isOwn } from "./machineFolder";
import { containerNameIfAny, isRunning } from "./process";

const REMEDY = "Free disk space there, or set TMPDIR (TEMP on Windows) to a writable folder";

/** Notes of one run, of this process and of its sisters. */
export class RunRecord {
  private readonly own = new Set<string>();
  private readonly run: string | undefined;
  private readonly file: string;
  private isReady = false;
  private hasWarned = false;
  /** Lines that could not be written; they are written together with the next one. */
  private unwritten = "";

  /** `run` is the run's name (`runNameOf`); without one, no notes are exchanged with other processes. */
  constructor(
    run: string | undefined,
    private readonly log: Pick<Log, "warn">,
    private readonly folder: string = join(
      tmpdir(),
      `pulumi-checks-run-${nameOfUser()}${numberOfContainer()}`,
    ),
    process_: number = process.pid,
  ) {
    this.run = run === undefined ? undefined : hashOf(run);
    this.file = `${this.run}-${process_}`;
  }

  /** Notes a fact for the run's other processes. */
  add(fact: string): void {
    const hash = hashOf(fact);
    if (this.own.has(hash)) return;
    this.own.add(hash);
    this.tell(`+${hash}\n`);
  }

  /** Takes back a fact that this process noted. */
  remove(fact: string): void {
    const hash = hashOf(fact);
    if (this.own.delete(hash)) this.tell(`-${hash}\n`);
  }

  /**
   * Notes a fact without which the caller must not go on; returns whether no other process of the run has noted it.
   * @throws {ChecksError} when the notes cannot be written or read.
   */
  claim(fact: string): boolean {
    const hash = hashOf(fact);
    try {
      this.write(`+${hash}\n`);
      this.own.add(hash);
      return !this.isToldBySister(hash);
    } catch (error) {
      throw new ChecksError({
        reason: `the processes of this run cannot coordinate: ${this.troubleOf(error)}`,
        remedy: REMEDY,
      });
    }
  }

  /** Whether a process of the run noted this and did not take it back. */
  has(fact: string): boolean {
    return this.own.has(hashOf(fact)) || this.isToldByOther(fact);
  }

  /** The same of the other processes of the run. */
  isToldByOther(fact: string): boolean {
    try {
      return this.isToldBySister(hashOf(fact));
    } catch (error) {
      this.warn(error);
      return false;
    }
  }

  private isToldBySister(hash: string): boolean {
    return this.sisters().some((notes) => notes.lastIndexOf(`+${hash}`) > notes.lastIndexOf(`-${hash}`));
  }

  /** Most facts are noted after something was created; a failure here must not fail that. */
  private tell(line: string): void {
    try {
      this.write(line);
    } catch (error) {
      this.unwritten += line;
      this.warn(error);
    }
  }

  private warn(error: unknown): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.log.warn(
      `the processes of this run cannot coordinate: ${this.troubleOf(error)}. A check that moves from one provider to another may be deleted, and no refund starts. ${REMEDY}`,
    );
  }

  private troubleOf(error: unknown): string {
    const { code, message } = error as NodeJS.ErrnoException;
    return `their notes in ${this.folder} cannot be written or read (${code ?? message})`;
  }

  private write(line: string): void {
    if (this.run === undefined) return;
    if (!this.isReady) {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      this.clearAway();
      removeAtExit(join(this.folder, this.file));
      this.isReady = true;
    }
    appendFileSync(join(this.folder, this.file), this.unwritten + line, { mode: 0o600 });
    this.unwritten = "";
  }

  /** The notes of the engine's other processes that still run. */
  private sisters(): string[] {
    if (this.run === undefined) return [];
    return this.files()
      .filter(({ name, run, writer }) => name !== this.file && run === this.run && isRunning(writer))
      .map(({ name }) => contentOf(join(this.folder, name)));
  }

  /** Removes the files of processes that were killed. */
  private clearAway(): void {
    for (const { name, writer } of this.files()) {
      if (name === this.file || !isRunning(writer)) rmSync(join(this.folder, name), { force: true });
    }
  }

  private files(): { name: string; run: string | undefined; writer: number }[] {
    let names: string[];
    try {
      refuseStrange(this.folder);
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

/** In a folder that somebody else made, a name may lead to any of this user's files. */
function refuseStrange(folder: string): void {
  if (!isOwn(folder)) throw new Error("others can write it");
}

const ofThisProcess = new Set<string>();

/** One listener for all notes of the process, however many sessions it has. */
function removeAtExit(file: string): void {
  if (ofThisProcess.size === 0) {
    process.once("exit", () => {
      for (const one of ofThisProcess) {
        try {
          rmSync(one, { force: true });
        } catch {
          // The folder cannot be written any more; nobody believes the notes of a process that is gone.
        }
      }
    });
  }
  ofThisProcess.add(file);
}

/** Others must not be able to read anything about a check from the file. */
function hashOf(fact: string): string {
  return createHash("sha256").update(fact).digest("hex").slice(0, 32);
}

/** Another process may end at any moment, and its file goes with it. */
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

/**
 * Containers may share the temporary folder, but see none of each other's processes, and would take their files for those
 * of killed ones.
 */
function numberOfContainer(): string {
  const name = containerNameIfAny();
  return name === "" ? "" : `-${name.replace(/\D/g, "")}`;
}
