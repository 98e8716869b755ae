/** `pulumi-checks maintenance`, killed at each of its steps: after `end` everything is as before, to the byte. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Shell } from "../../../support/cli/reportCommand";
import { type Document, inService, type Service } from "../../../support/service";

const ROOT = join(__dirname, "..", "..", "..", "..");
const CLI = join(ROOT, "dist", "cli", "main.js");
const KILLED_AT = join(ROOT, "test", "support", "cli", "killedAt.cjs");
const MINUTES = 60_000;

let service: Service;
let shell: Shell;
let records: string;
let before: Document[];

inService(async (opened) => {
  service = opened;
  records = mkdtempSync(join(tmpdir(), "pulumi-checks-records-"));
  shell = new Shell(service.environment);
  const channels = (await service.request("GET", "/channels/")).channels as { id: string }[];
  const some = (count: number) =>
    channels
      .slice(0, count)
      .map(({ id }) => id)
      .join(",");
  const make = (fields: object) => service.request("POST", "/checks/", { tags: "db", ...fields });
  await make({ slug: "one", channels: some(1) });
  await make({ slug: "all", channels: "*", tags: "db  prod pulumi:jobs/dev" });
  const paused = await make({ slug: "paused", channels: some(2), manual_resume: true });
  await service.request("POST", `/checks/${paused.uuid}/pause`, {});
  const down = await make({ slug: "down", channels: some(3), timeout: 60, grace: 60 });
  await fetch(`${String(down.ping_url)}/fail`, { method: "POST" });
  await make({ slug: "silent", channels: "" });
  before = await service.checks();
});
afterEach(() => {
  shell.close();
  rmSync(records, { recursive: true, force: true });
});

/** Runs a process of the command line that is killed right before that step; gives how it ended. */
async function killedAt(step: number, ...args: string[]): Promise<number | NodeJS.Signals | null> {
  const child = spawn(process.execPath, ["--require", KILLED_AT, CLI, "maintenance", ...args], {
    env: { ...process.env, KILLED_AT: String(step) },
    stdio: "ignore",
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal ?? code;
}

const window = ["--tag", "db", "--reason", "new disk", "--records"];
const end = () => shell.run("maintenance", "end", "--records", records);

/** Whether everything is as before, here and on the service. */
async function expectAsBefore(): Promise<void> {
  expect(await service.checks()).toEqual(before);
  expect(readdirSync(records).filter((name) => name.includes(".json."))).toEqual([]);
  expect(readdirSync(records).filter((name) => name.endsWith(".json"))).toEqual([]);
}

it(
  "that is killed before each of its steps is put right by `end`",
  async () => {
    let step = 0;
    for (;;) {
      step += 1;
      const how = await killedAt(step, ...window, records, "--", process.execPath, "--eval", "");
      if (how === 0) break;
      expect([step, how]).toEqual([step, "SIGKILL"]);
      expect([step, (await end()).code]).toEqual([step, 0]);
      await expectAsBefore();
    }
    await expectAsBefore();
    expect(step).toBeGreaterThan(35);
  },
  20 * MINUTES,
);

it(
  "whose `end` is killed before each of its steps is put right by the next one",
  async () => {
    let step = 0;
    for (;;) {
      step += 1;
      expect(await shell.run("maintenance", "begin", ...window, records)).toMatchObject({ code: 0 });
      expect((await service.checks()).filter(({ channels }) => channels !== "")).toEqual([]);
      const how = await killedAt(step, "end", "--records", records);
      if (how === 0) break;
      expect([step, how]).toEqual([step, "SIGKILL"]);
      expect([step, (await end()).code]).toEqual([step, 0]);
      await expectAsBefore();
    }
    await expectAsBefore();
    expect(step).toBeGreaterThan(15);
  },
  20 * MINUTES,
);

it("that is killed by its command while that runs is put right by `end`, which tells what is down", async () => {
  const kill = "process.kill(process.ppid, 'SIGKILL')";
  expect(await killedAt(0, ...window, records, "--", process.execPath, "--eval", kill)).toBe("SIGKILL");
  expect((await service.checks()).filter(({ channels }) => channels !== "")).toEqual([]);
  const { code, stdout } = await end();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Maintenance [0-9a-f]{8} \(new disk\) is over after .*: 4 checks as before\.\n/);
  expect(stdout).toMatch(/^ {2}down {2}down since \d{4}-/m);
  await expectAsBefore();
});

it("whose network is gone at the end is put right by `end`, and says so by its exit code", async () => {
  const stop = `
    const { CHECKS_URL: url } = process.env;
    const fault = { match: { path: "/checks/" }, times: 1000, action: { kind: "status", status: 503 } };
    fetch(url + "/_emulator/faults", { method: "POST", body: JSON.stringify([fault]) });`;
  process.env.CHECKS_DEADLINE_SECONDS = "10";
  expect(await killedAt(0, ...window, records, "--", process.execPath, "--eval", stop)).toBe(123);
  await service.admin.clearFaults();
  expect((await service.checks()).filter(({ channels }) => channels !== "")).toEqual([]);
  expect((await end()).code).toBe(0);
  await expectAsBefore();
});

it.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
  "passes %s on to its command, puts everything back, and ends by it",
  async (signal) => {
    const script = `process.kill(process.ppid, "${signal}"); setInterval(() => {}, 1000)`;
    expect(await killedAt(0, ...window, records, "--", process.execPath, "--eval", script)).toBe(signal);
    await expectAsBefore();
  },
);

describe.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s while it puts back", (signal) => {
  const LIST = { route: "GET /api/v3/checks/", match: { method: "GET", path: "/checks/$" } };
  const WRITE = { route: "POST /api/v3/checks/<uuid>", match: { method: "POST" } };

  /** Runs a maintenance in which the second of each of these requests takes a second, and the signal comes during that. */
  async function signalledDuring(...requests: (typeof LIST | typeof WRITE)[]): Promise<unknown> {
    await service.admin.faults(
      ...requests.map(({ match }) => ({ match, nth: 2, action: { kind: "stall", ms: 1000 } as const })),
    );
    await service.admin.clearRequests();
    const args = ["maintenance", ...window, records, "--", process.execPath, "--eval", ""];
    const child = spawn(process.execPath, [CLI, ...args], { env: process.env, stdio: "ignore" });
    const ended = once(child, "exit");
    for (const { route } of requests) {
      await service.admin.waitFor(2, { route });
      child.kill(signal);
    }
    return ended;
  }

  it("is waited with until everything is back", async () => {
    expect(await signalledDuring(LIST)).toEqual([null, signal]);
    await expectAsBefore();
  });

  it("is waited with, too, where an earlier one kept it from beginning", async () => {
    expect(await signalledDuring(WRITE, LIST)).toEqual([null, signal]);
    await expectAsBefore();
  });
});

it("puts everything back when nobody reads any more what it says", async () => {
  const script = "process.stdin.resume()";
  const args = ["maintenance", ...window, records, "--", process.execPath, "--eval", script];
  const child = spawn(process.execPath, [CLI, ...args], {
    env: process.env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  for await (const part of child.stderr) {
    said += String(part);
    if (said.includes("In maintenance until")) break;
  }
  expect(said).toContain("In maintenance until");
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
  await expectAsBefore();
});

it("lets its command make of a signal what it likes", async () => {
  const script = `
    process.on("SIGTERM", () => process.exit(7));
    process.kill(process.ppid, "SIGTERM");
    setInterval(() => {}, 1000)`;
  expect(await killedAt(0, ...window, records, "--", process.execPath, "--eval", script)).toBe(7);
  await expectAsBefore();
});
