/** Help and version, where what they print is lost. */
import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { itUnless } from "../../support/unless";

const CLI = join(__dirname, "..", "..", "..", "dist", "cli", "main.js");
const FULL = "/dev/full";

const lack = existsSync(FULL) ? undefined : `there is no ${FULL} on this machine`;
itUnless(lack, "end with 1 and one line", async () => {
  for (const args of [["--version"], ["--help"], ["help", "drift"], ["maintenance", "--help"]]) {
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      stdio: ["ignore", openSync(FULL, "w"), "pipe"],
      encoding: "utf8",
    });
    expect([args, status, stderr]).toEqual([args, 1, "error: stdout: it cannot be written (ENOSPC)\n"]);
  }
});
