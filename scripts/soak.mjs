/** `npm run soak [-- campaign --runs 500 --minutes 120 --seed N --host plugin]`: the long form of the reliability suite, or a part of it. */
import { command, ROOT } from "./process/command.mjs";
import { inTemporaryFolder } from "./process/folder.mjs";
import { setUp } from "./setup/setup.mjs";
import { forTheEngine } from "./suites/engine.mjs";
import { jestSuite } from "./suites/jest.mjs";
import { soakPlan } from "./suites/soak.mjs";
import { lineOf, refuseNothing } from "./suites/tally.mjs";

await command(async () => {
  const { tests, env } = soakPlan(process.argv.slice(2));
  await setUp(ROOT);
  const tally = await inTemporaryFolder("pulumi-checks-soak-", async (folder) => {
    const all = { ...(await forTheEngine(ROOT, folder)), ...env };
    return jestSuite(ROOT, "soak", { folder, env: all, jestArguments: tests });
  });
  refuseNothing(tally, tests);
  process.stdout.write(`${lineOf(tally)}\n`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
});
