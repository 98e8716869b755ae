/** A check goes from one stack to another on the real engine, with what hangs on it, and while the former owner is at work. */
import { handOver } from "../../cli/handover/handover";
import { monitorOf } from "../../provider/monitor/monitor";
import { Stack } from "../support/engine";
import { GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { pinged } from "../support/kept";
import { sessionAt } from "../support/provider/run";
import { Service } from "../support/service";

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
    handOver(monitorOf(sessionAt(service)).project(), { slugs: [slug], to: "jobs/prod", dryRun: false });

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
});
