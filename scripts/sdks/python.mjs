/** What is needed of Python: an interpreter, and the packages that an SDK in Python is built and run with. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ENGINE, isAtLeast, OLDEST_PYTHON } from "../engine/version.mjs";
import { lastWords, run } from "../process/child.mjs";
import { Problem } from "../process/problem.mjs";
import { step } from "../process/progress.mjs";
import { packagesOnce } from "./packages.mjs";

/** Pulumi's own package and what generated SDKs ask for beside it, and what builds a wheel. */
const PACKAGES = [`pulumi==${ENGINE}`, "parver==1.0.1.post0", "setuptools==84.2.1"];
const STALLED_AFTER_MS = 3 * 60_000;
/** The day on which every file of a wheel was made: the same sources make the same wheel. */
const DAY = { SOURCE_DATE_EPOCH: "1577836800" };

/** Builds the wheel of an SDK, into the folder `dist` of its sources. */
export async function buildWheel(sources) {
  const packages = await pythonPackages();
  const outcome = await python(
    ["-m", "pip", "wheel", ...QUIET, "--no-deps", "--no-index", ...INTO(sources)],
    {
      cwd: sources,
      env: { ...DAY, PYTHONPATH: packages },
    },
  );
  if (!outcome.ok) throw new Problem(`The wheel cannot be built: ${lastWords(outcome.text)}`, AGAIN);
  for (const leftover of ["build", "pulumi_checks.egg-info"]) {
    rmSync(join(sources, leftover), { recursive: true, force: true });
  }
}

const QUIET = ["--quiet", "--disable-pip-version-check", "--no-input"];
const INTO = (sources) => ["--no-build-isolation", "--wheel-dir", join(sources, "dist"), sources];
const AGAIN = "Run `npm run sdks python` again, and report it when that does not help.";

/** The folder of packages, for PYTHONPATH; installed the first time. */
export async function pythonPackages() {
  const { stdout } = await interpreter();
  const [, minor] = /Python (\d+\.\d+)/.exec(stdout) ?? [];
  const kept = { place: "python", version: `${ENGINE}-python${minor}`, what: "Python packages" };
  return packagesOnce(kept, install);
}

async function interpreter() {
  const found = await python(["--version"]);
  if (found.ok && isAtLeast(found.stdout, OLDEST_PYTHON)) return found;
  throw new Problem(
    found.ok ? `${found.stdout.trim()} is too old.` : "There is no Python to build its SDK with.",
    `Install Python ${OLDEST_PYTHON} or newer with pip, then run this again.`,
  );
}

async function install(work) {
  const target = join(work, "packages");
  await step(
    `Python packages: pip install ${PACKAGES[0]}`,
    async (tell) => {
      let found = 0;
      const args = ["-m", "pip", "install", ...QUIET.slice(1), "--target", target, ...PACKAGES];
      const outcome = await python(args, {
        stall: { after: STALLED_AFTER_MS },
        onLine: (line) => {
          if (line.startsWith("Collecting ")) tell(`${++found} packages found`);
        },
      });
      if (!outcome.ok) throw installProblem(outcome);
    },
    { result: () => "installed" },
  );
  return target;
}

/** What went wrong with pip, and what to do. */
export function installProblem({ text, trouble }) {
  if (/No module named pip/.test(text)) {
    return new Problem("This Python has no pip.", "Install pip for it, then run this again.");
  }
  const unreachable =
    trouble === "stalled" || /NewConnectionError|ReadTimeoutError|Could not find a version/.test(text);
  return new Problem(
    unreachable ? "The Python packages cannot be reached." : `pip failed: ${lastWords(text).slice(0, 200)}`,
    unreachable
      ? "Check the network, or `pip config list` and its proxy settings, then run this again."
      : `Run \`pip install ${PACKAGES.join(" ")}\` to see all of it.`,
  );
}

/** Runs Python without the user's own packages and settings of paths. */
function python(args, { env, ...options } = {}) {
  return run("python3", args, { ...options, env: { PYTHONPATH: "", PYTHONHOME: undefined, ...env } });
}
