import { join } from "node:path";
import { lastWords, run } from "../process/child.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";

const STALLED_AFTER_MS = 60_000;

/** The package as it would be published; returns the tarball's path. */
export function pack(root, folder) {
  return step("Package: npm pack", async () => {
    const options = ["--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", folder];
    const outcome = await run("npm", ["pack", ...options], { cwd: root, stall: { after: STALLED_AFTER_MS } });
    if (!outcome.ok) {
      throw new Problem(`npm pack failed: ${lastWords(outcome.text)}`, "Run `npm pack` to see all of it.");
    }
    return join(folder, JSON.parse(outcome.stdout)[0].filename);
  });
}
