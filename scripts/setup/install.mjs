import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lastWords, run } from "../process/child.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";
import { hashOf, isStamped, stamp } from "./stamp.mjs";

const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--no-progress"];
/** The user may have set production mode for other projects; here the tools are the point. */
const WHOLE = ["--include=dev", "--include=optional"];
const BOUNDED = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"];
const STALLED_AFTER_MS = 3 * 60_000;

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

/**
 * Installs what the lock file says, told on stderr. Not by `npm ci`: that refuses a lock file which was made
 * where the optional packages of other platforms cannot be had, as ours was. Nothing is written to it.
 */
export async function install(root) {
  const { lock, stampFile, modules } = paths(root);
  const total = topLevel(Object.keys(read(lock).packages));
  const hash = hashOf(root, [lock]);
  await step("Packages: npm install", async (tell) => {
    const sign = () => {
      const count = existsSync(modules) ? readdirSync(modules).length : 0;
      tell(`${count} of about ${total} folders`);
      return count;
    };
    const outcome = await run("npm", ["install", "--no-save", ...QUIET, ...WHOLE, ...BOUNDED], {
      cwd: root,
      stall: { after: STALLED_AFTER_MS, sign },
    });
    if (!outcome.ok) throw installProblem(outcome);
  });
  stamp(stampFile, hash);
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

/** What went wrong with `npm install`, and what to do. */
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
  const told = text.split("\n").find((line) => /^npm error (?!code|A complete log)/.test(line));
  return new Problem(
    `npm install failed: ${(told ?? lastWords(text)).replace(/^npm error /, "").slice(0, 200)}`,
    "Run `npm install --no-save` in the checkout to see all of it.",
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

function topLevel(packages) {
  return new Set(packages.map((path) => path.split("/")[1]).filter(Boolean)).size;
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
