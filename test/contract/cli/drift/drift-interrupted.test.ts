/** `pulumi-checks drift`, cancelled while the service answers: what it had not read is no failure that anybody is told of. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { DriftScene } from "../../../support/cli/driftScene";
import { inForgeScene } from "../../../support/cli/forgeScene";
import { type ForgeStub, TOKEN } from "../../../support/cli/forgeStub";
import type { Service } from "../../../support/service";

const CLI = join(__dirname, "..", "..", "..", "..", "dist", "cli", "main.js");
const LIST = { route: "GET /api/v3/checks/", path: "/checks/$" };
const FLIPS = { route: "GET /api/v3/checks/<uuid>/flips/", path: "/flips/" };

let service: Service;
let forge: ForgeStub;
let scene: DriftScene;

inForgeScene(async (parts) => {
  ({ service, forge, scene } = parts);
  Object.assign(process.env, service.environment, {
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "o/r",
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: forge.url,
    GITHUB_REF: "refs/pull/17/merge",
  });
  await scene.deploy("dev", { backup: { slug: "backup" } });
  await fetch(`${String((await service.check("backup")).ping_url)}/fail`, { method: "POST" });
});

/** Runs the command, cancels it while it waits for the answer to such a request, and gives how it ended. */
async function cancelledAt({ route, path }: typeof LIST, ...args: string[]): Promise<unknown> {
  await service.admin.faults({ match: { path }, action: { kind: "stall", ms: 5000 } });
  await service.admin.clearRequests();
  const child = spawn(process.execPath, [CLI, "drift", ...args, "--state", "dev.json"], {
    env: process.env,
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await service.admin.waitFor(1, { route });
  child.kill("SIGINT");
  return ended;
}

it.each([
  ["schedule", LIST],
  ["schedule", FLIPS],
  ["pull_request", LIST],
  ["pull_request", FLIPS],
])("writes no file, no comment and no issue in a job for %s that is cancelled", async (event, request) => {
  process.env.GITHUB_EVENT_NAME = event;
  const before = readdirSync(".");
  expect(await cancelledAt(request, "ci")).toEqual([null, "SIGINT"]);
  expect(readdirSync(".")).toEqual(before);
  expect(forge.writes).toEqual([]);
});

it("writes no file where it was to write one", async () => {
  const before = readdirSync(".");
  expect(await cancelledAt(FLIPS, "--json", "--output", "drift.json")).toEqual([null, "SIGINT"]);
  expect(readdirSync(".")).toEqual(before);
});
