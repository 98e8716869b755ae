/**
 * The records of this user's maintenances on this machine, one file each. A record is on the disk, for good, before the
 * first request that it is about is sent: whenever the process is killed, `maintenance end` can finish.
 */
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { machineFolder, type Purpose } from "../../provider/core/machineFolder";
import { isRunning } from "../../provider/core/process";
import { codeOf, jsonIn } from "../files";
import { grouped } from "../lists";
import { type QuietWindow, quietWindow } from "./window";

const RECORDS: Purpose = {
  name: "maintenance",
  what: "the record of a maintenance",
  without: "nothing would know what to put back after a crash",
  temporary: (folder, home) =>
    `the record of the maintenance is in ${folder}, as ${home} cannot be written: it is lost when that is emptied`,
};

const RECORD = /^[0-9a-f]{8}\.json$/;
const UNFINISHED = /^[0-9a-f]{8}\.json\.(\d+)$/;
const HISTORY = "history.jsonl";

const ended = z.object({
  id: z.string(),
  reason: z.string(),
  /** UNIX seconds. */
  from: z.int(),
  to: z.int(),
  /** Unique keys of its checks. */
  checks: z.array(z.string()),
});
/** A maintenance that is over. */
export type EndedWindow = z.output<typeof ended>;

/** The folder of the records: the one that was named, else the user's own. */
export async function openRecords(named: string | undefined, log: Pick<Log, "warn">): Promise<Records> {
  if (named === undefined) return new Records(await machineFolder(RECORDS, log));
  telling(named, () => mkdirSync(named, { recursive: true, mode: 0o700 }));
  return new Records(named);
}

/** Maintenances that are open, and those that are over. */
export class Records {
  constructor(private readonly folder: string) {}

  /**
   * All that are open, the oldest first.
   * @throws {ChecksError} when a record cannot be read: nobody else knows what is in it.
   */
  open(): QuietWindow[] {
    const names = telling(this.folder, () => readdirSync(this.folder));
    this.removeUnfinished(names);
    const windows = names
      .filter((name) => RECORD.test(name))
      .map((name) => {
        const file = join(this.folder, name);
        const parsed = quietWindow.safeParse(jsonIn(telling(file, () => readFileSync(file, "utf8"))));
        if (parsed.success) return parsed.data;
        throw new ChecksError({ subject: file, reason: "it is not the record of a maintenance" });
      });
    return windows.sort((a, b) => a.from - b.from);
  }

  /** Writes a record, in place of an earlier one. When this returns, it outlives a loss of power. */
  write(window: QuietWindow): void {
    const file = this.fileOf(window.id);
    // Named after its writer: what a killed one left is known by that.
    const unfinished = `${file}.${process.pid}`;
    telling(file, () => {
      const descriptor = openSync(unfinished, "w", 0o600);
      try {
        writeFileSync(descriptor, `${JSON.stringify(window, null, 2)}\n`);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(unfinished, file);
      syncFolder(dirname(file));
    });
  }

  /** Notes that a maintenance is over for these checks. Twice is once. */
  note(over: EndedWindow): void {
    const file = join(this.folder, HISTORY);
    // On a line of its own, also after one that was cut off.
    telling(file, () => appendFileSync(file, `\n${JSON.stringify(over)}\n`, { mode: 0o600 }));
  }

  /** Removes the record of a maintenance of which nothing is left to be done. */
  forget(id: string): void {
    const file = this.fileOf(id);
    telling(file, () => rmSync(file, { force: true }));
  }

  /** Those that are over, each once, as far as this machine has seen their ends. */
  history(): EndedWindow[] {
    const file = join(this.folder, HISTORY);
    const lines = telling(file, () => {
      try {
        return readFileSync(file, "utf8").split("\n");
      } catch (error) {
        if (codeOf(error) === "ENOENT") return [];
        throw error;
      }
    });
    // A line that was being written when its process was killed is none.
    const windows = lines.flatMap((line) => ended.safeParse(jsonIn(line)).data ?? []);
    return [...grouped(windows, ({ id }) => id).values()].flatMap(together);
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  private removeUnfinished(names: readonly string[]): void {
    for (const name of names) {
      const writer = UNFINISHED.exec(name)?.[1];
      if (writer === undefined || isRunning(Number(writer))) continue;
      rmSync(join(this.folder, name), { force: true });
    }
  }
}

/** One that was ended in several steps. */
function together(parts: readonly EndedWindow[]): EndedWindow[] {
  const last = parts.at(-1);
  const checks = [...new Set(parts.flatMap((part) => part.checks))];
  return last === undefined ? [] : [{ ...last, checks }];
}

/** The name of a file is on the disk when its folder is; not every system can be asked for that. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function telling<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ChecksError) throw error;
    throw new ChecksError({
      subject: file,
      reason: `the record of the maintenance cannot be read or written (${codeOf(error)})`,
    });
  }
}
