import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastWords } from "../process/child.mjs";
import { runNpm } from "../process/npm.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";

const STALLED_AFTER_MS = 60_000;
/** npm says nothing while it installs. */
const INSTALLED_WITHIN_MS = 5 * 60_000;
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

/** The package as it would be published; returns the tarball's path. */
export function pack(root, folder) {
  return step("Package: npm pack", async () => {
    const options = ["--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", folder];
    const outcome = await runNpm(["pack", ...options], { cwd: root, stall: { after: STALLED_AFTER_MS } });
    if (!outcome.ok) {
      throw new Problem(`npm pack failed: ${lastWords(outcome.text)}`, "Run `npm pack` to see all of it.");
    }
    return join(folder, JSON.parse(outcome.stdout)[0].filename);
  });
}

/**
 * The tarball in a project of a stranger, as npm installs it, with the SDK; returns the project's folder. Once for
 * all tests of a run: it is the same for each, and takes npm four seconds.
 */
export function installPacked(root, tarball, folder) {
  return step("Package: npm install", async () => {
    const stranger = join(folder, "stranger");
    mkdirSync(stranger);
    const sdk = JSON.parse(readFileSync(join(root, "node_modules/@pulumi/pulumi/package.json"), "utf8"));
    const dependencies = { "@pulumi/pulumi": sdk.version, "pulumi-checks": `file:${tarball}` };
    const project = { name: "stranger", private: true, dependencies };
    writeFileSync(join(stranger, "package.json"), JSON.stringify(project));
    const stall = { after: INSTALLED_WITHIN_MS };
    const outcome = await runNpm(["install", ...QUIET], { cwd: stranger, stall });
    if (outcome.ok) return stranger;
    throw new Problem(
      `The package cannot be installed: ${lastWords(outcome.text)}`,
      "Run `npm pack`, and `npm install` with the tarball in an empty folder, to see all of it.",
    );
  });
}
