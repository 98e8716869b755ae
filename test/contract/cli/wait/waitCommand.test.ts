/** `pulumi-checks wait` as a user runs it: options, exit codes, what is printed where. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { DriftScene } from "../../../support/cli/driftScene";
import { Shell } from "../../../support/cli/reportCommand";
import { type Document, Service } from "../../../support/service";
import { itUnless, lackOf } from "../../../support/unless";

const CLI = join(__dirname, "..", "..", "..", "..", "dist", "cli", "main.js");

let service: Service;
let shell: Shell;

beforeEach(async () => {
  service = await Service.start();
  shell = new Shell(service.environment);
});
afterEach(async () => {
  shell.close();
  await service.stop();
});

const check = (fields: object) => service.request("POST", "/checks/", fields);
const ping = (one: Document, end = "") => fetch(`${String(one.ping_url)}${end}`, { method: "POST" });

it("ends with 0 when all have been pinged, the result on stdout and the progress on stderr", async () => {
  await ping(await check({ slug: "backup" }));
  const done = await shell.run("wait", "--slug", "backup", "--since", "1m");
  expect(done).toMatchObject({ code: 0, stdout: "1 of 1 check pinged, after 0 s.\n" });
  expect(done.stderr).toBe(
    "Reading the checks\nWaiting for 1 check to be pinged, 10 min at most\nbackup was pinged (1 of 1 check pinged)\n",
  );
  // As the help spells it.
  expect(await shell.run("wait", "--all", "--since", "1m ago", "--quiet")).toMatchObject({ code: 0 });
  expect(await shell.run("wait", "--all", "--until", "up", "--quiet")).toMatchObject({ code: 0, stderr: "" });
});

it("ends with 2 when the time is over, and says which check, why, and how to try the ping", async () => {
  const backup = await check({ slug: "backup", tags: "prod" });
  const { code, stdout } = await shell.run("wait", "--tag", "prod", "--timeout", "1s", "--every", "1s");
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^1 of 1 check not pinged after \d s:\n\n {2}backup {2}was never pinged\n\nTo try the ping/,
  );
  expect(stdout).not.toContain(backup.uuid);
});

itUnless(lackOf("curl"), "gives a command that pings without showing the ping URL", async () => {
  const backup = await check({ slug: "backup", methods: "POST" });
  const { stdout } = await shell.run("wait", "--all", "--timeout", "1s", "--every", "1s");
  const command = stdout.slice(stdout.indexOf("  printf"));
  const run = (env: NodeJS.ProcessEnv) => promisify(execFile)("sh", ["-ec", command], { env });
  expect(await run(process.env)).toEqual({ stdout: "", stderr: "" });
  expect((await service.check("backup")).status).toBe("up");
  await run({ ...process.env, CHECKS_URL: `${process.env.CHECKS_URL}/` });
  expect((await service.check("backup")).n_pings).toBe(2);
  expect(command).not.toContain(backup.uuid);
});

itUnless(
  lackOf("curl"),
  "gives a command that a server takes which wants to know a request's length",
  async () => {
    await check({ slug: "backup" });
    const { stdout } = await shell.run("wait", "--all", "--timeout", "1s", "--every", "1s");
    const pings: string[] = [];
    const strict = createServer(({ method, headers }, answer) => {
      if (method === "GET") return answer.end(JSON.stringify({ ping_url: `http://${headers.host}/ping` }));
      pings.push(`${method} ${headers["content-length"]}`);
      return answer.writeHead(headers["content-length"] === undefined ? 411 : 200).end();
    });
    await once(strict.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`;
    try {
      const env = { ...process.env, CHECKS_URL: url };
      await promisify(execFile)("sh", ["-ec", stdout.slice(stdout.indexOf("  printf"))], { env });
      expect(pings).toEqual(["POST 0"]);
    } finally {
      strict.close();
    }
  },
);

it("ends with 3 when the service cannot be asked any more", async () => {
  process.env.CHECKS_DEADLINE_SECONDS = "1";
  await check({ slug: "backup" });
  await service.admin.faults({
    match: { path: "/checks/" },
    action: { kind: "status", status: 503 },
    nth: 2,
    times: 1000,
  });
  const { code, stdout } = await shell.run("wait", "--all", "--timeout", "1s", "--every", "1s");
  expect([code, stdout]).toEqual([
    3,
    expect.stringContaining("the service could not be asked about 1 check"),
  ]);
});

it("keeps to its time where the service is out of order, and says how it answers", async () => {
  await check({ slug: "backup" });
  const away = (nth: number) =>
    service.admin.faults({
      match: { path: "/checks/" },
      action: { kind: "status", status: 503 },
      nth,
      times: 1000,
    });
  await away(2);
  const { code, stdout } = await shell.run("wait", "--all", "--timeout", "2s", "--every", "1s", "--json");
  const { seconds, problems } = JSON.parse(stdout) as { seconds: number; problems: string[] };
  expect([code, problems]).toEqual([3, [expect.stringContaining("the service answered 503; time ran out")]]);
  expect(seconds).toBeLessThan(6);
  await service.admin.clearFaults();
  await away(1);
  // The service may take so long for the first answer, however short the wait is.
  expect(await shell.run("wait", "--all", "--timeout", "0")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the service answered 503; given up after 5 s"),
  });
});

it("prints JSON for programs", async () => {
  await ping(await check({ slug: "backup" }));
  const { stdout } = await shell.run("wait", "--all", "--since", "1m", "--json", "--quiet");
  expect(JSON.parse(stdout)).toMatchObject({
    schema: "pulumi-checks/wait",
    version: 1,
    until: "ping",
    ending: "reached",
    timeoutSeconds: 600,
    checks: [
      { check: "backup", project: "default", done: true, status: "up", obstacle: null, says: "was pinged" },
    ],
    problems: [],
  });
});

it("shows all checks of a project by their names, whatever the service's order is", async () => {
  for (const slug of ["b", "c", "a"]) await ping(await check({ slug }));
  const { stdout } = await shell.run("wait", "--all", "--since", "1m", "--json", "--quiet");
  const { checks } = JSON.parse(stdout) as { checks: { check: string }[] };
  expect(checks.map((one) => one.check)).toEqual(["a", "b", "c"]);
});

it.each([
  [
    ["--slug", "bakup"],
    'error: --slug: no check has the slug, unique key or UUID "bakup". There is only backup',
  ],
  [["--tag", "prod"], 'error: --tag: no check carries the tag "prod"'],
  [["--all", "--state", "dev.json"], "error: --all: it means every check of the project"],
  [["--all", "--every", "0"], "error: --every: it must be at least a second"],
  [["--all", "--timeout", "soon"], "It must be a duration such as 90m, 36h or 7d."],
  [["--all", "--since", "2026-13-01T00:00Z"], "There is no such time."],
  [["--all", "--since", "2026-02-30T00:00Z"], "There is no such time."],
  [["--all", "--since", "2026-05-01T10:30"], "a time with its zone: 2026-05-01T10:30Z."],
  [["--all", "--since", "yesterday"], "a time with its zone: 2026-05-01T10:30Z."],
  [["--state", "no.json"], "error: no.json: there is no such file"],
  [["--last-up", "--state", "empty.json"], "error: empty.json: an exported state does not say when"],
  [["--state", "empty.json"], "error: empty.json: the state holds no check. Run `pulumi up` first"],
])("refuses %j in one line, with exit code 1", async (args, words) => {
  await check({ slug: "backup" });
  writeFileSync("empty.json", JSON.stringify({ version: 3, deployment: {} }));
  const { code, stderr, stdout } = await shell.run("wait", "--quiet", ...args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(words);
});

describe("interrupted", () => {
  /** The command in a process of its own, once it has looked twice. */
  async function waiting(...args: string[]): Promise<ChildProcess> {
    const child = spawn(process.execPath, [CLI, "wait", "--every", "1s", ...args], { env: process.env });
    await service.admin.waitFor(2, { timeoutMs: 60_000 });
    return child;
  }

  it.each(["SIGINT", "SIGTERM"] as const)(
    "says by %s how far it came, and ends by the signal",
    async (signal) => {
      await check({ slug: "backup" });
      await service.admin.clearRequests();
      const child = await waiting("--all");
      let printed = "";
      child.stdout?.on("data", (chunk) => {
        printed += String(chunk);
      });
      const ended = new Promise((done) => child.on("close", (_code, by) => done(by)));
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(printed).toMatch(/^Interrupted after \d+ s: 0 of 1 check pinged\.\n/);
    },
  );
});

describe("--last-up", () => {
  let scene: DriftScene;

  beforeEach(() => {
    scene = new DriftScene();
    Object.assign(process.env, service.environment);
    mkdirSync("bin");
    scene.write("Pulumi.yaml", "name: jobs\nruntime: nodejs\n");
    process.env.PATH = `${join(scene.folder, "bin")}${delimiter}${process.env.PATH}`;
  });
  afterEach(() => scene.end());

  /** What the engine answers: the state, and a history in which a refresh came after the last `up`. */
  function engine(began: Date): void {
    const history = [
      { kind: "refresh", startTime: new Date(Date.now() + 60_000).toISOString() },
      { kind: "update", startTime: began.toISOString() },
      { kind: "update", startTime: "2020-01-01T00:00:00.000Z" },
    ];
    const answers = `case "$*" in
  "stack export"*) cat dev.json;;
  "stack history"*) echo '${JSON.stringify(history)}';;
  *) echo "{}";;
esac`;
    scene.write("bin/pulumi", `#!/bin/sh\n${answers}\n`, 0o755);
  }

  it("is about what the last up made, with pings since it began", async () => {
    await scene.deploy("old", { old: { slug: "old" } });
    await scene.deploy("dev", { a: { slug: "a" } });
    engine(new Date(Date.now() - 60_000));
    await ping(await service.check("a"));
    const made = await shell.run("wait", "--last-up", "--quiet");
    expect(made).toMatchObject({ code: 0, stdout: "1 of 1 check pinged, after 0 s.\n" });
  });

  it("counts the run that a job began before the first look", async () => {
    await scene.deploy("dev", { a: { slug: "a" } });
    engine(new Date(Date.now() - 60_000));
    await ping(await service.check("a"), "/start");
    expect(await shell.run("wait", "--last-up", "--quiet", "--timeout", "1s")).toMatchObject({
      code: 0,
      stdout: "1 of 1 check pinged, after 0 s.\n",
    });
  });

  it("has nothing to wait for after an up that made none", async () => {
    await scene.deploy("dev", { a: { slug: "a" } });
    engine(new Date(Date.now() + 30_000));
    expect(await shell.run("wait", "--last-up", "--quiet")).toMatchObject({
      code: 0,
      stdout: "Nothing to wait for: the last `pulumi up` made no check.\n",
    });
  });
});
