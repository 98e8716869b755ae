/**
 * Where the processes of one user on this machine leave notes for each other. It must be the same for all of them, so
 * it follows no variable of the environment: two runs may have different temporary folders, or different `HOME`s.
 */
import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ChecksError } from "../../core/errors";
import type { Log } from "../../core/log";

/** The folders that are tried, one after another. */
interface Places {
  /** In the user's home, as the system's list of users has it. Undefined for a user who is not in it. */
  home: string | undefined;
  /** What is left where the home cannot be written. */
  temporary: string;
}

/**
 * The folder for notes, made if need be. Where it has to be one that other processes may not share, that is said.
 * @throws {ChecksError} when there is none: without it nothing keeps two runs apart.
 */
export async function machineFolder(log: Log, places: Places = ownPlaces()): Promise<string> {
  const { home, temporary } = places;
  if (home !== undefined && (await isWritable(home))) return home;
  if (await isWritable(temporary)) {
    log.warn(
      `refunds take turns in ${temporary}, as ${home ?? "the user's home"} cannot be written: processes with another temporary folder are not seen`,
    );
    return temporary;
  }
  throw new ChecksError({
    subject: "taking turns on this machine",
    reason: `neither ${home ?? "the user's home"} nor ${temporary} can be written, so nothing would keep two runs apart`,
    remedy: "Make one of them writable",
  });
}

function ownPlaces(): Places {
  const uid = process.getuid?.() ?? 0;
  return { home: ownHome(), temporary: join(tmpdir(), `pulumi-checks-${uid}`) };
}

function ownHome(): string | undefined {
  try {
    return join(userInfo().homedir, ".cache", "pulumi-checks", "refunds");
  } catch {
    // A container may run under a number that its list of users does not have.
    return undefined;
  }
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
