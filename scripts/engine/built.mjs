/** Programs beside the engine that are built from Go modules the first time that they are needed. */
import { whenStopped } from "../process/interrupt.mjs";
import { withLock } from "../process/lock.mjs";
import { asProblem } from "../process/problem.mjs";
import { cachedEngine, programPaths, publish, removeFolder, workFolder } from "./cache.mjs";
import { buildPrograms } from "./source.mjs";

/**
 * The folder that holds a program: in the cache under `place` and `version`, and built where that is not there.
 * `program` is as `buildPrograms` takes it.
 */
export async function builtOnce(place, version, program) {
  const paths = programPaths(place, version);
  try {
    const make = async () => cachedEngine(paths) ?? (await build(paths, program));
    const { folder } = cachedEngine(paths) ?? (await withLock(paths.lock, program.what, make));
    return folder;
  } catch (error) {
    throw asProblem(error, "Set PULUMI_CHECKS_CACHE to a folder that can be written and has 2 GB free.");
  }
}

async function build(paths, program) {
  const work = workFolder(paths);
  const forget = whenStopped(() => removeFolder(work));
  try {
    const { bin } = await buildPrograms(work, [program]);
    publish(paths, bin, `v${program.version}, built from Go modules`);
  } finally {
    forget();
    removeFolder(work);
  }
  return cachedEngine(paths);
}
