/** Reads and writes files for commands. Every error names the file. */

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import type { ChecksError } from "../provider/core/errors";
import { jsonOrUndefined } from "../provider/core/json";
import { badOption } from "./command";

const STDIN = 0;

const REFUSED_BYTES = "ERR_ENCODING_INVALID_ENCODED_DATA";

/**
 * The text of a file that will be rewritten.
 * @throws {ChecksError} if it cannot be read, or is not in UTF-8, because rewriting would change its bytes.
 */
export function readToRewrite(file: string): string {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (codeOf(error) !== REFUSED_BYTES) throw unreadable(file, error);
    throw fileError(file, "it is not in UTF-8", "Convert it first");
  }
}

/**
 * The text of a file in UTF-8, or in UTF-16 as written by `>` of Windows PowerShell. `-` is stdin.
 * @throws {ChecksError} if it cannot be read; `remedy` is added to the message.
 */
export function readText(file: string, remedy?: string): string {
  try {
    const bytes = readFileSync(file === "-" ? STDIN : file);
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    // Keeps a byte order mark, so that a document that is rewritten still has it.
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable(file, error, remedy);
  }
}

function unreadable(file: string, error: unknown, remedy?: string): ChecksError {
  const code = codeOf(error);
  return fileError(file, code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`, remedy);
}

/**
 * What a path leads to; undefined if nothing is there.
 * @throws {ChecksError} if that cannot be told, as where the path goes through a file.
 */
export function statAt(path: string): Stats | undefined {
  // Not `throwIfNoEntry: false`, for which newer versions of Node take a path through a file for one to nothing.
  try {
    return statSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw unreadable(path, error);
  }
}

/**
 * Writes a file as a whole or not at all: a full disk, or the end of the process, leaves the old one. A link stays one.
 * @throws {ChecksError} if it cannot be written.
 */
export function writeText(file: string, text: string): void {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isFile()) {
      accessSync(file, constants.W_OK);
      rewrite(realpathSync(file), text, there.mode);
      // Nothing can take the place of a device or a pipe; what a link leads to is made there.
    } else if (lstatSync(file, { throwIfNoEntry: false })) writeFileSync(file, text);
    else replaceFile(file, text);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Where nothing new may be beside a file, or take its place, only its text can be changed. */
const NO_REPLACING = /^(EACCES|EPERM|EROFS|EBUSY|EXDEV)$/;

function rewrite(file: string, text: string, mode: number): void {
  try {
    replaceFile(file, text, mode);
  } catch (error) {
    if (!NO_REPLACING.test(codeOf(error))) throw error;
    writeFileSync(file, text);
  }
}

/** Whether a file of this name is one that was killed before it was put in place. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

const UNFINISHED = /\.\d+\.tmp$/;

/** Puts a new file in place, also of a link, which is not followed. */
export function replaceFile(file: string, text: string, mode?: number): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text, { flag: "wx" });
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    // Otherwise it is somebody else's.
    if (codeOf(error) !== "EEXIST") rmSync(beside, { force: true });
    throw error;
  }
}

/** The error of a file that cannot be written. */
export function unwritable(file: string, error: unknown): ChecksError {
  return fileError(file, `it cannot be written (${codeOf(error)})`);
}

/** The error about a file or folder. The empty name, of an unset variable in a script, would not be seen in it. */
export function fileError(file: string, reason: string, remedy?: string): ChecksError {
  return badOption(file === "" ? '""' : file, reason, remedy);
}

/**
 * Makes a folder if it does not exist.
 * @throws {ChecksError} if it cannot be made.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirs(folder);
  } catch (error) {
    throw fileError(folder, `the folder cannot be made (${codeOf(error)})`);
  }
}

/** As `mkdir -p`. Where a file system takes no folders, as /proc, Node's own would try for ever. */
export function mkdirs(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one, mode);
    } catch (error) {
      // Another process may have been faster.
      if (codeOf(error) !== "EEXIST" || !statSync(one, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(folder), { code: "EEXIST" });
}

/** Parses JSON, with or without a byte order mark; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  return jsonOrUndefined(text.replace(/^\ufeff/, ""));
}

/** The code of a file system's error, such as ENOENT. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown reason";
}
