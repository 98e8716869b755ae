import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Service } from "../../support/emulator/serviceClient";

jest.setTimeout(60_000);

const ROOT = join(__dirname, "..", "..", "..");

/** Stands in for the engine: `up` makes the checks that the program declares, and then takes its time. */
const ENGINE = `#!/usr/bin/env node
const { readFileSync } = require("node:fs");
(async () => {
  if (process.argv[2] !== "up") return;
  console.log("stack " + process.env.PULUMI_STACK + ", host " + process.env.CHECKS_HOST);
  for (const [, slug] of readFileSync("index.ts", "utf8").matchAll(/slug: "(.+?)"/g)) {
    const headers = { "x-api-key": process.env.CHECKS_API_KEY };
    await fetch(process.env.CHECKS_URL + "/api/v3/checks/", { method: "POST", headers, body: JSON.stringify({ slug }) });
  }
  setTimeout(() => {}, 20_000);
})();
`;

describe("the demo on somebody's own service", () => {
  const folder = mkdtempSync(join(tmpdir(), "demo-test-"));
  const engine = join(folder, "engine");
  const root = join(folder, "checkout");
  let service: Service;
  let runs = 0;

  beforeAll(async () => {
    service = await Service.start();
    mkdirSync(engine);
    writeFileSync(join(engine, "pulumi"), ENGINE);
    chmodSync(join(engine, "pulumi"), 0o755);
    mkdirSync(root);
    for (const name of ["examples", "node_modules"]) symlinkSync(join(ROOT, name), join(root, name));
  });
  beforeEach(() => service.admin.reset());
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  interface Demo {
    child: ChildProcess;
    said: () => string;
    ended: Promise<number | null>;
  }

  function demo(url = service.emulator.url, ofTheShell: NodeJS.ProcessEnv = {}): Demo {
    const work = join(folder, `run-${++runs}`);
    mkdirSync(work);
    const body = `
      const { story } = await import(${JSON.stringify(join(ROOT, "scripts", "demo", "story.mjs"))});
      await story(${JSON.stringify({ root, engine, folder: work, environment: {} })});`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", body], {
      env: { ...process.env, CHECKS_URL: url, CHECKS_API_KEY: service.keys.readWriteKey, ...ofTheShell },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, said: () => text, ended };
  }

  /** The slugs of the demo's checks, once there are three. */
  async function threeChecks(): Promise<string[]> {
    await service.admin.waitFor(3, { route: "POST /api/v3/checks/", timeoutMs: 30_000 });
    return slugs();
  }
  const slugs = async () => (await service.list()).map(({ slug }) => String(slug));

  it.each(["SIGINT", "SIGTERM"] as const)("removes its checks on %s, and says so", async (signal) => {
    await service.create({ slug: "quickstart-nightly-backup" });
    await service.admin.clearRequests();
    const { child, said, ended } = demo();
    const made = await threeChecks();
    expect(made).toHaveLength(4);
    child.kill(signal);
    expect(await ended).toBe(signal === "SIGINT" ? 130 : 143);
    expect(said()).toContain(`Interrupted: the demo's checks on ${service.emulator.url} are being removed.`);
    expect(said()).toMatch(
      /the 3 checks that it left on the service are removed now: demo-\w{8}-nightly-backup, /,
    );
    expect(await slugs()).toEqual(["quickstart-nightly-backup"]);
  });

  it("has a stack and a host of its own, whatever the shell is set up for", async () => {
    await service.admin.clearRequests();
    const { child, said, ended } = demo(undefined, { PULUMI_STACK: "prod", CHECKS_HOST: "plugin" });
    await threeChecks();
    child.kill("SIGTERM");
    await ended;
    expect(said()).toContain("stack undefined, host undefined\n");
  });

  it("removes what an earlier run left that was killed, and nothing else, and says so", async () => {
    const killed = demo();
    const left = await threeChecks();
    killed.child.kill("SIGKILL");
    await killed.ended.catch(() => undefined);
    await service.create({ slug: "demo-of-somebody-else" });
    await service.admin.clearRequests();

    const next = demo();
    await threeChecks();
    const now = await slugs();
    expect(now).toHaveLength(4);
    expect(now).toContain("demo-of-somebody-else");
    expect(now.filter((slug) => left.includes(slug))).toEqual([]);
    next.child.kill("SIGINT");
    await next.ended;
    expect(next.said()).toMatch(
      /An earlier demo \(.+\) was killed; the 3 checks that it left on the service are removed now: /,
    );
    expect(await slugs()).toEqual(["demo-of-somebody-else"]);
  });

  it("says what is left when the service does not let it go, and the next run removes it", async () => {
    const interrupted = demo();
    await threeChecks();
    await service.admin.faults({ match: { method: "DELETE" }, action: { kind: "status", status: 503 } });
    interrupted.child.kill("SIGINT");
    await interrupted.ended;
    expect(interrupted.said()).toMatch(
      /could not be removed from http.* answered 503 .*Their slugs begin with demo-\w{8}: run the demo again/,
    );
    expect(interrupted.said()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    await service.admin.clearFaults();
    await service.admin.clearRequests();

    const next = demo();
    await threeChecks();
    next.child.kill("SIGINT");
    await next.ended;
    expect(await slugs()).toEqual([]);
  });
});
