/** Files that commands read and write, and the JSON in them. What goes wrong is told with the name of the file. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { ChecksError } from "../provider/core/errors";
import { jsonOrUndefined } from "../provider/core/json";

const STDIN = 0;

const REFUSED_BYTES = "ERR_ENCODING_INVALID_ENCODED_DATA";

/**
 * The text of a file that is to be written again.
 * @throws {ChecksError} when it cannot be read, or is not in UTF-8: written again it would be another file.
 */
export function readToRewrite(file: string): string {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (codeOf(error) !== REFUSED_BYTES) throw unreadable(file, error);
    throw new ChecksError({ subject: file, reason: "it is not in UTF-8", remedy: "Convert it first" });
  }
}

/**
 * The text of a file, in UTF-8 or, as Windows PowerShell's `>` writes it, in UTF-16; `-` is stdin.
 * @throws {ChecksError} when it cannot be read; `remedy` is part of the message.
 */
export function readText(file: string, remedy?: string): string {
  try {
    const bytes = readFileSync(file === "-" ? STDIN : file);
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    // A mark at the beginning stays: a document that is written again keeps it.
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable(file, error, remedy);
  }
}

function unreadable(file: string, error: unknown, remedy?: string): ChecksError {
  const code = codeOf(error);
  return new ChecksError({
    subject: file,
    reason: code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`,
    ...(remedy !== undefined && { remedy }),
  });
}

/**
 * Writes a file.
 * @throws {ChecksError} when it cannot be written.
 */
export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new ChecksError({ subject: file, reason: `it cannot be written (${codeOf(error)})` });
  }
}

/**
 * Makes a folder, if it is not there.
 * @throws {ChecksError} when it cannot be made.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ChecksError({ subject: folder, reason: `the folder cannot be made (${codeOf(error)})` });
  }
}

/** The value that the JSON of a file holds, whatever mark it begins with; undefined when it is none. */
export function jsonIn(text: string): unknown {
  return jsonOrUndefined(text.replace(/^\ufeff/, ""));
}

/** The code of what a file system refused, such as ENOENT. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown reason";
}
