import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Problem } from "../process/problem.mjs";
import { isProgram } from "./installed.mjs";
import { ENGINE } from "./version.mjs";

/** Another number makes what is in caches void: raise it when what the engine, or another program, is made of changes. */
const RECIPES = { engine: 3, other: 2 };
const WORK_PREFIX = ".work-";
const MEGABYTE = 1024 * 1024;

/** Where the project keeps what outlives a checkout. */
export function cacheFolder(env = process.env) {
  const own = env.PULUMI_CHECKS_CACHE;
  if (own) return resolve(own);
  // The XDG specification: a relative path is to be ignored.
  const shared = env.XDG_CACHE_HOME?.startsWith("/") ? env.XDG_CACHE_HOME : join(homedir(), ".cache");
  return join(shared, "pulumi-checks");
}

/** The paths inside a cache. */
export function cachePaths(cache = cacheFolder()) {
  const engines = join(cache, "engine");
  const name = `v${ENGINE}-${process.platform}-${process.arch}-${RECIPES.engine}`;
  return {
    cache,
    engines,
    engine: join(engines, name),
    lock: join(engines, `${name}.lock`),
    pulumiHome: join(cache, "pulumi-home"),
  };
}

/** The paths of another program in the cache: apart from the engines, whose makers clear away what they do not know. */
export function programPaths(place, version, cache = cacheFolder()) {
  const engines = join(cache, ...place.split("/"));
  const name = `v${version}-${process.platform}-${process.arch}-${RECIPES.other}`;
  return { cache, engines, engine: join(engines, name), lock: join(engines, `${name}.lock`) };
}

/**
 * The folder of a complete engine in the cache, or undefined. It is complete when each file that was published
 * is there with the size it had; that it runs was proved before it was published.
 */
export function cachedEngine(paths) {
  try {
    const made = JSON.parse(readFileSync(join(paths.engine, "made.json"), "utf8"));
    const bin = join(paths.engine, "bin");
    const complete = Object.entries(made.sizes).every(
      ([name, size]) => isProgram(join(bin, name)) && statSync(join(bin, name)).size === size,
    );
    return complete ? { folder: bin, how: made.how } : undefined;
  } catch {
    return undefined;
  }
}

/** A new folder to make an engine in, on the cache's own disk so that it can be published by a rename. */
export function workFolder(paths) {
  mkdirSync(paths.engines, { recursive: true });
  // We hold the lock: what other processes left here they left when they were killed.
  for (const name of readdirSync(paths.engines)) {
    if (name.startsWith(WORK_PREFIX)) removeFolder(join(paths.engines, name));
  }
  return mkdtempSync(join(paths.engines, WORK_PREFIX));
}

/** Puts the finished folder of programs in its place, all at once. */
export function publish(paths, bin, how) {
  const sizes = Object.fromEntries(readdirSync(bin).map((name) => [name, statSync(join(bin, name)).size]));
  const whole = mkdtempSync(join(paths.engines, WORK_PREFIX));
  chmodSync(whole, 0o755); // A cache may be shared, and a temporary folder is nobody else's.
  renameSync(bin, join(whole, "bin"));
  writeFileSync(join(whole, "made.json"), `${JSON.stringify({ how, sizes }, null, 2)}\n`);
  // Another process may have taken our lock over while we slept, and be done.
  if (cachedEngine(paths)) return removeFolder(whole);
  removeFolder(paths.engine);
  renameSync(whole, paths.engine);
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Says early what would otherwise fail late. */
export function needDisk(folder, megabytes, purpose) {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free >= megabytes) return;
  throw new Problem(
    `${purpose} needs ${megabytes} MB in ${folder}, and ${free} MB are free.`,
    "Free some space, or set PULUMI_CHECKS_CACHE to a folder on a larger disk.",
  );
}

/** How many bytes a folder holds: the sign of life of a download. */
export function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath ?? entry.path, entry.name)).size;
    } catch {
      // It was moved while we looked.
    }
  }
  return bytes;
}
