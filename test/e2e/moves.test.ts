import { CHECKPOINTS, GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { expectKept, expectOneRowEach, pinged } from "../support/kept";
import { eachWithScene } from "../support/scene";
import type { Document } from "../support/service";
import { checkRowsOf } from "../support/stateFile";

const scene = eachWithScene(GRAPH, ONE_WRITE);

const home: Graph = { checks: { backup: { slug: "backup" } } };
const inProject = (project: string, args: object = {}): Graph => ({
  checks: { backup: { slug: "backup", project, ...args } },
});

/** The key that opens the other project, under the name `beta`. */
const key = () => scene.service.emulator.projects.beta.readWriteKey;
const up = (environment: Record<string, string> = {}) =>
  scene.stack.pulumi(["up", "--yes", "--skip-preview"], {
    CHECKS_PROJECTS_BETA_API_KEY: key(),
    ...environment,
  });

/** The check at home, with a ping. */
async function atHome(): Promise<Document> {
  scene.stack.declare(home);
  expect(await up()).toMatchObject({ code: 0 });
  return pinged(scene.service, "backup");
}

/** Nothing was touched: what the program said before is still true, without a further write. */
async function isUntouched(before: Document): Promise<void> {
  expect(await scene.service.check("backup")).toEqual(before);
  scene.stack.declare(home);
  expect(await scene.stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
}

describe("a check that cannot move to another project stays where it is, as it is", () => {
  it("when there is no such project: the preview says so without a request", async () => {
    const { stack, service } = scene;
    const before = await atHome();
    await service.admin.clearRequests();
    stack.declare(inProject("betta"));
    for (const run of [await stack.preview(), await up()]) {
      expect(run.code).not.toBe(0);
      expect(run.text).toContain("betta");
    }
    expect((await service.admin.requests()).total).toBe(0);
    await isUntouched(before);
  });

  it("when the key of the other project is wrong, or may only read", async () => {
    const { stack, service } = scene;
    const before = await atHome();
    stack.declare(inProject("beta"));
    for (const wrong of ["0".repeat(32), service.emulator.projects.beta.readOnlyKey]) {
      const run = await up({ CHECKS_PROJECTS_BETA_API_KEY: wrong });
      expect(run.code).not.toBe(0);
      expect(run.text).toContain("backup");
      expect(await service.check("backup")).toEqual(before);
    }
    expect(await service.checks(key())).toEqual([]);
    await isUntouched(before);
  });

  it("when the slug is taken there and may not be taken over, or a channel is unknown there", async () => {
    const { stack, service } = scene;
    const before = await atHome();
    const there = await service.request("POST", "/checks/", { slug: "backup" }, key());
    stack.declare(inProject("beta", { onExisting: "fail" }));
    expect((await up()).code).not.toBe(0);
    expect(await service.check("backup")).toEqual(before);
    stack.declare(inProject("beta", { channels: ["No such channel"] }));
    const run = await up();
    expect(run.code).not.toBe(0);
    expect(run.text).toContain("channels");
    expect(await service.checks(key())).toEqual([there]);
    await isUntouched(before);
  });
});

describe("a check that moves to another project", () => {
  /** It lives in the other project alone; a further up has nothing to do. */
  const isThereAlone = async () => {
    const { stack, service } = scene;
    expect(await service.checks()).toEqual([]);
    const [there, ...others] = await service.checks(key());
    expect(others).toEqual([]);
    expect(checkRowsOf(stack).map(({ id }) => id)).toEqual([there?.uuid]);
    expect(
      await stack.pulumi(["preview", "--refresh", "--expect-no-changes"], {
        CHECKS_PROJECTS_BETA_API_KEY: key(),
      }),
    ).toMatchObject({ code: 0 });
  };

  it("is made there before it is deleted here", async () => {
    const { stack, service } = scene;
    await atHome();
    await service.admin.clearRequests();
    stack.declare(inProject("beta"));
    expect(await stack.pulumi(["preview"], { CHECKS_PROJECTS_BETA_API_KEY: key() })).toMatchObject({
      code: 0,
    });
    expect(await up()).toMatchObject({ code: 0 });
    const writes = (await service.admin.requestLog()).log.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, project }) => [method, project])).toEqual([
      ["POST", "beta"],
      ["DELETE", "alpha"],
    ]);
    await isThereAlone();
  });

  it.each([
    ["", []],
    [", and everything is replaced", ["--replace", "**"]],
  ])("waits for the slug that another check gives up there%s", async (_, args: string[]) => {
    const { stack, service } = scene;
    const run = (...more: string[]) =>
      stack.pulumi(["up", "--yes", "--skip-preview", ...more], { CHECKS_PROJECTS_BETA_API_KEY: key() });
    stack.declare({ checks: { report: { slug: "two", project: "beta" }, backup: { slug: "one" } } });
    expect(await run()).toMatchObject({ code: 0 });
    const before = await pinged(service, "one");
    stack.declare({ checks: { report: { slug: "one" }, backup: { slug: "three" } } });
    expect(await run(...args)).toMatchObject({ code: 0 });
    expectOneRowEach(stack);
    expect(await service.check("three")).toMatchObject({ uuid: before.uuid, n_pings: 1 });
    expect(await service.check("one")).toMatchObject({ n_pings: 0 });
    expect(await service.checks(key())).toEqual([]);
  });

  it("leaves its check to a new one that gets its slug here", async () => {
    const { stack, service } = scene;
    const before = await atHome();
    stack.declare({ checks: { ...inProject("beta").checks, fresh: { slug: "backup", grace: 60 } } });
    const preview = await stack.pulumi(["preview"], { CHECKS_PROJECTS_BETA_API_KEY: key() });
    expect(preview).toMatchObject({ code: 0 });
    expect(preview.text).toContain("takes over the existing check");
    expect(await up()).toMatchObject({ code: 0 });
    expectOneRowEach(stack);
    expect(await service.checks()).toMatchObject([{ uuid: before.uuid, n_pings: 1, grace: 60 }]);
    expect(await service.checks(key())).toMatchObject([{ slug: "backup", n_pings: 0 }]);
  });

  it("is not lost when its deletion here is refused; the next up deletes it", async () => {
    const { stack, service } = scene;
    const before = await atHome();
    await service.admin.faults({
      match: { method: "DELETE" },
      times: 1,
      action: { kind: "status", status: 403 },
    });
    stack.declare(inProject("beta"));
    expect((await up()).code).not.toBe(0);
    await expectKept(service, [before]);
    const there = await pinged(service, "backup", key());
    expectOneRowEach(stack);
    expect(await up()).toMatchObject({ code: 0 });
    await expectKept(service, [there], key());
    await isThereAlone();
  });

  it.each([
    ["while it is made there", { method: "POST", project: "beta" }],
    ["while it is deleted here", { method: "DELETE", project: "alpha" }],
  ])("is not lost when the engine is killed %s", async (_, match) => {
    const { stack, service } = scene;
    const before = await atHome();
    await service.admin.clearRequests();
    await service.admin.faults({ match, times: 1, action: { kind: "stall", ms: 2_000 } });
    stack.declare(inProject("beta"));
    stack.ownsProcesses = true;
    const running = up(CHECKPOINTS);
    const route = match.method === "POST" ? "POST /api/v3/checks/" : "DELETE /api/v3/checks/<uuid>";
    await service.admin.waitFor(1, { route, timeoutMs: 300_000 });
    const [here, there] = [await service.checks(), await service.checks(key())];
    stack.kill();
    await running;
    expect(here).toEqual([before]);
    expect(there).toHaveLength(match.method === "DELETE" ? 1 : 0);
    await stack.recover();
    expect(await up()).toMatchObject({ code: 0 });
    await isThereAlone();
  });
});
