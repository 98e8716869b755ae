import { join } from "node:path";
import { withLock } from "../process/lock.mjs";
import { asProblem } from "../process/problem.mjs";
import { compile, isCompiled, ownFolder } from "./compile.mjs";
import { install, isInstalled, linkToItself } from "./install.mjs";

const REMEDY = "Make the checkout a place that can be written and has 500 MB free, then run this again.";

/** Installs the packages and compiles the library, each only when it is not up to date. */
export async function setUp(root) {
  await installed(root);
  if (!isCompiled(root)) await locked(root, async () => isCompiled(root) || compile(root));
}

/** Only the packages, the library itself among them. */
export async function installed(root) {
  if (!isInstalled(root)) await locked(root, async () => isInstalled(root) || install(root));
  linkToItself(root);
}

/** Compiles the library whether it is up to date or not. */
export async function built(root) {
  await installed(root);
  await locked(root, () => compile(root));
}

/** One set-up at a time in one checkout. */
async function locked(root, work) {
  try {
    await withLock(join(ownFolder(root), "set-up.lock"), "Set-up", work);
  } catch (error) {
    throw asProblem(error, REMEDY);
  }
}
