import { mkdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const SHORTEST_PAUSE_MS = 100;
/** Writing takes at most about one part in so many of the time. */
const REST = 8;

/**
 * Keeps a document in a file. A change is written a moment later, together with those that follow it, to a temporary
 * file that then takes the place of the old one: whoever kills the process finds the old document or the new one.
 */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private changed = false;
  private lastCostMs = 0;

  constructor(
    private readonly file: string,
    private readonly document: () => unknown,
  ) {
    try {
      mkdirSync(dirname(file), { recursive: true });
    } catch (problem) {
      throw unwritable(file, problem);
    }
  }

  /** The document of an earlier run, or undefined; fails with one sentence when the file holds anything else. */
  static load(file: string): unknown {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (problem) {
      if (codeOf(problem) === "ENOENT") return undefined;
      throw new Error(`The state file ${file} cannot be read: ${wordsOf(problem)}. Name another file.`);
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(
        `The state file ${file} cannot be read: ${text.trim() === "" ? "it is empty" : "it is not JSON"}. ` +
          "Name another file, or delete this one to start over.",
      );
    }
  }

  /** Notes that the document changed. */
  touch(): void {
    this.changed = true;
    if (this.timer || this.writing) return;
    const pause = Math.max(SHORTEST_PAUSE_MS, REST * this.lastCostMs);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // Whatever changes next tries again, and so does the end of the run, which then fails.
      this.write().catch((problem: Error) => process.emitWarning(problem.message));
    }, pause);
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    while (this.changed) await this.write();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async write(): Promise<void> {
    // What waits for its turn is written with this: a timer that fires meanwhile would write into the same temporary file.
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writeOnce();
    try {
      await this.writing;
    } finally {
      this.writing = undefined;
    }
    if (this.changed) this.touch();
  }

  private async writeOnce(): Promise<void> {
    const began = performance.now();
    this.changed = false;
    const temporary = `${this.file}.${process.pid}.tmp`;
    try {
      await writeFile(temporary, JSON.stringify(this.document()), { mode: 0o600 });
      await rename(temporary, this.file);
    } catch (problem) {
      this.changed = true;
      await rm(temporary, { force: true });
      throw unwritable(this.file, problem);
    }
    this.lastCostMs = performance.now() - began;
  }
}

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EEXIST: "a part of the path is a file",
  EISDIR: "it is a folder",
  ENOENT: "its folder is gone",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

function codeOf(problem: unknown): string | undefined {
  return (problem as NodeJS.ErrnoException).code;
}

function wordsOf(problem: unknown): string {
  return REASONS[codeOf(problem) ?? ""] ?? (problem as Error).message;
}

function unwritable(file: string, problem: unknown): Error {
  return new Error(`The state file ${file} cannot be written: ${wordsOf(problem)}. Name another file.`);
}
