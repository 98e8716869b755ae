/** `npm run soak [-- campaign --runs 500 --minutes 120 --seed N --host plugin]`: the long form of the reliability suite, or a part of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { command, ROOT } from "./process/command.mjs";
import { whenStopped } from "./process/interrupt.mjs";
import { Problem } from "./process/problem.mjs";
import { setUp } from "./setup/setup.mjs";
import { forTheEngine } from "./suites/engine.mjs";
import { jestSuite } from "./suites/jest.mjs";
import { lineOf } from "./suites/tally.mjs";

const HOSTS = ["dynamic", "plugin"];

await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "500" },
      minutes: { type: "string", default: "120" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      host: { type: "string", default: process.env.CHECKS_HOST ?? "dynamic" },
    },
  });
  if (!HOSTS.includes(values.host))
    throw new Problem(`There is no host ${values.host}; there are ${HOSTS.join(" and ")}.`);
  await setUp(ROOT);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-soak-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = whenStopped(remove);
  const env = {
    ...(await forTheEngine(ROOT, folder)),
    SOAK_RUNS: values.runs,
    SOAK_MINUTES: values.minutes,
    SOAK_SEED: values.seed,
    CHECKS_HOST: values.host,
  };
  const tally = await jestSuite(ROOT, "soak", { folder, env, jestArguments: positionals });
  forget();
  remove();
  process.stdout.write(`${lineOf(tally)}\n`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
});
