/** Checksums, in the form that `sha256sum --check` reads. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file of the checksums. */
export const SUMS = "SHA256SUMS";

/** Writes the sums of all files of a folder into it. It has no other folder in it: a place for downloads may be flat. */
export function writeSums(folder) {
  const lines = readdirSync(folder)
    .filter((name) => name !== SUMS)
    .sort()
    .map((name) => `${sumOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, SUMS), lines.join(""));
}

/** What is in a folder and has no sum there. */
export function withoutSum(folder) {
  const sums = join(folder, SUMS);
  const listed = existsSync(sums)
    ? readFileSync(sums, "utf8")
        .split("\n")
        .map((line) => line.slice(66))
    : [];
  return readdirSync(folder).filter((name) => name !== SUMS && !listed.includes(name));
}

const sumOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
