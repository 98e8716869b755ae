/** `npm test -- [suite…] [-- jest arguments]`: all suites; the last line is `N passed, N failed`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./process/command.mjs";
import { whenStopped } from "./process/interrupt.mjs";
import { Problem } from "./process/problem.mjs";
import { say } from "./process/progress.mjs";
import { installed, setUp } from "./setup/setup.mjs";
import { forTheEngine } from "./suites/engine.mjs";
import { jestSuite } from "./suites/jest.mjs";
import { needBuild, planOf } from "./suites/plan.mjs";
import { FAILED, lineOf, sum } from "./suites/tally.mjs";
import { TOOLS, toolSuite } from "./suites/tools.mjs";

const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-test-"));
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
whenStopped(removeFolder);
const total = sum(await all());
removeFolder();
if (total.skipped.length > 0) say(`${total.skipped.length} skipped, each for the reason in its name above`);
process.stdout.write(`${lineOf(total)}\n`);
process.exit(total.failed > 0 ? 1 : 0);

/** The tallies of all suites; what keeps the suites from running is one failure. */
async function all() {
  const tallies = [];
  await counted(tallies, async () => {
    const { suites, jestArguments } = planOf(process.argv.slice(2));
    await (needBuild(suites) ? setUp(ROOT) : installed(ROOT));
    for (const suite of suites) await counted(tallies, async () => [await one(suite, jestArguments)]);
    return [];
  });
  return tallies;
}

async function counted(tallies, work) {
  try {
    tallies.push(...(await work()));
  } catch (error) {
    say(error instanceof Problem ? error.message : error.stack);
    tallies.push(FAILED);
  }
}

async function one(suite, jestArguments) {
  if (Object.hasOwn(TOOLS, suite)) return toolSuite(ROOT, suite);
  // Only the end-to-end tests need an engine and the package, so that the others answer before it is there.
  const env = suite === "e2e" ? await forTheEngine(ROOT, folder) : {};
  return jestSuite(ROOT, suite, { folder, env, jestArguments });
}
