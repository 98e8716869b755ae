/**
 * All tests, from a bare clone: `npm test [unit|contract|e2e …] [-- jest options]`.
 * The last line is `N passed, N failed` over everything that ran.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineFolder } from "./engineFolder.mjs";
import { prepare, root } from "./prepare.mjs";
import { run, step } from "./steps.mjs";

const SUITES = ["unit", "contract", "e2e"];
const chosen = process.argv.slice(2).filter((argument) => SUITES.includes(argument));
const suites = chosen.length > 0 ? chosen : SUITES;
const jestOptions = process.argv.slice(2).filter((argument) => !SUITES.includes(argument));

const total = { passed: 0, failed: 0, skipped: 0 };
const temporary = mkdtempSync(join(tmpdir(), "pulumi-checks-test-"));
try {
  await prepare();
  if (chosen.length === 0) {
    count("lint", tool("@biomejs/biome/bin/biome", ["ci", "--colors=off", "."]));
    count("types", tool("typescript/bin/tsc", ["--noEmit", "-p", "test/tsconfig.json"]));
  }
  const environment = suites.includes("e2e") ? await forEngine() : {};
  for (const suite of suites) jest(suite, environment);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  total.failed += 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** The engine, and the library packed as a user would get it. */
async function forEngine() {
  const engine = await engineFolder();
  const packed = await step("Packing the library", () =>
    run("npm", ["pack", "--silent", "--pack-destination", temporary], { cwd: root }),
  );
  return {
    PULUMI_CHECKS_ENGINE: engine,
    PULUMI_CHECKS_TARBALL: join(temporary, packed.trim().split("\n").at(-1)),
  };
}

function tool(path, args, environment = {}) {
  const script = join(root, "node_modules", path);
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

function count(name, succeeded) {
  total[succeeded ? "passed" : "failed"] += 1;
  process.stderr.write(`${name}: ${succeeded ? "passed" : "FAILED"}\n`);
}

/** A crash of jest leaves no report, and counts as a failure. */
function jest(suite, environment) {
  const file = join(temporary, `${suite}.json`);
  const args = ["--selectProjects", suite, "--json", `--outputFile=${file}`, ...jestOptions];
  const succeeded = tool("jest/bin/jest.js", args, environment);
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return count(suite, false);
  }
  total.passed += report.numPassedTests;
  total.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  total.skipped += report.numPendingTests;
  if (!succeeded && report.numFailedTests + report.numRuntimeErrorTestSuites === 0) count(suite, false);
}
