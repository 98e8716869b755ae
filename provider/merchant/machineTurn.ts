/**
 * One refund of a transaction at a time on this machine: two stacks that look at the same moment would both ask. Between
 * machines only the service can keep them apart.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 50;
/** A process number may belong to another process by then. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** How long to wait for a turn. */
interface Patience {
  patienceMs: number;
  /** What is thrown after that. */
  tooLong: () => Error;
  /** Where the notes are. @default a folder of the user's own in the system's folder for passing files */
  folder?: string;
}

/**
 * Does `work` while nobody else on this machine does work of the same name. Where the machine has no place for notes,
 * `work` is done at once.
 */
export async function inTurn<T>(
  name: string,
  { patienceMs, tooLong, folder = ownFolder() }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  let file = await noteFor(name, folder);
  const mine = `${process.pid} ${randomUUID()}`;
  const giveUpAt = Date.now() + patienceMs;
  const taken = (note: string) =>
    take(note, mine).catch(() => {
      file = undefined;
      return true;
    });
  while (file !== undefined && !(await taken(file))) {
    if (Date.now() > giveUpAt) throw tooLong();
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (file !== undefined && (await textOf(file)) === mine) await rm(file, { force: true });
  }
}

function ownFolder(): string {
  return join(tmpdir(), `pulumi-checks-${userInfo().uid}`);
}

async function noteFor(name: string, folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, createHash("sha256").update(name).digest("hex"));
  } catch {
    return undefined;
  }
}

async function take(file: string, mine: string): Promise<boolean> {
  if (await write(file, mine)) return true;
  const other = await textOf(file);
  if (other !== undefined && (await isLeftOver(file, other))) await putAside(file, other);
  return false;
}

async function write(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

async function isLeftOver(file: string, text: string): Promise<boolean> {
  const written = await stat(file).catch(() => undefined);
  if (written === undefined) return false;
  return (
    Date.now() - written.mtimeMs > FORGOTTEN_AFTER_MS || (text !== "" && !isAlive(Number.parseInt(text, 10)))
  );
}

/** Moves a note away whose writer is gone; if it is a new one by now, gives it back. */
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
