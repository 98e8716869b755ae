import { fileURLToPath } from "node:url";
import { isStopping } from "./interrupt.mjs";
import { Problem } from "./problem.mjs";
import { say } from "./progress.mjs";

/** The checkout, wherever the command was started from. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

const OLDEST_NODE = 20;

/** Runs a command's body: what the person can mend is told in two lines, everything else is our bug. */
export async function command(body) {
  try {
    if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
      throw new Problem(
        `Node ${process.versions.node} is too old.`,
        `Install Node ${OLDEST_NODE} or newer, then run this again.`,
      );
    }
    await body();
  } catch (error) {
    // What is ended by a signal fails, too; it is no news to who sent it.
    if (!isStopping()) say(error instanceof Problem ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}
