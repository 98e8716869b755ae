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
  return isFolder ? filesIn(call, path, names) : withReadErrors(call, path, () => [readAt(path)]);
}

/**
 * The files of a folder whose names match, in order; not those of folders below it.
 * @throws {pulumi.RunError} when it cannot be read.
 */
export function filesIn(call: string, folder: string, names: RegExp): JobFile[] {
  const paths = withReadErrors(call, folder, () => {
    const entries = readdirSync(folder, { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory() && names.test(entry.name));
    return files
      .map(({ name }) => name)
      .sort()
      .map((name) => join(folder, name));
  });
  return paths.map((path) => withReadErrors(call, path, () => readAt(path), LISTED));
}

/** Slashes on every system, so that comparisons and messages are the same everywhere. */
function readAt(path: string): JobFile {
  return { file: path.split(sep).join("/"), text: readFileSync(path, "utf8") };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "it is not a folder",
};

/** Of a file that its folder lists. */
const LISTED = { ...REASONS, ENOENT: "it is a link to a file that does not exist" };

function withReadErrors<T>(call: string, path: string, read: () => T, reasons = REASONS): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw asRunError(
      new ChecksError({
        subject: call,
        property: path === "" ? '""' : path,
        reason: reasons[code] ?? `it cannot be read (${code})`,
        ...(!isAbsolute(path) && { remedy: `The program runs in ${process.cwd()}` }),
      }),
    );
  }
}
