/**
 * Where the processes of one user on this machine leave notes for each other, and for later. It must be the same for all
 * of them, so it follows no variable of the environment: two runs may have different temporary folders, or different
 * `HOME`s.
 */
import { constants, lstatSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ChecksError } from "./errors";
import type { Log } from "./log";

/** What the notes are for. */
export interface Purpose {
  /** Name of the folder in `~/.cache/pulumi-checks`. */
  name: string;
  /** What cannot be done without it, for messages. */
  what: string;
  /** Why that cannot be done without a folder. */
  without: string;
  /** What to say where it has to be a folder that other processes may not share. */
  temporary: (folder: string, home: string) => string;
}

/** The folders that are tried, one after another. */
export interface Places {
  /** In the user's home, as the system's list of users has it. Undefined for a user who is not in it. */
  home: string | undefined;
  /** What is left where the home cannot be written. */
  temporary: string;
}

/**
 * The folder for notes, made if need be. Where it has to be one that other processes may not share, that is said.
 * @throws {ChecksError} when there is none.
 */
export async function machineFolder(
  purpose: Purpose,
  log: Pick<Log, "warn">,
  places: Places = ownPlaces(purpose),
): Promise<string> {
  const { home, temporary } = places;
  if (home !== undefined && (await isWritable(home))) return home;
  if (await isWritable(temporary)) {
    if (!isOwn(temporary)) throw notOwn(purpose, temporary, home);
    log.warn(purpose.temporary(temporary, home ?? "the user's home"));
    return temporary;
  }
  throw new ChecksError({
    subject: purpose.what,
    reason: `neither ${home ?? "the user's home"} nor ${temporary} is writable, so ${purpose.without}`,
    remedy: "Make one of them writable",
  });
}

function ownPlaces({ name }: Purpose): Places {
  const uid = process.getuid?.() ?? 0;
  return { home: ownHome(name), temporary: join(tmpdir(), `pulumi-checks-${uid}`) };
}

function ownHome(name: string): string | undefined {
  try {
    return join(userInfo().homedir, ".cache", "pulumi-checks", name);
  } catch {
    // A container may run under a number that its list of users does not have.
    return undefined;
  }
}

/** Whoever came first may have made a folder of this name where everybody may make some, and could remove or leave notes in it. */
export function isOwn(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  const user = process.getuid?.();
  return user === undefined || (uid === user && (mode & constants.S_IWOTH) === 0);
}

function notOwn({ what, without }: Purpose, folder: string, home = "the user's home"): ChecksError {
  return new ChecksError({
    subject: what,
    reason: `${home} is not writable, and others can write ${folder}, so ${without}`,
    remedy: "Make the first one writable, or remove the second one",
  });
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
