import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { run } from "../process/child.mjs";
import { whenStopped } from "../process/interrupt.mjs";
import { isRunning } from "../process/lock.mjs";
import { Problem } from "../process/problem.mjs";
import { say, step } from "../process/progress.mjs";
import { inlineLibraries } from "./inline.mjs";
import { filesBelow, hashOf, isStamped, stamp } from "./stamp.mjs";

/** npm packs no file whose name begins like this, so the stamp is in `dist` and not in the package. */
const STAMP = "._stamp";

/**
 * TypeScript in native code, which needs a third of the time. It has no interface for programs, so the schema and the
 * declarations are written with the older one.
 */
export const NATIVE_COMPILER = join("typescript-native", "bin", "tsc");

/** Where `dist` is made anew; the number of the process comes after it. */
const WORK_PREFIX = "dist-";

/** Made by `npm run sdks` and `npm run release`. */
const KEPT = ["sdks", "release"];

/** Whether `dist` was made from the present sources. */
export function isCompiled(root) {
  return isStamped(join(root, "dist", STAMP), sourceHash(root));
}

/** Makes `dist` anew beside the old one and then puts it in its place, so that who uses it meets no half. */
export async function compile(root) {
  const hash = sourceHash(root);
  const own = ownFolder(root);
  removeUnfinished(own);
  const work = mkdtempSync(join(own, `${WORK_PREFIX}${process.pid}-`));
  const forget = whenStopped(() => rmSync(work, { recursive: true, force: true }));
  try {
    const fresh = join(work, "new");
    await step("Library: tsc", async () => {
      const tsc = join(root, "node_modules", NATIVE_COMPILER);
      const outcome = await run(process.execPath, [tsc, "-p", root, "--outDir", fresh], { cwd: root });
      if (outcome.ok) return;
      say(outcome.text);
      throw new Problem(
        "The library does not compile.",
        "Mend what TypeScript says above, then run this again.",
      );
    });
    inlineLibraries(root, fresh);
    await writeSchema(root, fresh);
    await writeDeclarations(root, fresh);
    await writePlugin(root, fresh);
    await writeLibrary(root, fresh);
    stamp(join(fresh, STAMP), hash);
    replaceDist(join(root, "dist"), fresh, join(work, "old"));
  } finally {
    forget();
    rmSync(work, { recursive: true, force: true });
  }
}

/** What somebody left who was killed; not that of a process which only slept so long that the lock was taken over. */
export function removeUnfinished(own) {
  for (const name of readdirSync(own)) {
    if (!name.startsWith(WORK_PREFIX)) continue;
    const [, pid] = /^(\d+)-/.exec(name.slice(WORK_PREFIX.length)) ?? [];
    if (pid === undefined || !isRunning(Number(pid)))
      rmSync(join(own, name), { recursive: true, force: true });
  }
}

/** Puts the new library in the place of the old one; what other commands made beside it, and programs point at, stays. */
export function replaceDist(dist, fresh, old) {
  if (existsSync(dist)) {
    renameSync(dist, old);
    for (const name of KEPT) if (existsSync(join(old, name))) renameSync(join(old, name), join(fresh, name));
  }
  renameSync(fresh, dist);
}

/** The native plugin's schema stands beside its program, which answers with it. */
export async function writeSchema(root, dist) {
  // Not before the packages are installed: it reads sources with the TypeScript compiler.
  const { packageSchema } = await import("../schema/package.mjs");
  const schema = JSON.stringify(packageSchema(root, dist));
  writeFileSync(join(dist, "provider", "hosts", "plugin", "schema.json"), schema);
}

/** The types that a program sees are written out, as somebody reads them who hovers over a field; others are not there. */
async function writeDeclarations(root, dist) {
  const { writeOutInterfaces } = await import("../schema/declarations.mjs");
  const { keepPublic } = await import("../schema/publicDeclarations.mjs");
  writeOutInterfaces(root, dist);
  keepPublic(root, dist);
}

/** What the plugin's wrapper starts. */
export async function writePlugin(root, dist) {
  // Not before the packages are installed: it needs the bundler.
  const { bundlePlugin } = await import("../bundle/plugin.mjs");
  await bundlePlugin(root, dist);
}

/** What programs load. */
async function writeLibrary(root, dist) {
  const { bundleLibrary } = await import("../bundle/library.mjs");
  await bundleLibrary(root, dist);
}

/**
 * Over all that the result depends on: the sources, the compiler's settings, the installed packages, what the schema tells
 * of the package, and the scripts that make the result.
 */
export function sourceHash(root) {
  const settings = join(root, "tsconfig.json");
  const { include } = JSON.parse(readFileSync(settings, "utf8"));
  const folders = include.map((folder) => join(root, folder));
  const scripts = ["bundle", "schema", "setup"].map((folder) => join(root, "scripts", folder));
  const packages = ["package.json", "package-lock.json"].map((name) => join(root, name));
  return hashOf(root, [settings, ...packages, ...filesBelow(scripts, ".mjs"), ...filesBelow(folders, ".ts")]);
}

/** The checkout's own folder for what is not kept, which git does not see. */
export function ownFolder(root) {
  const folder = join(root, ".state");
  mkdirSync(folder, { recursive: true });
  return folder;
}
