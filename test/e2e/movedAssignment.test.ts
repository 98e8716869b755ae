import { CHECKPOINTS, GRAPH, type Graph } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { expectOneRowEach, pinged } from "../support/kept";
import { eachWithScene } from "../support/scene";
import { nameOf, rowsOf } from "../support/stateFile";

onEachHost("a check that moves to another project, and its channels that are assigned apart", (on) => {
  const scene = eachWithScene(GRAPH, { ...CHECKPOINTS, ...on });
  const key = () => scene.service.emulator.projects.beta.readWriteKey;
  const pulumi = (...args: string[]) => scene.stack.pulumi(args, { CHECKS_PROJECTS_BETA_API_KEY: key() });
  const up = () => pulumi("up", "--yes", "--skip-preview");
  const declare = (project?: string) => {
    const graph: Graph = {
      checks: { backup: { slug: "backup", ...(project !== undefined && { project }) } },
      assignments: { pager: { of: "backup", channels: ["Pager"], mode: "exclusive" } },
    };
    scene.stack.declare(graph);
  };

  it.each([
    ["made, and its channels are not yet assigned", { method: "POST", project: "beta" }, 2],
    ["about to be deleted where it was", { method: "DELETE", project: "alpha" }, 1],
  ])("arrive with them although the engine is killed when it is %s", async (_, match, nth) => {
    const { stack, service } = scene;
    declare();
    expect(await up()).toMatchObject({ code: 0 });
    await pinged(service, "backup");
    await service.admin.clearRequests();
    await service.admin.faults({ match, nth, times: 1, action: { kind: "stall", ms: 2_000 } });
    declare("beta");
    stack.ownsProcesses = true;
    const running = up();
    const route = match.method === "POST" ? "POST /api/v3/checks/<uuid>" : "DELETE /api/v3/checks/<uuid>";
    await service.admin.waitFor(1, { route, timeoutMs: 300_000 });
    stack.kill();
    expect((await running).code).toBeNull();

    await stack.recover();
    expect(await up()).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual([]);
    const { channels } = await service.request("GET", "/channels/", undefined, key());
    const pager = (channels as { id: string; name: string }[]).find(({ name }) => name === "Pager");
    const there = await service.checks(key());
    expect(there).toMatchObject([{ slug: "backup", channels: pager?.id }]);
    expectOneRowEach(stack);
    expect(rowsOf(stack).map(nameOf).sort()).toEqual(["backup", "pager"]);
    expect(await pulumi("preview", "--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
