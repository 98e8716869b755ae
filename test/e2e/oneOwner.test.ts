import { type StateRow, succeeded } from "../support/engine";
import { CHECKPOINTS, FAILURE, type Graph, urnOf } from "../support/graphProgram";
import { eachWithGraph } from "../support/graphScene";
import { expectKept } from "../support/kept";
import type { Document } from "../support/service";
import { untilStored } from "../support/stateFile";

const scene = eachWithGraph();

/** Checks that are to have slugs ending in `-db` have them, and are what they were. */
async function followsToNewSlugs(changed: Graph, before: readonly Document[]): Promise<void> {
  scene.stack.declare(changed);
  expect(await scene.stack.preview()).toMatchObject({ code: 0 });
  await scene.tryUp(changed);
  await scene.settlesQuietly(changed, before);
  for (const { uuid, slug } of before)
    expect(await scene.service.check(`${slug}-db`)).toMatchObject({ uuid });
}

describe("a check whose resource gets another name keeps its UUID, pings and ping URL", () => {
  it("when another resource of the run fails, also with other fields, another parent, or two names swapped", async () => {
    const team = { options: { parent: "team" } };
    const program = (checks: Graph["checks"]): Graph => ({ checks });
    const before = await scene.made(
      program({ a: { slug: "backup" }, c: { slug: "report" }, x: { slug: "one" }, y: { slug: "two" } }),
    );
    const changed = program({
      b: { slug: "backup", name: "Nightly", grace: 60 },
      c: { slug: "report", ...team },
      x: { slug: "two" },
      y: { slug: "one" },
    });
    expect((await scene.tryUp({ ...changed, others: FAILURE })).code).not.toBe(0);
    await scene.settlesQuietly(changed, before);
    expect(await scene.service.check("backup")).toMatchObject({ name: "Nightly", grace: 60 });
  });

  it("with --refresh at the first up, while the old name is protected, and when only the new name is targeted", async () => {
    const { stack } = scene;
    const [refreshed, kept, targeted] = [{ slug: "one" }, { slug: "two" }, { slug: "three" }];
    const before = await scene.made({
      checks: { a: refreshed, p: { ...kept, options: { protect: true } }, t: targeted },
    });
    const first: Graph = {
      checks: { b: refreshed, p: { ...kept, options: { protect: true } }, t: targeted },
    };
    expect(await scene.tryUp(first, "--refresh")).toMatchObject({ code: 0 });
    await expectKept(scene.service, before);

    const second: Graph = { checks: { b: refreshed, q: kept, t: targeted } };
    await scene.tryUp(second);
    await expectKept(scene.service, before);
    await stack.pulumi(["state", "unprotect", "--all", "--yes"]);
    await scene.settles(second, before);

    const third: Graph = { checks: { b: refreshed, q: kept, u: targeted } };
    await scene.tryUp(third, "--target", urnOf("u"));
    await scene.settlesQuietly(third, before);
  });

  it("when another one is deleted by hand, and an up with --refresh swaps the slugs of the two", async () => {
    const { service } = scene;
    const before = await scene.made({ checks: { a: { slug: "one" }, b: { slug: "two" } } });
    await service.request("DELETE", `/checks/${(await service.check("two")).uuid}`);
    const swapped: Graph = { checks: { a: { slug: "two" }, b: { slug: "one" } } };
    expect(await scene.tryUp(swapped, "--refresh")).toMatchObject({ code: 0 });
    const kept = before.filter(({ slug }) => slug === "one").map((one) => ({ ...one, slug: "two" }));
    await scene.settlesQuietly(swapped, kept);
    expect((await service.checks()).map(({ slug }) => slug).sort()).toEqual(["one", "two"]);
  });

  it("when an alias of the program names it, and a new resource takes its slug at once, in either order", async () => {
    const moved = (from: string) => ({ slug: `${from}-db`, options: { aliases: [{ name: from }] } });
    const before = await scene.made({ checks: { a: { slug: "a" }, d: { slug: "d" } } });
    const changed: Graph = {
      checks: { b: moved("a"), files: { slug: "a" }, other: { slug: "d" }, e: moved("d") },
    };
    await followsToNewSlugs(changed, before);
  });

  it("when a new name tells it by its UUID, and a new resource takes its slug at once, in either order", async () => {
    const before = await scene.made({ checks: { a: { slug: "a" }, d: { slug: "d" } } });
    const told = (slug: string) => {
      const uuid = before.find((check) => check.slug === slug)?.uuid;
      return { slug: `${slug}-db`, adopt: uuid };
    };
    const changed: Graph = {
      checks: { b: told("a"), files: { slug: "a" }, other: { slug: "d" }, e: told("d") },
    };
    await followsToNewSlugs(changed, before);
  });

  it("when the engine is killed before the new name is stored, or once it is", async () => {
    const { stack, service } = scene;
    const before = await scene.made({ checks: { a: { slug: "backup" } } });
    const changed: Graph = { checks: { b: { slug: "backup", grace: 60 } } };
    await service.admin.clearRequests();
    // Long enough that the kill comes first; it ends with the engine.
    await service.admin.faults({ match: { method: "POST" }, times: 1, action: { kind: "stall", ms: 5_000 } });
    stack.declare(changed);
    stack.ownsProcesses = true;
    const beforeStored = stack.pulumi(["up", "--yes", "--skip-preview"], CHECKPOINTS);
    await service.admin.waitFor(1, { timeoutMs: 300_000 }).finally(() => stack.kill());
    await beforeStored;
    await stack.recover();
    await scene.settles(changed, before);

    const again: Graph = { checks: { c: { slug: "backup", grace: 60 } } };
    stack.declare({ ...again, others: { queue: { act: "isSlow" } } });
    stack.ownsProcesses = true;
    const onceStored = stack.pulumi(["up", "--yes", "--skip-preview"], CHECKPOINTS);
    await untilStored(stack, "c");
    stack.kill();
    await onceStored;
    await stack.recover();
    await scene.settlesQuietly(again, before);
  });
});

describe("a check whose resource is replaced keeps its UUID, pings and ping URL", () => {
  it("when it was tainted, or with --replace, and another resource of the run fails", async () => {
    const two: Graph = { checks: { a: { slug: "backup" }, b: { slug: "report" } } };
    const before = await scene.made(two);
    await scene.stack.pulumi(["state", "taint", urnOf("a"), "--yes"]);
    expect((await scene.tryUp({ ...two, others: FAILURE }, "--replace", urnOf("b"))).code).not.toBe(0);
    await scene.settlesQuietly(two, before);
  });

  it("with --replace of everything, also when it gets another slug or another name at once", async () => {
    const before = await scene.made({
      checks: { a: { slug: "one" }, b: { slug: "two" }, d: { slug: "three" } },
    });
    const changed: Graph = {
      checks: { a: { slug: "one-eu" }, c: { slug: "two" }, d: { slug: "three" } },
    };
    await scene.tryUp(changed, "--replace", "**");
    await scene.settlesQuietly(changed, before);
  });
});

describe("a check that has two rows, because somebody edited the state", () => {
  it("stays as it is until one of them leaves the program", async () => {
    const { stack, service } = scene;
    const one: Graph = { checks: { a: { slug: "backup" } } };
    const before = await scene.made(one);
    const state = JSON.parse(await stack.exported()) as { deployment: { resources: StateRow[] } };
    const { resources } = state.deployment;
    const row = resources.find(({ urn }) => urn === urnOf("a"));
    if (row !== undefined) resources.push({ ...row, urn: urnOf("copy") });
    stack.write("doubled.json", JSON.stringify(state));
    succeeded(await stack.pulumi(["stack", "import", "--file", "doubled.json"]));

    const two: Graph = { checks: { ...one.checks, copy: { slug: "copy", options: { dependsOn: ["a"] } } } };
    stack.declare(two);
    for (const run of [await stack.preview(), await stack.tryUp()]) {
      expect(run.code).not.toBe(0);
      expect(run.text).toContain('the Check "a" of this program manages the same one on the service');
    }
    expect(await service.checks()).toEqual(before);
    await scene.settles(one, before);
    await scene.settlesQuietly(two, before);
  });
});
