import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenStopped } from "./interrupt.mjs";
import { Problem } from "./problem.mjs";

/** Does `work` with a temporary folder, which is gone when the work is over, has failed or was stopped. */
export async function inTemporaryFolder(prefix, work) {
  const folder = made(prefix);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = whenStopped(remove);
  try {
    return await work(folder);
  } finally {
    forget();
    remove();
  }
}

function made(prefix) {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new Problem(
      `There is no place for temporary files: ${error.message}.`,
      "Set TMPDIR to a folder that can be written.",
    );
  }
}
