/** Writes the program, and over nothing that somebody may want to keep. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ChecksError } from "../../provider/errors";
import { TAG_FOLDER } from "./layout";
import { MARK, type ProgramFile } from "./program";

/** What became of the folder. Paths are relative to it. */
export interface Written {
  written: string[];
  /** Had the very same text already. */
  same: string[];
  /** Made by an earlier run and no part of the program any more. */
  leftOver: string[];
}

/** Throws before anything is written when a file with another text is in the way and `force` is not set. */
export function writeProgram(folder: string, files: readonly ProgramFile[], force: boolean): Written {
  const same = files.filter(({ path, text }) => textOf(join(folder, path)) === text);
  const changed = files.filter((file) => !same.includes(file));
  const inTheWay = changed.filter(({ path }) => existsSync(join(folder, path)));
  if (inTheWay.length > 0 && !force) {
    throw new ChecksError({
      subject: "--out",
      reason: `there is another ${inTheWay.map(({ path }) => path).join(", ")} already; nothing was written`,
      remedy: "Choose another folder, or write over it with --force",
    });
  }
  for (const { path, text } of changed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const paths = (list: readonly ProgramFile[]) => list.map(({ path }) => path);
  return { written: paths(changed), same: paths(same), leftOver: leftOver(folder, paths(files)) };
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function leftOver(folder: string, current: readonly string[]): string[] {
  const place = join(folder, TAG_FOLDER);
  if (current.length === 0 || !existsSync(place)) return [];
  return readdirSync(place)
    .map((name) => `${TAG_FOLDER}/${name}`)
    .filter((path) => path.endsWith(".ts") && !current.includes(path))
    .filter((path) => textOf(join(folder, path))?.startsWith(MARK))
    .sort();
}
