/**
 * The records of this user's maintenances on this machine, one file each. A record is safely on disk before the first
 * request of its maintenance is sent, so that `maintenance end` can finish after the process was killed at any time.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { machineFolder, type Purpose } from "../../provider/core/machineFolder";
import { isRunning } from "../../provider/core/process";
import { codeOf, fileError, jsonIn, mkdirs } from "../files";
import { type QuietWindow, quietWindow } from "./window";

const RECORDS: Purpose = {
  name: "maintenance",
  what: "the record of a maintenance",
  without: "after a crash nothing would know what to put back",
  temporary: (folder, home) =>
    `${home} is not writable, so the record of the maintenance is in ${folder}; it is lost if that folder is emptied`,
};

const RECORD = /^[0-9a-f]{8}\.json$/;
const UNFINISHED = /^[0-9a-f]{8}\.json\.(\d+)$/;

/** Opens the folder that was named, else the user's cache folder. */
export async function openRecords(named: string | undefined, log: Pick<Log, "warn">): Promise<Records> {
  if (named === undefined) return new Records(await machineFolder(RECORDS, log));
  withFileErrors(named, () => mkdirs(named, 0o700));
  return new Records(named);
}

/** The records of open maintenances. */
export class Records {
  constructor(private readonly folder: string) {}

  /**
   * All open maintenances, oldest first.
   * @throws {ChecksError} if a record cannot be read, because its contents exist nowhere else.
   */
  open(): QuietWindow[] {
    const names = withFileErrors(this.folder, () => readdirSync(this.folder));
    this.removeUnfinished(names);
    const windows = names
      .filter((name) => RECORD.test(name))
      .flatMap((name) => {
        const file = join(this.folder, name);
        const text = withFileErrors(file, () => textOf(file));
        if (text === undefined) return [];
        const parsed = quietWindow.safeParse(jsonIn(text));
        if (parsed.success) return parsed.data;
        throw fileError(file, "it is not the record of a maintenance");
      });
    return windows.sort((a, b) => a.from - b.from);
  }

  /** Writes a record, replacing an earlier one. It survives a power loss once this returns. */
  write(window: QuietWindow): void {
    const file = this.fileOf(window.id);
    // The process id in the name shows which unfinished file a killed process has left behind.
    const unfinished = `${file}.${process.pid}`;
    withFileErrors(file, () => {
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

  /** Removes the record of a maintenance that is completely over. */
  forget(id: string): void {
    const file = this.fileOf(id);
    withFileErrors(file, () => rmSync(file, { force: true }));
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

/** Undefined if the file is gone, because the maintenance ended after the folder was listed. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A new file's name is on disk only once its folder is synced, which not every system supports. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function withFileErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ChecksError) throw error;
    throw fileError(file, `the record of the maintenance cannot be read or written (${codeOf(error)})`);
  }
}
