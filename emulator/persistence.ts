import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
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
    mkdirSync(dirname(file), { recursive: true });
  }

  /** The document of an earlier run, or undefined. */
  static load(file: string): unknown {
    if (!existsSync(file)) return undefined;
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch (problem) {
      throw new Error(`the state file ${file} cannot be read: ${problem}`);
    }
  }

  /** Notes that the document changed. */
  touch(): void {
    this.changed = true;
    if (this.timer || this.writing) return;
    const pause = Math.max(SHORTEST_PAUSE_MS, REST * this.lastCostMs);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.write();
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
    this.writing = this.writeOnce();
    try {
      await this.writing;
    } finally {
      this.writing = undefined;
      if (this.changed) this.touch();
    }
  }

  private async writeOnce(): Promise<void> {
    const began = performance.now();
    this.changed = false;
    const temporary = `${this.file}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify(this.document()), { mode: 0o600 });
    await rename(temporary, this.file);
    this.lastCostMs = performance.now() - began;
  }
}
