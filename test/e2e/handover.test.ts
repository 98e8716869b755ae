/** A check goes from one stack to another on the real engine, with what hangs on it, and while the former owner is at work. */
import { handOver } from "../../cli/handover/handover";
import { monitorOf } from "../../provider/monitor/monitor";
import { Stack } from "../support/engine";
import { CHECKPOINTS, GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { pinged } from "../support/kept";
import { sessionAt } from "../support/provider/run";
import { eachWithScene } from "../support/scene";
import { Service } from "../support/service";
import { checkRowsOf, nameOf, rowsOf } from "../support/stateFile";

const NOTHING: Graph = { checks: {} };

onEachHost("a check that is handed over to another stack", (on) => {
  let service: Service;
  let dev: Stack;
  let prod: Stack;

  beforeEach(async () => {
    service = await Service.start();
    const environment = { ...service.environment, ...ONE_WRITE, ...on, CHECKS_STAMP: "true" };
    dev = new Stack(environment, GRAPH);
    prod = new Stack(environment, GRAPH);
    await Promise.all([dev.init("dev"), prod.init("prod")]);
  });
  afterEach(async () => {
    for (const stack of [dev, prod]) stack.remove();
    await service.stop();
  });

  const handedOver = (slug: string) =>
    handOver(monitorOf(sessionAt(service)).project(), { checks: [slug], to: "jobs/prod", dryRun: false });

  it("keeps its channels when the former owner lets go of it and of its assignment", async () => {
    dev.declare({
      checks: { backup: { slug: "backup", grace: 600 } },
      assignments: { pager: { of: "backup", channels: ["Pager"] } },
    });
    await dev.up();
    const before = await pinged(service, "backup");
    await handedOver("backup");

    prod.declare({ checks: { backup: { slug: "backup", channels: ["Pager"] } } });
    expect((await prod.preview()).text).toMatch(/takes over the existing check "backup" .*changes its grace/);
    expect((await prod.up()).text).toMatch(/adopted the existing check "backup" .*; changed grace/);
    dev.declare(NOTHING);
    expect((await dev.up()).text).toContain("belongs to the stack jobs/prod, and is kept");
    const { uuid, n_pings, channels } = before;
    expect(await service.check("backup")).toMatchObject({ uuid, n_pings, channels, grace: 3600 });
    expect(await prod.refreshPreview("--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("outlives a destroy of the former owner that was under way", async () => {
    const others = ["a", "b", "c", "d", "e"];
    const backup = { slug: "backup" };
    dev.declare({
      checks: {
        backup,
        ...Object.fromEntries(others.map((slug) => [slug, { slug, options: { dependsOn: ["backup"] } }])),
      },
    });
    await dev.up();
    const before = await pinged(service, "backup");
    // Those go first. One of them takes so long that the list of the run is old when it is the turn of the last.
    const match = { method: "DELETE" };
    await service.admin.faults({ match, times: 1, action: { kind: "stall", ms: 7_000 } });
    await service.admin.clearRequests();
    const destroyed = dev.destroy();
    await service.admin.waitFor(1, { route: "DELETE /api/v3/checks/<uuid>" });
    await handedOver("backup");
    prod.declare({ checks: { backup } });
    await prod.up();
    expect((await destroyed).text).toContain("belongs to the stack jobs/prod, and is kept");
    const { uuid, n_pings } = before;
    expect(await service.checks()).toMatchObject([{ uuid, n_pings, tags: "pulumi:jobs/prod" }]);
    await prod.up("--expect-no-changes");
  });

  it("is told to the former owner by a preview that changes it, and by a refresh, while its program still has it", async () => {
    const checks = { backup: { slug: "backup" }, report: { slug: "report" } };
    dev.declare({ checks });
    await dev.up();
    await handedOver("backup");
    const whose =
      'check "backup": slug: the check belongs to the stack jobs/prod. If it was handed over, remove';
    await service.admin.clearRequests();
    expect(await dev.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect((await service.admin.requestLog()).log).toEqual([]);
    expect((await dev.refreshPreview()).text).toContain(whose);
    // As `drift` runs it.
    expect(await dev.preview("--refresh")).toMatchObject({ code: 0 });
    const tagged = Object.fromEntries(
      Object.entries(checks).map(([name, args]) => [name, { ...args, tags: ["prod"] }]),
    );
    dev.declare({ checks: tagged });
    const preview = await dev.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.text).toContain(whose);
    expect(preview.text).not.toContain("report: ");
    dev.declare({ checks: { report: { slug: "report", tags: ["prod"] } } });
    expect((await dev.up()).text).toContain("belongs to the stack jobs/prod, and is kept");
  });

  it("is found again by both when each was killed in the middle of it", async () => {
    const backup = { slug: "backup", channels: ["Pager"] };
    dev.declare({ checks: { backup, report: { slug: "report" } } });
    await dev.up();
    const { uuid, n_pings } = await pinged(service, "backup");
    await handedOver("backup");
    prod.declare({ checks: { backup, other: { slug: "other" } } });
    dev.declare({ checks: { report: { slug: "report" } } });
    for (const [stack, method] of [
      [prod, "POST"],
      [dev, "GET"],
    ] as const) {
      await service.admin.clearRequests();
      await service.admin.faults({ match: { method }, times: 1, action: { kind: "stall", ms: 3_000 } });
      stack.ownsProcesses = true;
      const running = stack.pulumi(["up", "--yes", "--skip-preview"], CHECKPOINTS);
      await service.admin.waitFor(1, { timeoutMs: 300_000 }).finally(() => stack.kill());
      await running;
      await stack.recover();
      await service.admin.clearFaults();
    }
    for (const stack of [prod, dev]) await stack.up();
    for (const stack of [prod, dev]) await stack.up("--expect-no-changes");
    const kept = { uuid, n_pings, tags: "pulumi:jobs/prod" };
    expect(await service.check("backup")).toMatchObject(kept);
    expect(checkRowsOf(dev).map(nameOf)).toEqual(["report"]);
    expect(checkRowsOf(prod).map(nameOf).sort()).toEqual(["backup", "other"]);
  });

  it("is neither deleted nor made anew where checks:url leads to another server meanwhile", async () => {
    const backup = { slug: "backup" };
    dev.declare({ checks: { backup, report: { slug: "report" } } });
    await dev.up();
    const other = await Service.start();
    try {
      await handedOver("backup");
      const before = await service.checks();
      const there = (stack: Stack) => stack.pulumi(["up", "--yes", "--skip-preview"], other.environment);
      dev.declare({ checks: { report: { slug: "report" } } });
      const dropped = await there(dev);
      expect(dropped.code).not.toBe(0);
      expect(dropped.text).toContain(`this check lives on ${service.emulator.url}`);
      prod.declare({ checks: { backup } });
      await prod.up();
      prod.declare({ checks: { backup: { ...backup, grace: 600 } } });
      const changed = await there(prod);
      expect(changed.code).not.toBe(0);
      expect(changed.text).toContain(`this check lives on ${service.emulator.url}`);
      expect(await other.checks()).toEqual([]);
      expect(await service.checks()).toEqual(before);
      await dev.up();
      expect(await service.checks()).toEqual(before);
    } finally {
      await other.stop();
    }
  });
});

onEachHost("a check that exists, and is adopted by two stacks at once", (on) => {
  it("is one's in the end, and the other one is told whose", async () => {
    const service = await Service.start();
    const environment = { ...service.environment, ...ONE_WRITE, ...on, CHECKS_STAMP: "true" };
    const [dev, prod] = [new Stack(environment, GRAPH), new Stack(environment, GRAPH)];
    try {
      await Promise.all([dev.init("dev"), prod.init("prod")]);
      const { uuid } = await service.request("POST", "/checks/", { slug: "backup", grace: 600 });
      for (const stack of [dev, prod]) stack.declare({ checks: { backup: { slug: "backup" } } });
      await Promise.all([dev.tryUp(), prod.tryUp()]);
      // Who wrote first of two that looked at the same moment hears of it when it looks again.
      const again = [await dev.tryUp("--refresh"), await prod.tryUp("--refresh")];
      const [owner, loser] = again[0]?.code === 0 ? ["dev", again[1]] : ["prod", again[0]];
      expect(again.filter(({ code }) => code === 0)).toHaveLength(1);
      expect(loser?.text).toContain(`the check belongs to the stack jobs/${owner}`);
      expect(await service.checks()).toMatchObject([{ uuid, grace: 3600, tags: `pulumi:jobs/${owner}` }]);
    } finally {
      for (const stack of [dev, prod]) stack.remove();
      await service.stop();
    }
  });
});

onEachHost("a check whose row `pulumi state move` takes to another stack", (on) => {
  const scene = eachWithScene({}, { ...on, CHECKS_STAMP: "true" });
  const program = (owner: string, grace: number) => `
const { Check, ChannelAssignment } = require("pulumi-checks");
if (require("@pulumi/pulumi").getStack() === "${owner}") {
  const backup = new Check("backup", { slug: "backup", grace: ${grace} });
  new ChannelAssignment("pager", { check: backup, channels: ["Pager"] });
}`;
  const moveToProd = (rows: { urn: string }[]) => {
    const [from, to] = ["dev", "prod"].map((name) => `organization/jobs/${name}`);
    const move = ["state", "move", "--yes", "--source", `${from}`, "--dest", `${to}`];
    return scene.stack.pulumi([...move, ...rows.map(({ urn }) => urn)]);
  };

  it("keeps its UUID, pings and channels, and has the stamp of the new stack after its next up", async () => {
    const { stack, service } = scene;
    const inProd = (command: string, ...args: string[]) =>
      stack.pulumi([
        command,
        "--stack",
        "prod",
        ...(command === "preview" ? [] : ["--yes", "--skip-preview"]),
        ...args,
      ]);
    stack.write("index.js", program("dev", 60));
    await stack.up();
    const { uuid, n_pings, channels } = await pinged(service, "backup");
    const rows = rowsOf(stack).filter(({ urn }) => /::(backup|pager)$/.test(urn));
    await stack.pulumi(["stack", "init", "prod", "--no-select", "--secrets-provider", "passphrase"]);
    expect(await inProd("up")).toMatchObject({ code: 0 });
    expect(await moveToProd(rows)).toMatchObject({ code: 0 });

    stack.write("index.js", program("prod", 60));
    const previewed = (await inProd("preview")).text;
    expect(previewed).toMatch(/~ 2 to update\s+1 unchanged/);
    expect(previewed).toContain("an up puts the stamp of jobs/prod on it (checks:stamp)");
    expect(previewed).toMatch(/channel assignment of .*: an up notes that its check is one of jobs\/prod/);
    // No field of the assignment differs.
    expect(previewed).not.toContain("~channels");
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await inProd("up")).toMatchObject({ code: 0 });
    const moved = { uuid, n_pings, channels, tags: "pulumi:jobs/prod" };
    expect(await service.check("backup")).toMatchObject({ ...moved, grace: 60 });
    await stack.destroy();
    stack.write("index.js", program("prod", 120));
    expect(await inProd("up")).toMatchObject({ code: 0 });
    expect(await service.check("backup")).toMatchObject({ ...moved, grace: 120 });
    expect(await inProd("preview", "--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("is not taken from the former stack that took it back before the new one's first up", async () => {
    const { stack, service } = scene;
    const inProd = (...args: string[]) => stack.pulumi([...args, "--stack", "prod"]);
    const other = `if (require("@pulumi/pulumi").getStack() === "prod") new Check("report", { slug: "report" });`;
    stack.write("index.js", `${program("dev", 60)}\n${other}`);
    await stack.up();
    const { uuid, channels } = await pinged(service, "backup");
    const rows = rowsOf(stack).filter(({ urn }) => /::(backup|pager)$/.test(urn));
    await stack.pulumi(["stack", "init", "prod", "--no-select", "--secrets-provider", "passphrase"]);
    expect(await inProd("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
    expect(await moveToProd(rows)).toMatchObject({ code: 0 });
    // The program of the former stack still declares it.
    await stack.up();
    const theirs = { uuid, channels, tags: "pulumi:jobs/dev" };

    for (const command of ["up", "destroy"]) {
      // Only a run with a check in its program knows its stack on the dynamic host.
      const isKnown = command === "up" || on.CHECKS_HOST === "plugin";
      if (!isKnown) continue;
      const taken = await inProd(command, "--yes", "--skip-preview");
      expect(taken.code).not.toBe(0);
      expect(taken.text).toContain("has the stamp of the stack jobs/dev, which may still have it");
      expect(taken.text).toContain("`pulumi-checks handover backup --to jobs/prod`");
      expect(await service.check("backup")).toMatchObject(theirs);
    }
    for (const name of ["pager", "backup"]) {
      const { urn } = rows.find(({ urn }) => urn.endsWith(`::${name}`)) ?? { urn: "" };
      const inNewStack = urn.replace("urn:pulumi:dev::", "urn:pulumi:prod::");
      expect(await inProd("state", "delete", "--yes", inNewStack)).toMatchObject({ code: 0 });
    }
    expect(await inProd("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
    expect(await service.check("backup")).toMatchObject(theirs);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
