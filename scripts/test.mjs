/** `npm test -- [suite…] [-- jest arguments]`: all suites; the last line is `N passed, N failed`. */
import { ROOT } from "./process/command.mjs";
import { inTemporaryFolder } from "./process/folder.mjs";
import { isStopping, whenStopped } from "./process/interrupt.mjs";
import { Problem } from "./process/problem.mjs";
import { say } from "./process/progress.mjs";
import { installed, setUp } from "./setup/setup.mjs";
import { forTheEngine } from "./suites/engine.mjs";
import { jestSuite } from "./suites/jest.mjs";
import { needBuild, planOf } from "./suites/plan.mjs";
import { FAILED, lineOf, refuseNothing, sum } from "./suites/tally.mjs";
import { TOOLS, toolSuite } from "./suites/tools.mjs";

const tallies = [];
// What was counted until then, and the suite that did not come to its end.
whenStopped(() => process.stdout.write(`${lineOf(sum([...tallies, FAILED]))}\n`));
await counted(() => inTemporaryFolder("pulumi-checks-test-", all));
const total = sum(tallies);
if (total.skipped.length > 0) say(`${total.skipped.length} skipped, each for the reason in its name above`);
process.stdout.write(`${lineOf(total)}\n`);
process.exit(total.failed > 0 ? 1 : 0);

/** Counts what some work came to; what keeps it from being done is one failure. Gives whether it was done. */
async function counted(work) {
  let outcome;
  try {
    outcome = await work();
  } catch (error) {
    if (!isStopping()) say(error instanceof Problem ? error.message : error.stack);
  }
  // The last line is written, and the process ends when all is cleaned up.
  if (isStopping()) await new Promise(() => {});
  tallies.push(...(outcome ?? [FAILED]));
  return outcome !== undefined;
}

/** The suites, each counted by itself. */
async function all(folder) {
  const { suites, jestArguments } = planOf(process.argv.slice(2));
  await installed(ROOT);
  // The compiler has work for one core, as each of the tools has, of which most need nothing of it.
  const isBuilt = needBuild(suites) ? counted(() => setUp(ROOT).then(() => [])) : true;
  const isTool = (suite) => Object.hasOwn(TOOLS, suite);
  await Promise.all(suites.filter(isTool).map((suite) => afterBuild(suite, isBuilt)));
  if (!(await isBuilt)) return [];
  const ofJest = [];
  for (const suite of suites.filter((suite) => !isTool(suite)))
    await counted(async () => {
      const tally = await ofTests(suite, { folder, jestArguments });
      ofJest.push(tally);
      return [tally];
    });
  if (ofJest.length > 0) refuseNothing(sum(ofJest), jestArguments);
  return [];
}

/** A tool that needs the compiled library says nothing where there is none: why there is none has been said. */
async function afterBuild(suite, isBuilt) {
  if (needBuild([suite]) && !(await isBuilt)) return;
  await counted(async () => [await toolSuite(ROOT, suite)]);
}

async function ofTests(suite, { folder, jestArguments }) {
  // Only the end-to-end tests need an engine and the package, so that the others answer before it is there.
  const env = suite === "e2e" ? await forTheEngine(ROOT, folder) : {};
  return jestSuite(ROOT, suite, { folder, env, jestArguments });
}
