import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { slashed } from "./slashes.mjs";

/** One hash over the names and contents of files, whatever order they are given in. */
export function hashOf(root, files) {
  const hash = createHash("sha256");
  const named = files.map((file) => [slashed(relative(root, file)), file]);
  for (const [name, file] of named.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const content = readFileSync(file);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** All files with this ending below some folders; a folder that is not there has none. */
export function filesBelow(folders, ending) {
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith(ending))
      .map((name) => join(folder, name)),
  );
}

/** Whether a stamp file says this. */
export function isStamped(file, value) {
  try {
    return readFileSync(file, "utf8").trim() === value;
  } catch {
    return false;
  }
}

export function stamp(file, value) {
  writeFileSync(file, `${value}\n`);
}
