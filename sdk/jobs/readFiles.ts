/** The files that a program names, as text. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { ChecksError } from "../../provider/core/errors";
import type { JobFile } from "../../schedule/jobs";
import { asRunError } from "../program/runError";

/**
 * A file, or those of a folder as `filesIn` returns them.
 * @throws {pulumi.RunError} when it cannot be read.
 */
export function filesAt(call: string, path: string, names: RegExp): JobFile[] {
  const isFolder = withReadErrors(call, path, () => statSync(path).isDirectory());
  return isFolder ? filesIn(call, path, names) : [readAt(call, path)];
}

/**
 * The files of a folder whose names match, in order; not those of folders below it.
 * @throws {pulumi.RunError} when it cannot be read.
 */
export function filesIn(call: string, folder: string, names: RegExp): JobFile[] {
  const entries = withReadErrors(call, folder, () => readdirSync(folder, { withFileTypes: true }));
  const files = entries.filter((entry) => !entry.isDirectory() && names.test(entry.name));
  return files
    .map(({ name }) => name)
    .sort()
    .map((name) => readAt(call, join(folder, name)));
}

/** Slashes on every system, so that comparisons and messages are the same everywhere. */
function readAt(call: string, path: string): JobFile {
  const file = path.split(sep).join("/");
  return { file, text: withReadErrors(call, file, () => readFileSync(path, "utf8")) };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "it is not a folder",
};

function withReadErrors<T>(call: string, path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw asRunError(
      new ChecksError({
        subject: call,
        property: path,
        reason: REASONS[code] ?? `it cannot be read (${code})`,
        ...(!isAbsolute(path) && { remedy: `The program runs in ${process.cwd()}` }),
      }),
    );
  }
}
