/** A maintenance that does not begin while a request of it may still take effect: nobody loses channels over it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { FaultAction } from "../../../../emulator";
import { Shell } from "../../../support/cli/reportCommand";
import { type Document, Service } from "../../../support/service";

const CLI = join(__dirname, "..", "..", "..", "..", "dist", "cli", "main.js");
const WRITES = { route: "POST /api/v3/checks/<uuid>" };
/** Longer than a request is waited for. */
const LATE_MS = 3_000;

let service: Service;
let shell: Shell;
let records: string;
let before: Document[];

beforeEach(async () => {
  service = await Service.start();
  records = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
  shell = new Shell({ ...service.environment, CHECKS_DEADLINE_SECONDS: "2" });
  for (let n = 1; n <= 9; n += 1) await service.request("POST", "/checks/", { slug: `c${n}`, channels: "*" });
  before = await service.checks();
  await service.admin.clearRequests();
});
afterEach(async () => {
  shell.close();
  rmSync(records, { recursive: true, force: true });
  await service.stop();
});

const run = (...args: string[]) => shell.run("maintenance", ...args, "--records", records);
const recorded = () => readdirSync(records).filter((name) => /^[0-9a-f]{8}\.json$/.test(name));

/** What happens to the writes to a check, one after the other. */
async function fault(slug: string, ...actions: FaultAction[]): Promise<void> {
  const { uuid } = await service.check(slug);
  const match = { method: "POST", path: `/checks/${uuid}` };
  await service.admin.faults(...actions.map((action) => ({ match, times: 1, action })));
}

/** Ends the maintenance that an error names, once the late request to that check has taken its channels off. */
async function expectBackAfterEnd(stderr: string, late: string): Promise<void> {
  const id = /may still take effect: run `pulumi-checks maintenance end ([0-9a-f]{8})`/.exec(stderr)?.[1];
  expect([stderr, id]).toEqual([expect.any(String), expect.any(String)]);
  expect(recorded()).toEqual([`${id}.json`]);
  while ((await service.check(late)).channels !== "");
  // Only the begin is short of time: a busy machine may take a second for a request.
  delete process.env.CHECKS_TIMEOUT_SECONDS;
  process.env.CHECKS_DEADLINE_SECONDS = "60";
  const ended = await run("end");
  expect(ended.code === 0 ? "" : ended.stderr).toBe("");
  expect(ended.code).toBe(0);
  expect(await service.checks()).toEqual(before);
  expect(recorded()).toEqual([]);
}

it("is recorded where another check's failure is told", async () => {
  await fault("c1", { kind: "status", status: 400, body: '{"error":"no"}', when: "before" });
  await fault("c2", { kind: "stall", ms: LATE_MS, when: "before" });
  const { code, stderr } = await run("begin", "--all");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: c1: /m)]);
  await expectBackAfterEnd(stderr, "c2");
});

it("is recorded where it is the user who ended it", async () => {
  await fault("c2", { kind: "stall", ms: LATE_MS, when: "before" });
  // The others are under way when the signal comes, and the last of them has not begun.
  await service.admin.faults({
    match: { method: "POST" },
    action: { kind: "stall", ms: 1_000, when: "before" },
  });
  const args = ["maintenance", "begin", "--all", "--records", records];
  const child = spawn(process.execPath, [CLI, ...args], {
    env: process.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(child.stderr);
  const ended = once(child, "exit");
  await service.admin.waitFor(2, WRITES);
  child.kill("SIGINT");
  expect(await ended).toEqual([null, "SIGINT"]);
  expect(await said).toMatch(/^error: (?!c2).*interrupted/m);
  await service.admin.clearFaults();
  await expectBackAfterEnd(await said, "c2");
});

it("is recorded where a later attempt was refused", async () => {
  await fault(
    "c2",
    { kind: "stall", ms: 2 * LATE_MS, when: "before" },
    { kind: "status", status: 400, body: '{"error":"no"}', when: "before" },
  );
  process.env.CHECKS_TIMEOUT_SECONDS = "1";
  const { code, stderr } = await run("begin", "--all");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: c2: /m)]);
  await expectBackAfterEnd(stderr, "c2");
});
