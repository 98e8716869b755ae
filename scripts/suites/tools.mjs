import { join } from "node:path";
import { FOLDERS } from "../imports/layers.mjs";
import { run } from "../process/child.mjs";
import { say, step } from "../process/progress.mjs";
import { NATIVE_COMPILER } from "../setup/compile.mjs";
import { FAILED, PASSED } from "./tally.mjs";

export const TOOLS = {
  lint: ["@biomejs/biome/bin/biome", "ci", "."],
  layers: ["dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.mjs", ...FOLDERS],
  types: [NATIVE_COMPILER, "-p", "test/tsconfig.json"],
  unused: ["knip/bin/knip.js"],
  package: ["publint/src/cli.js", "--strict", "--pack", "npm"],
};

/**
 * A suite that is one command: it passes or fails as a whole. Several run at a time, so what one prints is shown at its
 * end.
 */
export async function toolSuite(root, suite) {
  const [program, ...args] = TOOLS[suite];
  const { ok, text } = await step(
    suite,
    () => run(process.execPath, [join(root, "node_modules", program), ...args], { cwd: root }),
    { loud: true, result: (outcome) => (outcome.ok ? "passed" : "failed") },
  );
  if (!ok) say(text);
  return ok ? PASSED : FAILED;
}
