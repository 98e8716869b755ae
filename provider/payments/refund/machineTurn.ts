/**
 * Allows one refund of a transaction at a time on this machine: two stacks that read it at the same moment would both
 * request the refund. Between machines only the service can prevent that.
 *
 * It is not `proper-lockfile`, which knows nothing of the holder but a time: a refund on a machine that slept would lose its
 * turn, or one that was killed would keep it for as long; and not `scripts/process/lock.mjs`, which is not in the package and
 * waits without end.
 */
import { createHash, randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { stopwatch } from "../../core/clock";
import { beganAtIfAny, containerNameIfAny, isRunning } from "../../core/process";

const POLL_MS = 50;
/** A process number may belong to another process by then. */
const OLD_AFTER_MS = 3_600_000;
const STILL_THERE_MS = 1000;
/** Ten seconds in which who runs would show it. They are counted in looks, because nobody looks while the machine sleeps. */
const LOOKS = 200;

/** How long to wait for a turn. */
interface Patience {
  patienceMs: number;
  /** Waits for a moment; what it throws ends all of it. */
  pause: (milliseconds: number) => Promise<void>;
  /** What is thrown after that. */
  tooLong: () => Error;
  /** Throws where no note can be left, for the system's reason. */
  noNote: (error: NodeJS.ErrnoException) => never;
  /** Where the notes are; see `machineFolder`. */
  folder: string;
}

/**
 * Watches a note that is old, or of another container, which may share the home. Its age alone proves nothing: the clock may
 * have been set, or the machine may have slept; and the processes of a container are seen in no other one.
 */
class Watch {
  private note: string | undefined;
  private looks = 0;
  private isTouched = false;

  /** `note` tells whose it is and when it was last touched; undefined where there is none to watch. */
  look(note: string | undefined): void {
    this.looks = note === this.note ? this.looks + 1 : 0;
    this.isTouched ||= note !== undefined && this.note !== undefined && this.looks === 0;
    this.note = note;
  }

  /** Whether it is to be watched to the end, however short the patience. */
  get isGoingOn(): boolean {
    return this.note !== undefined && !this.isTouched && this.looks <= LOOKS;
  }

  /** Whether nobody has touched it all the time. */
  get isForgotten(): boolean {
    return this.note !== undefined && this.looks >= LOOKS;
  }
}

/**
 * Does `work` while nobody else on this machine does work of the same name. Problems with getting the turn are thrown
 * before the work; after it, only the result or error of the work counts. A note that nobody touches is looked at to the
 * end, however short the patience: otherwise it would stay. `isMine` tells the work whether it has its turn still: a process that was
 * stopped for long comes back too late, and of three that meet a note of one that is gone, one may take the turn of another.
 */
export async function inTurn<T>(
  name: string,
  { patienceMs, pause, tooLong, noNote, folder }: Patience,
  work: (isMine: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const file = join(folder, createHash("sha256").update(name).digest("hex"));
  const mine = [process.pid, randomUUID(), containerNameIfAny(), beganAtIfAny(process.pid)].join(" ");
  const since = stopwatch();
  const watch = new Watch();
  const isTaken = () => take(file, mine, watch).catch(noNote);
  while (!(await isTaken())) {
    if (since().steady > patienceMs && !watch.isGoingOn) throw tooLong();
    await pause(POLL_MS);
  }
  // Long work shows that it is still running.
  const alive = setInterval(() => void touch(file), STILL_THERE_MS);
  alive.unref();
  const isMine = async () => (await textOf(file)) === mine;
  try {
    return await work(isMine);
  } finally {
    clearInterval(alive);
    // A note that cannot be removed is left over once this process is gone; the result of the work is more important.
    if (await isMine()) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** The same while nobody else does work of one of these names. All take them in the same order, so that nobody waits for ever. */
export function inTurns<T>(
  names: readonly string[],
  patience: Patience,
  work: (isMine: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const [name, ...others] = [...names].sort();
  if (name === undefined) return work(async () => true);
  return inTurn(name, patience, (isMine) =>
    inTurns(others, patience, (areMine) => work(async () => (await isMine()) && (await areMine()))),
  );
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  // The turn may just have been given back.
  await utimes(file, now, now).catch(() => undefined);
}

async function take(file: string, mine: string, watch: Watch): Promise<boolean> {
  if (await write(file, mine)) return true;
  const other = await textOf(file);
  if (other !== undefined && (await isLeftOver(file, other, watch))) await putAside(file, other);
  return false;
}

/** Writes a note, completely or not at all; false if there is one already. */
async function write(file: string, text: string): Promise<boolean> {
  const note = await open(file, "wx", 0o600).catch(unlessThere);
  if (note === undefined) return false;
  try {
    await note.writeFile(text).finally(() => note.close());
    return true;
  } catch (error) {
    // On a full disk the note is empty, so nobody could tell whose it is and everybody would wait for it.
    await rm(file, { force: true });
    throw error;
  }
}

function unlessThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === "EEXIST") return undefined;
  throw error;
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

async function isLeftOver(file: string, text: string, watch: Watch): Promise<boolean> {
  const written = await stat(file).catch(() => undefined);
  const isOld = written !== undefined && Math.abs(Date.now() - written.mtimeMs) > OLD_AFTER_MS;
  const isSeen = isOfThisContainer(text);
  watch.look(isOld || (written && !isSeen) ? `${written.mtimeMs} ${text}` : undefined);
  if (written === undefined) return false;
  return watch.isForgotten || (text !== "" && isSeen && !isWriterRunning(text));
}

/** Whether the process that wrote it runs, and not another one that has its number by now. Earlier versions do not tell which. */
function isWriterRunning(text: string): boolean {
  const [number = "", , , began = ""] = text.split(" ");
  const pid = Number.parseInt(number, 10);
  const beganNow = beganAtIfAny(pid);
  return isRunning(pid) && (began === "" || beganNow === "" || beganNow === began);
}

/** Whether its writer would be seen here if it ran. Earlier versions do not tell their container. */
function isOfThisContainer(text: string): boolean {
  const [, , container] = text.split(" ");
  return container === undefined || container === containerNameIfAny();
}

/** Moves away a note whose writer is gone; if it is a new note by now, puts it back. */
async function putAside(file: string, leftOver: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await textOf(aside);
  if (moved !== undefined && moved !== leftOver) await write(file, moved);
  await rm(aside, { force: true });
}
