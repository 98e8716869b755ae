import { mkdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const SHORTEST_PAUSE_MS = 100;
/**
 * Writing takes at most about one eighth of the time: the pause after a write is this many times as long as the write
 * took.
 */
const REST = 8;

/**
 * Keeps a document in a file. Changes are written together after a short pause, to a temporary file that then replaces
 * the old one, so that a killed process leaves either the old or the new document.
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
      throw writeError(file, problem);
    }
  }

  /**
   * The document of an earlier run, or undefined if there is no file.
   * @throws {Error} if the file contains anything else.
   */
  static load(file: string): unknown {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (problem) {
      if (codeOf(problem) === "ENOENT") return undefined;
      throw new Error(`The state file ${file} cannot be read: ${reasonOf(problem)}. Name another file.`);
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

  /** Schedules a write, because the document has changed. */
  touch(): void {
    this.changed = true;
    if (this.timer || this.writing) return;
    const pause = Math.max(SHORTEST_PAUSE_MS, REST * this.lastCostMs);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // Only a warning: the next change retries, and so does `flush` at the end, which then fails.
      this.write().catch((problem: Error) => process.emitWarning(problem.message));
    }, pause);
  }

  /** Writes all changes that are still pending. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    while (this.changed) await this.write();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async write(): Promise<void> {
    // This write includes what the timer is waiting for; if it fired meanwhile, it would write to the same temporary
    // file.
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
      throw writeError(this.file, problem);
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

function reasonOf(problem: unknown): string {
  return REASONS[codeOf(problem) ?? ""] ?? (problem as Error).message;
}

function writeError(file: string, problem: unknown): Error {
  return new Error(`The state file ${file} cannot be written: ${reasonOf(problem)}. Name another file.`);
}
