/** Writes the program without overwriting anything that somebody may want to keep. */

import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ChecksError } from "../../provider/core/errors";
import { badOption, version } from "../command";
import { isUnfinished, mkdirs, replaceFile, statAt, unwritable } from "../files";
import { inProject } from "../pulumi";
import { jsonText } from "../render/visible";
import { MARK, type ProgramFile, TAG_FOLDER } from "./program";

/** What was done in the folder. Paths are relative to it. */
export interface Written {
  written: string[];
  /** Files that already had the same text. */
  same: string[];
  /** Files of an earlier run that are no longer part of the program. */
  leftOver: string[];
}

/**
 * The folder named by `--out`.
 * @throws {ChecksError} if it is not a folder, or empty, because an unset variable would otherwise mean the working
 * directory.
 */
export function folderOf(out: string): string {
  if (out === "") throw badOption("--out", "it must name a folder", "`.` is this one");
  if (statAt(out)?.isDirectory() !== false) return out;
  throw badOption("--out", `${out} is not a folder`, "Choose another one");
}

/**
 * Writes the files.
 * @throws {ChecksError} before anything is written, if a file with another text exists and `force` is not set; in any
 * case if something other than a file is there, because a link's target belongs to somebody else.
 */
export function writeProgram(folder: string, files: readonly ProgramFile[], force: boolean): Written {
  refuseDetours(folder, files);
  const same = files.filter(({ path, text }) => textOf(join(folder, path)) === text);
  const changed = files.filter((file) => !same.includes(file));
  const inTheWay = changed.filter(({ path }) => existsSync(join(folder, path)));
  if (inTheWay.length > 0 && !force) {
    throw new ChecksError({
      subject: "--out",
      reason: `${inTheWay.map(({ path }) => path).join(", ")} already exists with other content; nothing was written`,
      remedy: "Choose another folder, or overwrite it with --force",
    });
  }
  // The project's files come first, and the program that imports the others last: see projectFiles.
  for (const { path, text } of [...changed].reverse()) {
    const file = join(folder, path);
    try {
      mkdirs(dirname(file));
      // So that a link created meanwhile is replaced and not followed.
      replaceFile(file, text);
    } catch (error) {
      throw unwritable(file, error);
    }
  }
  const paths = (list: readonly ProgramFile[]) => list.map(({ path }) => path);
  return { written: paths(changed), same: paths(same), leftOver: leftOver(folder, paths(files)) };
}

function refuseDetours(folder: string, files: readonly ProgramFile[]): void {
  const obstacles = files.flatMap(({ path }) => {
    const parts = path.split("/");
    const folders = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("/"));
    const [inTheWay] = folders.filter(
      (one) => isThere(join(folder, one)) && !isKind(join(folder, one), "isDirectory"),
    );
    if (inTheWay !== undefined) return [inTheWay];
    return isThere(join(folder, path)) && !isKind(join(folder, path), "isFile") ? [path] : [];
  });
  if (obstacles.length === 0) return;
  throw new ChecksError({
    subject: "--out",
    reason: `${[...new Set(obstacles)].join(", ")} is a link, or not a plain file; nothing was written`,
    remedy: "Remove it, or choose another folder",
  });
}

/** Also true for a dangling link, because a write through it would create a file elsewhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isKind(path: string, kind: "isFile" | "isDirectory"): boolean {
  return lstatSync(path)[kind]();
}

/** With the line ends that the program is written with: git on Windows checks files out with others. */
function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : undefined;
}

function leftOver(folder: string, current: readonly string[]): string[] {
  const place = join(folder, TAG_FOLDER);
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  if (current.length === 0 || !isFolder) return [];
  return readdirSync(place)
    .map((name) => `${TAG_FOLDER}/${name}`)
    .filter((path) => path.endsWith(".ts") && !current.includes(path))
    .filter((path) => isKind(join(folder, path), "isFile"))
    .filter((path) => textOf(join(folder, path))?.startsWith(MARK))
    .sort();
}

/**
 * The files that make a folder with a program a Pulumi project, for a folder that is empty and not inside a project. They
 * are written before the program, so that a folder with nothing but some of them is a project that was cut off.
 */
export function projectFiles(folder: string): ProgramFile[] {
  const files = filesOf(nameOf(folder));
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => !isUnfinished(name)) : [];
  if (there.length === 0) return inProject(folder) ? [] : files;
  const isCutOff = there.every((name) =>
    files.some(({ path, text }) => path === name && textOf(join(folder, path)) === text),
  );
  return isCutOff ? files : [];
}

function filesOf(name: string): ProgramFile[] {
  return [
    {
      path: "Pulumi.yaml",
      // Quoted, because a name such as `true` or `2026-05-04` would otherwise not be read as text.
      text: `name: ${JSON.stringify(name)}\ndescription: Monitoring checks.\nruntime: nodejs\n`,
    },
    { path: "package.json", text: jsonText(packageOf(name)) },
    { path: "tsconfig.json", text: jsonText(TSCONFIG) },
  ];
}

/** The longest name of a project, in characters. */
const LONGEST_NAME = 100;

/** The folder's name, reduced to what a project's name may contain. */
function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, "");
  return name === "" || /^\d+$/.test(name) ? "monitoring" : name;
}

function packageOf(name: string): object {
  const { peerDependencies, peerDependenciesMeta } = require("pulumi-checks/package.json") as {
    peerDependencies: Record<string, string>;
    peerDependenciesMeta: Record<string, { optional?: boolean }>;
  };
  const needed = Object.entries(peerDependencies).filter(([one]) => !peerDependenciesMeta[one]?.optional);
  return {
    name,
    private: true,
    main: "index.ts",
    dependencies: { ...Object.fromEntries(needed), "pulumi-checks": `^${version}` },
    devDependencies: { typescript: "^5.9.0" },
  };
}

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "Node16",
    moduleResolution: "Node16",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["index.ts", `${TAG_FOLDER}/*.ts`],
};
