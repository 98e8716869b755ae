/** Installs the packages and builds the library, each only when it is not up to date. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, step } from "./steps.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const SOURCES = ["tsconfig.json", "package.json", "provider", "sdk", "emulator", "cli"];

/** After this, `node_modules` fits the lock file and `dist` fits the sources. */
export async function prepare() {
  await upToDate(join(root, "node_modules"), ["package-lock.json"], () =>
    step("Installing packages", () =>
      // Not `npm ci`: it refuses a lock file made where the optional packages of other platforms cannot be had.
      run(
        "npm",
        ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        { cwd: root },
      ),
    ),
  );
  linkToItself();
  await upToDate(join(root, "dist"), SOURCES, () => step("Building the library", build));
}

/** The examples, and the engine's provider process, find the library by its name. */
function linkToItself() {
  const link = join(root, "node_modules", "pulumi-checks");
  if (!existsSync(link)) symlinkSync("..", link, "junction");
}

/** Compiles `dist` from nothing. */
export async function build() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  await run(
    process.execPath,
    [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.json"],
    { cwd: root },
  );
}

/** Runs `make` unless the folder carries the stamp of the present sources. */
async function upToDate(folder, sources, make) {
  const stamp = join(folder, ".made-from");
  const wanted = hashOf(sources.map((source) => join(root, source)));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await make();
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(path.slice(root.length)).update("\0").update(readFileSync(path));
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}
