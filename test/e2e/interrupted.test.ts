import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CHECKPOINTS, ONE_WRITE } from "../support/graphProgram";
import { onEachHost, SERVING } from "../support/hosts";
import { whereEnvironmentHas } from "../support/processes";
import { eachWithScene } from "../support/scene";
import { checkRowsOf } from "../support/stateFile";

const COUNT = 50;

onEachHost("an up that is killed in the middle", (on) => {
  const scene = eachWithScene({}, on);
  const declared = Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [
      `job-${index}`,
      { slug: `job-${index}`, timeout: 600 + index },
    ]),
  );

  // What the engine itself remembers of a killed run has nothing to do with the host.
  const engines: Record<string, Record<string, string>> = {
    "with the engine's checkpoints": CHECKPOINTS,
    ...(on.CHECKS_HOST === "dynamic" && { "without them": ONE_WRITE }),
  };
  it.each(Object.entries(engines))(
    "is finished by the next one: nothing lost, nothing twice (%s)",
    async (_, environment) => {
      const { stack, service } = scene;
      stack.declare(declared);
      // Slow enough that the kill comes before the last of them, also on a busy machine.
      await service.admin.limits({ latencyMs: 200 });
      stack.ownsProcesses = true;
      const killed = stack.pulumi(["up", "--yes", "--skip-preview"], environment);
      await service.admin.waitFor(COUNT / 2, { route: "POST /api/v3/checks/", timeoutMs: 300_000 });
      stack.kill();
      expect((await killed).code).toBeNull();
      await service.admin.limits({ latencyMs: 0 });
      const before = await service.checks();
      expect(before.length).toBeGreaterThan(0);
      expect(before.length).toBeLessThan(COUNT);

      await stack.recover();
      await stack.up();
      const after = await service.checks();
      expect(after.map(({ slug }) => slug).sort()).toEqual(Object.keys(declared).sort());
      for (const { uuid } of before) expect(after.map((check) => check.uuid)).toContain(uuid);
      expect(
        checkRowsOf(stack)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(after.map(({ uuid }) => uuid).sort());
      expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    },
  );
});

onEachHost("what an engine leaves behind that is killed while the service is to be asked again", (on) => {
  const scene = eachWithScene({}, on);
  /** So long the provider may take to see that its engine is gone, and then all has to be quiet. */
  const [SEEN_MS, QUIET_MS] = [4_000, 5_000];
  const declared = (grace: number) =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`job-${index}`, { slug: `job-${index}`, grace }]),
    );

  /** Kills the engine after so many of these requests, none of which the service accepts. */
  async function killedAfter(requests: number, route: string, path: string): Promise<void> {
    const { stack, service } = scene;
    const match = { method: "POST", path };
    await service.admin.faults({ match, action: { kind: "status", status: 503 } });
    stack.ownsProcesses = true;
    const killed = stack.tryUp();
    await service.admin.waitFor(requests, { route: `POST /api/v3/checks/${route}`, timeoutMs: 300_000 });
    stack.kill();
    await killed;
    await setTimeout(SEEN_MS);
    await service.admin.clearRequests();
    await expect(service.admin.waitFor(1, { timeoutMs: QUIET_MS })).rejects.toThrow();

    await service.admin.clearFaults();
    await stack.recover();
  }

  it("soon asks for nothing more: no old value comes over what the next up writes", async () => {
    const { stack, service } = scene;
    stack.declare(declared(60));
    await killedAfter(24, "", "/checks/$");
    stack.declare(declared(120));
    await stack.up();
    expect((await service.checks()).map(({ grace }) => grace)).toEqual(Array(12).fill(120));
  });

  it("soon pauses nothing more: no check is paused that the next up leaves alone", async () => {
    const { stack, service } = scene;
    const program = (then: string) =>
      stack.write("index.js", `new (require("pulumi-checks").Check)("backup", { slug: "backup" })${then};`);
    program(".pause()");
    await killedAfter(2, "<uuid>/pause", "/pause$");
    program("");
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ status: "new" });
  });
});

/** The process of dynamic providers is the SDK's; the plugin has a test of its own. */
describe("the process of dynamic providers", () => {
  const scene = eachWithScene({}, { CHECKS_HOST: "dynamic" });

  it("ends after a killed engine, but not before a call of somebody else's provider has", async () => {
    const { stack, service } = scene;
    const [begun, done] = ["begun", "done"].map((name) => join(stack.folder, name)) as [string, string];
    const isServed = () =>
      whereEnvironmentHas(`PULUMI_HOME=${stack.folder}`).some(({ command }) =>
        command.includes(SERVING.dynamic),
      );
    stack.write(
      "index.js",
      `const pulumi = require("@pulumi/pulumi");
      const { Check } = require("pulumi-checks");
      const __provider = \`exports.handler = () => ({ create: async () => {
        const { writeFileSync } = require("node:fs");
        writeFileSync(${JSON.stringify(begun)}, "");
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        writeFileSync(${JSON.stringify(done)}, "");
        return { id: "other", outs: {} };
      } })\`;
      new pulumi.CustomResource("pulumi-nodejs:dynamic/test:Other", "other", { __provider });
      for (let index = 0; index < 12; index += 1) new Check("job-" + index, { slug: "job-" + index });`,
    );
    await service.admin.limits({ latencyMs: 1000 });
    stack.ownsProcesses = true;
    const killed = stack.tryUp();
    await service.admin.waitFor(2, { route: "POST /api/v3/checks/", timeoutMs: 300_000 });
    while (!existsSync(begun)) await setTimeout(100);
    stack.kill();
    await killed;

    while (isServed() && !existsSync(done)) await setTimeout(100);
    expect(existsSync(done)).toBe(true);
    const lastMs = Date.now() + 30_000;
    while (isServed() && Date.now() < lastMs) await setTimeout(100);
    expect(isServed()).toBe(false);
  });
});

describe("an engine that is killed while it writes its own state", () => {
  const scene = eachWithScene();

  it("is mended as the README advises", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    const { uuid } = await service.check("backup");
    const folder = join(stack.backend, ".pulumi", "stacks", "jobs");
    const attributes = readdirSync(folder).filter((name) => name.endsWith(".json.attrs"));
    expect(attributes).toEqual(["dev.json.attrs"]);
    // The instant of the kill: the attributes' file is made, and nothing is in it yet.
    writeFileSync(join(folder, "dev.json.attrs"), "");
    expect((await stack.tryUp()).text).toContain("failed to load checkpoint: EOF");

    expect(await stack.recover()).toEqual([join("stacks", "jobs", "dev.json.attrs")]);
    await stack.up("--expect-no-changes");
    expect((await service.check("backup")).uuid).toBe(uuid);
  });

  it("is asked again for its rows while it writes them: a renamed check keeps what it has", async () => {
    const { stack, service } = scene;
    const declared = (name: string) => `new (require("pulumi-checks").Check)("${name}", { slug: "backup" });`;
    stack.write("index.js", declared("backup"));
    await stack.up();
    const { uuid } = await service.check("backup");
    const attributes = join(stack.backend, ".pulumi", "stacks", "jobs", "dev.json.attrs");
    // As long as an instant of the engine's may last on a slow disk.
    stack.write(
      "index.js",
      `const { readFileSync, writeFileSync } = require("node:fs");
      const file = ${JSON.stringify(attributes)};
      const written = readFileSync(file);
      ${declared("vault")}
      writeFileSync(file, "");
      setTimeout(() => writeFileSync(file, written), 100);`,
    );
    const { text } = await stack.up("--skip-preview");
    expect(text).not.toContain("does not list the stack's resources");
    expect(stack.state().vault?.id).toBe(uuid);
    expect(await service.checks()).toMatchObject([{ uuid }]);
  });
});
