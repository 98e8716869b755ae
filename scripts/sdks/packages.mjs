/** Packages of a language, which an SDK in it is built and run with: in the cache, once for all checkouts. */
import { existsSync, renameSync } from "node:fs";
import { programPaths, removeFolder, workFolder } from "../engine/cache.mjs";
import { whenStopped } from "../process/interrupt.mjs";
import { withLock } from "../process/lock.mjs";

/** The folder of them. The first time, `fill(work)` makes it inside of `work` and gives where it is. */
export async function packagesOnce({ place, version, what }, fill) {
  const paths = programPaths(place, version);
  if (!existsSync(paths.engine)) {
    await withLock(paths.lock, what, async () => {
      if (!existsSync(paths.engine)) await publishFilled(paths, fill);
    });
  }
  return paths.engine;
}

async function publishFilled(paths, fill) {
  const work = workFolder(paths);
  const forget = whenStopped(() => removeFolder(work));
  try {
    renameSync(await fill(work), paths.engine);
  } finally {
    forget();
    removeFolder(work);
  }
}
