/** Checksums, in the form that `sha256sum --check` reads. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The file of the checksums. */
export const SUMS = "SHA256SUMS";

/** Writes the sums of all files in and below a folder into it. */
export function writeSums(folder) {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== SUMS)
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
    .map((file) => `${sumOf(file)}  ${relative(folder, file).split(sep).join("/")}\n`);
  writeFileSync(join(folder, SUMS), lines.join(""));
}

const sumOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
