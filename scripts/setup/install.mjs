import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lastWords } from "../process/child.mjs";
import { runNpm } from "../process/npm.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";
import { hashOf, isStamped, stamp } from "./stamp.mjs";

const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--no-progress"];
/** The user may have set production mode for other projects; here the tools are the point. */
const WHOLE = ["--include=dev", "--include=optional"];
const BOUNDED = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"];
const STALLED_AFTER_MS = 3 * 60_000;
/** What npm hands on to its scripts and would do something else to this installation, as of `npm link`. */
const NOT_HANDED_ON = ["dry_run", "global", "install_links", "json", "location", "omit", "package_lock_only"];

/** Whether `node_modules` is what `package-lock.json` says. */
export function isInstalled(root) {
  const { lock, stampFile, hidden } = paths(root);
  const hash = hashOf(root, [lock]);
  if (isStamped(stampFile, hash)) return true;
  // Somebody ran npm by hand: npm keeps a list of what it put there.
  if (!existsSync(hidden) || !isSameTree(read(lock), read(hidden))) return false;
  stamp(stampFile, hash);
  return true;
}

/** Installs exactly what the lock file says, told on stderr; what stood in `node_modules` before goes. */
export async function install(root) {
  const { lock, stampFile, modules } = paths(root);
  const places = placesFor(read(lock));
  const hash = hashOf(root, [lock]);
  await step("Packages: npm ci", async (tell) => {
    const sign = () => {
      const unpacked = places.filter((place) => existsSync(join(root, place, "package.json"))).length;
      tell(phaseOf(unpacked, places.length, existsSync(modules)));
      return unpacked;
    };
    const outcome = await runNpm(["ci", ...QUIET, ...WHOLE, ...BOUNDED], {
      cwd: root,
      env: withoutOuterNpm(),
      stall: { after: STALLED_AFTER_MS, sign },
    });
    if (!outcome.ok) throw installProblem(outcome);
  });
  stamp(stampFile, hash);
}

/** Takes the options of an outer npm out of a child's environment. */
function withoutOuterNpm(env = process.env) {
  const names = Object.keys(env).filter((name) =>
    NOT_HANDED_ON.some((option) => name.toLowerCase() === `npm_config_${option}`),
  );
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** The examples, and the provider process that the engine starts, find the library by its name. */
export function linkToItself(root) {
  const link = join(root, "node_modules", "pulumi-checks");
  try {
    if (!existsSync(link)) symlinkSync("..", link, "junction");
  } catch (error) {
    if (error.code !== "EEXIST") throw error; // Another process was faster.
  }
}

/** Whether npm's list of what is installed has every package of the lock file, in the same version. */
export function isSameTree(lock, installed) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === "" || wanted.link) return true;
    const found = installed.packages[path];
    // Packages for other systems are in the lock file only.
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** The folders that npm fills on every system; optional packages are for some, and come along. */
export function placesFor(lock) {
  return Object.entries(lock.packages).flatMap(([place, { link, optional, devOptional }]) =>
    place === "" || link || optional || devOptional ? [] : [place],
  );
}

/** What npm is at, in words: it asks for all packages first, then unpacks them, and writes its list at the end. */
export function phaseOf(unpacked, total, begun) {
  if (!begun || unpacked === 0) return "asking the registry for the packages";
  if (unpacked < total) return `${unpacked} of ${total} packages unpacked`;
  return `all ${unpacked} packages unpacked, npm writes its list of them`;
}

/** What went wrong with `npm ci`, and what to do. */
export function installProblem({ trouble, text }) {
  if (trouble === "missing")
    return new Problem("npm is not on PATH.", "Install Node with npm, then run this again.");
  if (/\bENOSPC\b|no space left/.test(text)) {
    return new Problem(
      "The disk is full: the packages could not be installed.",
      "Free 500 MB, then run this again.",
    );
  }
  if (
    trouble === "stalled" ||
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH)\b/.test(text)
  ) {
    return new Problem(
      "The npm registry cannot be reached.",
      "Check the network, or `npm config get registry` and its proxy settings, then run this again.",
    );
  }
  if (/\bEUSAGE\b/.test(text) && /in sync/.test(text)) {
    return new Problem(
      "package.json and package-lock.json do not agree.",
      "Run `npm install` after a change of package.json, and commit both files.",
    );
  }
  const told = text.split("\n").find((line) => /^npm error (?!code|A complete log)/.test(line));
  return new Problem(
    `npm ci failed: ${(told ?? lastWords(text)).replace(/^npm error /, "").slice(0, 200)}`,
    "Run `npm ci` in the checkout to see all of it.",
  );
}

function paths(root) {
  const modules = join(root, "node_modules");
  return {
    modules,
    lock: join(root, "package-lock.json"),
    hidden: join(modules, ".package-lock.json"),
    stampFile: join(modules, ".pulumi-checks-stamp"),
  };
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
