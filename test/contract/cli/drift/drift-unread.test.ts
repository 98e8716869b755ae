/** `pulumi-checks drift`, whose output goes to somebody who reads no more, or to a disk that is full. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { inForgeScene } from "../../../support/cli/forgeScene";
import { type ForgeStub, TOKEN } from "../../../support/cli/forgeStub";
import { itUnless } from "../../../support/unless";

const CLI = join(__dirname, "..", "..", "..", "..", "dist", "cli", "main.js");
const FULL = "/dev/full";

let forge: ForgeStub;

inForgeScene(async ({ service, forge: ours, scene }) => {
  forge = ours;
  Object.assign(process.env, service.environment, {
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_REPOSITORY: "o/r",
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: forge.url,
    GITHUB_REF: "refs/pull/17/merge",
  });
  await scene.deploy("dev", { backup: { slug: "backup" } });
  await service.request("POST", "/checks/", { name: "made by hand", slug: "by-hand" });
});

function drift(args: readonly string[], stdout: number | "pipe"): ChildProcess {
  return spawn(process.execPath, [CLI, "drift", ...args, "--state", "dev.json", "--quiet"], {
    env: process.env,
    stdio: ["ignore", stdout, "pipe"],
  });
}

it("writes its comment and ends with its own exit code where nobody reads what it prints", async () => {
  const child = drift(["ci"], "pipe");
  child.stdout?.destroy();
  expect(await once(child, "exit")).toEqual([2, null]);
  expect(forge.writes).toHaveLength(1);
});

const lack = existsSync(FULL) ? undefined : `there is no ${FULL} on this machine`;
itUnless(lack, "ends with 1 and one line where its output is lost", async () => {
  const child = drift([], openSync(FULL, "w"));
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(said).toBe("error: stdout: it cannot be written (ENOSPC)\n");
});
