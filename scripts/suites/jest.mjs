import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { run } from "../process/child.mjs";
import { say, step } from "../process/progress.mjs";
import { lineOf, tallyOf } from "./tally.mjs";

/** After its report is written jest has nothing left to do; what keeps it is a leak of a test. */
const ENDS_WITHIN_MS = 30_000;

/**
 * Jest leaves a core to itself, which is half of two. Tests of the last two suites spend a third of their time and more
 * waiting: for the engine's processes, for the service of the test, for an answer that does not come.
 */
const WORKERS_A_CORE = { unit: 1, contract: 3, e2e: 2 };

/** One project of jest, counted from its report; `folder` is where the report goes. */
export async function jestSuite(root, suite, { folder, env, jestArguments }) {
  const file = join(folder, `${suite}.json`);
  const tally = await step(suite, () => jestRun(root, suite, file, env, jestArguments), {
    loud: true,
    result: lineOf,
  });
  if (jestArguments.length === 0) for (const name of tally.skipped) say(`${suite}: skipped: ${name}`);
  return tally;
}

/** Tests make much that is soon garbage; with 16 MB for it, as Node has it, they spend a tenth of their time on collecting. */
const NODE_OPTIONS = ["--max-semi-space-size=64"];

async function jestRun(root, suite, file, env, jestArguments) {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  const workers = Math.ceil(availableParallelism() * (WORKERS_A_CORE[suite] ?? 1));
  const options = [
    "--selectProjects",
    suite,
    "--json",
    "--outputFile",
    file,
    "--maxWorkers",
    String(workers),
  ];
  // Somebody who picks tests may pick none of this suite; otherwise a suite without tests is a mistake.
  const picked = jestArguments.length > 0 ? ["--passWithNoTests", ...jestArguments] : [];
  const outcome = await run(process.execPath, [...NODE_OPTIONS, jest, ...options, ...picked], {
    cwd: root,
    env,
    show: true,
    stall: { after: ENDS_WITHIN_MS, sign: () => (existsSync(file) ? "written" : Date.now()) },
  });
  if (outcome.trouble === "stalled")
    say(`${suite}: jest did not end after its last test; something is left open`);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (!report) say(`${suite}: jest ended with ${outcome.code ?? outcome.trouble} and without a report`);
  return tallyOf(report, outcome.ok, { picked: jestArguments.length > 0 });
}
