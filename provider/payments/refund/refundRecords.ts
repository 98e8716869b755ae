/**
 * What a run of the engine has come across of attempts and refunds. A replacement deletes the old row before it creates
 * the new one, and goes on from what the old one knew. `up --replace '**'` deletes in one process and creates in
 * another, so what is deleted is left in a file too, under the name of the run.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ChecksError } from "../../core/errors";
import { writeWhole } from "../../core/wholeFile";
import type { AttemptState, RefundState } from "./refundFields";

/** The rows of the state that are remembered. */
interface Records {
  /** The note that a refund is about to be asked for. */
  attempt: AttemptState;
  /** What became of it. */
  refund: RefundState;
}
type RecordKind = keyof Records;

/** A row that a run has come across. */
interface Known<K extends RecordKind> {
  state: Records[K];
  /**
   * Whether it was this very run that took it out of the state. Otherwise an earlier one may have done that, and been cut
   * off before the replacement was there: until then the engine keeps the row, as one that waits for its replacement.
   */
  isRemoved: boolean;
}

const PREFIX = "run-";
/** Longer than between the deletion and the creation of a replacement. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** Rows of the state by transaction number, in the form in which the state has them. */
export class RefundRecords {
  private readonly rows: { [K in RecordKind]: Map<string, Known<K>> } = {
    attempt: new Map(),
    refund: new Map(),
  };
  private swept = false;

  /** `run` names that of the engine that is served; without one nothing is left for other processes. */
  constructor(
    private readonly run: string | undefined,
    private readonly folder: () => Promise<string>,
  ) {}

  /** Notes a row that the run has seen, unless this run has removed it: what the program sends was read before that. */
  see<K extends RecordKind>(kind: K, transactionNumber: string, state: Records[K]): void {
    if (this.rows[kind].get(transactionNumber)?.isRemoved) return;
    this.rows[kind].set(transactionNumber, { state, isRemoved: false });
  }

  /**
   * Notes a row that is about to leave the state.
   * @throws {ChecksError} when that cannot be noted where there is a folder: the row stays, as it is all that keeps its
   * replacement from asking again.
   */
  async remove<K extends RecordKind>(kind: K, transactionNumber: string, state: Records[K]): Promise<void> {
    this.rows[kind].set(transactionNumber, { state, isRemoved: true });
    if (this.run === undefined) return;
    // Where there is no folder, no refund can be asked for either, and the row must still be removable.
    const folder = await this.folder().catch(() => undefined);
    if (folder === undefined) return;
    try {
      await this.sweep(folder);
      await writeWhole(this.fileOf(folder, kind, transactionNumber), JSON.stringify(state));
    } catch (error) {
      this.rows[kind].set(transactionNumber, { state, isRemoved: false });
      throw notNotedError(transactionNumber, folder, error as NodeJS.ErrnoException);
    }
  }

  /** What is known; undefined when this run has seen no such row. */
  async find<K extends RecordKind>(kind: K, transactionNumber: string): Promise<Known<K> | undefined> {
    const known = this.rows[kind].get(transactionNumber);
    if (known?.isRemoved || this.run === undefined) return known;
    // What one process has only seen another one may have removed since. Where there is no folder, none could tell.
    const folder = await this.folder().catch(() => undefined);
    if (folder === undefined) return known;
    const text = await readFile(this.fileOf(folder, kind, transactionNumber), "utf8").catch(
      undefinedIfMissing,
    );
    if (text === undefined) return known;
    // The file's name is made of the kind, and only `remove` writes it.
    const state = JSON.parse(text) as Records[K];
    // Where the system does not number sockets, an earlier run may have had this one's name.
    return known && known.state.attempt.at > state.attempt.at ? known : { state, isRemoved: true };
  }

  /** Notes that the row may have been removed by an earlier run. */
  async doubt<K extends RecordKind>(kind: K, transactionNumber: string): Promise<void> {
    const known = await this.find(kind, transactionNumber);
    if (!known?.isRemoved) return;
    await this.forget(kind, transactionNumber);
    this.see(kind, transactionNumber, known.state);
  }

  /** Forgets a row that is in the state again, or whose successor is. */
  async forget(kind: RecordKind, transactionNumber: string): Promise<void> {
    this.rows[kind].delete(transactionNumber);
    if (this.run === undefined) return;
    await rm(this.fileOf(await this.folder(), kind, transactionNumber), { force: true });
  }

  private fileOf(folder: string, kind: RecordKind, transactionNumber: string): string {
    const name = createHash("sha256").update(`${this.run} ${kind} ${transactionNumber}`).digest("hex");
    return join(folder, `${PREFIX}${name}`);
  }

  /** Removes old files: most of what is deleted is not created again, so nobody picks its file up. */
  private async sweep(folder: string): Promise<void> {
    if (this.swept) return;
    this.swept = true;
    for (const name of (await readdir(folder)).filter((one) => one.startsWith(PREFIX))) {
      const file = join(folder, name);
      const written = (await stat(file).catch(undefinedIfMissing))?.mtimeMs ?? Date.now();
      if (Date.now() - written > FORGOTTEN_AFTER_MS) await rm(file, { force: true });
    }
  }
}

function notNotedError(
  transactionNumber: string,
  folder: string,
  { code, message }: NodeJS.ErrnoException,
): ChecksError {
  return new ChecksError({
    subject: `refund of ${transactionNumber}`,
    reason: `its record stays in the state, because its removal cannot be noted in ${folder} (${code ?? message})`,
    remedy: "Free disk space there, or make the folder writable, and run again; no refund was requested",
  });
}

/** Undefined for a file that does not exist. */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
