import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lastWords } from "../process/child.mjs";
import { runNpm } from "../process/npm.mjs";
import { step } from "../process/progress.mjs";
import { bytesIn, needDisk } from "./cache.mjs";
import { isProgram } from "./installed.mjs";
import { ENGINE } from "./version.mjs";

/** A download that has brought nothing for so long is given up: an engine can still be built. */
const STALLED_AFTER_MS = 20_000;
const NEEDED_MEGABYTES = 1_000;
const MEGABYTE = 1_000_000;

/**
 * The official release, through its npm launcher.
 *
 * @returns `{ bin }`, the folder of programs inside `work`, or `{ why }` in one line.
 */
export function downloadRelease(work) {
  needDisk(work, NEEDED_MEGABYTES, "Pulumi's official release");
  return step(
    `Engine: Pulumi ${ENGINE}, official release`,
    async (tell) => {
      const sign = () => {
        const bytes = bytesIn(work);
        if (bytes > MEGABYTE) tell(`${Math.floor(bytes / MEGABYTE)} MB`);
        return bytes;
      };
      const outcome = await runNpm(launcher(["version"]), {
        cwd: work,
        env: launcherEnvironment(work),
        stall: { after: STALLED_AFTER_MS, sign },
      });
      const bin = join(work, "versions", ENGINE, "bin");
      return outcome.ok && isProgram(join(bin, "pulumi")) ? { bin } : { why: reason(outcome) };
    },
    { result: ({ why }) => (why ? `not to be had, ${why}` : "downloaded") },
  );
}

function launcher(args) {
  const fast = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=15000"];
  return [
    "exec",
    "--yes",
    "--ignore-scripts",
    "--loglevel=error",
    ...fast,
    `--package=pulumi@${ENGINE}`,
    "--",
    "pulumi",
    ...args,
  ];
}

/** The launcher and what it starts write only below `work`, which also shows how far they are. */
function launcherEnvironment(work) {
  const temporary = join(work, "tmp");
  mkdirSync(temporary);
  return {
    PULUMI_HOME: work,
    PULUMI_VERSION: ENGINE,
    PULUMI_SKIP_UPDATE_CHECK: "1",
    TMPDIR: temporary,
  };
}

function reason({ trouble, text }) {
  if (trouble === "missing") return "npm is not installed";
  if (trouble === "stalled") return `nothing came for ${STALLED_AFTER_MS / 1000} s`;
  return lastWords(text).replace(/^(pulumi|npm error):?\s*/, "") || "the launcher said nothing";
}
