import { delimiter, join } from "node:path";
import { whenStopped } from "../process/interrupt.mjs";
import { withLock } from "../process/lock.mjs";
import { asProblem, Problem } from "../process/problem.mjs";
import { say } from "../process/progress.mjs";
import { cachedEngine, cachePaths, publish, removeFolder, workFolder } from "./cache.mjs";
import { installedEngine, isProgram } from "./installed.mjs";
import { downloadRelease } from "./release.mjs";
import { buildFromSource } from "./source.mjs";
import { engineVersion } from "./verify.mjs";

/**
 * The folder that holds `pulumi` and its hosts: the one that is named, else an installed one, else the one in
 * the cache, which is downloaded or built the first time. `tell` is told which one it is.
 */
export async function engineFolder(env = process.env, tell = say) {
  const paths = cachePaths();
  if (env.PULUMI_CHECKS_ENGINE) return namedEngine(env.PULUMI_CHECKS_ENGINE, tell);
  const installed = await installedEngine(paths.pulumiHome, env);
  if (installed.folder) return told(tell, installed.folder, `Pulumi ${installed.version}, installed`);
  for (const line of installed.passedOver) tell(`Engine: passed over, ${line}`);
  try {
    const ready = cachedEngine(paths) ?? (await makeEngine(paths));
    return told(tell, ready.folder, `Pulumi ${ready.how}, from the cache`);
  } catch (error) {
    throw asProblem(error, "Set PULUMI_CHECKS_CACHE to a folder that can be written and has 2 GB free.");
  }
}

/** What a run of the engine needs in its environment to leave nothing outside `state`. */
export function engineEnvironment(folder, state) {
  return {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    PULUMI_HOME: join(state, "home"),
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
}

function told(tell, folder, words) {
  tell(`Engine: ${words}`);
  return folder;
}

function namedEngine(folder, tell) {
  if (isProgram(join(folder, "pulumi"))) return told(tell, folder, "as PULUMI_CHECKS_ENGINE says");
  throw new Problem(
    `PULUMI_CHECKS_ENGINE is ${folder}, and no program \`pulumi\` is there.`,
    "Name the folder that holds `pulumi` and its hosts, or unset it.",
  );
}

function makeEngine(paths) {
  return withLock(paths.lock, "Engine", async () => cachedEngine(paths) ?? (await downloadOrBuild(paths)));
}

async function downloadOrBuild(paths) {
  const work = workFolder(paths);
  const forget = whenStopped(() => removeFolder(work));
  try {
    const release = await downloadRelease(work);
    const { bin } = release.bin ? release : await buildFromSource(work);
    const version = await engineVersion(bin, join(work, "home"));
    if (!version) {
      throw new Problem(
        "The engine that was just made does not run.",
        "Install Pulumi, then run this again.",
      );
    }
    publish(paths, bin, `${version} (${release.bin ? "official release" : "built from Go modules"})`);
  } finally {
    forget();
    removeFolder(work);
  }
  return cachedEngine(paths);
}
