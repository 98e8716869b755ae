import { type Graph, urnOf } from "../support/graphProgram";
import { eachWithGraph } from "../support/graphScene";
import { expectKept, expectOneRowEach, pinged } from "../support/kept";
import { startKeyProxy } from "../support/proxy";
import { checkRowsOf, nameOf } from "../support/stateFile";

const scene = eachWithGraph();

describe("no two resources come to hold one check", () => {
  const a: Graph = { checks: { a: { slug: "one" } } };

  it("when a new one gets the slug of one that is renamed after it: at once, or once that was done", async () => {
    const before = await scene.made(a);
    const handedOver: Graph = {
      checks: { b: { slug: "one" }, a: { slug: "two", options: { dependsOn: ["b"] } } },
    };
    const run = await scene.tryUp(handedOver);
    await expectKept(scene.service, before);
    if (run.code !== 0) {
      expect(run.text).toMatch(/one[^\n]*\ba\b/);
      expect(await scene.tryUp({ checks: { a: { slug: "two" } } })).toMatchObject({ code: 0 });
    }
    await scene.settlesQuietly(handedOver, before);
  });

  it("when only the new one is targeted", async () => {
    const before = await scene.made(a);
    const handedOver: Graph = { checks: { a: { slug: "two" }, b: { slug: "one" } } };
    await scene.tryUp(handedOver, "--target", urnOf("b"));
    await scene.settlesQuietly(handedOver, before);
  });

  it.each([
    ["of the program", { a: { slug: "one" }, b: { slug: "two" } }],
    ["of somebody else", { b: { slug: "two" } }],
  ])("when the service answers a create with another check, %s", async (_, checks: Graph["checks"]) => {
    const program: Graph = { checks };
    const { service } = scene;
    if ("a" in checks) await scene.made(a);
    else await service.request("POST", "/checks/", { slug: "one" });
    const one = await pinged(service, "one").catch(() => service.check("one"));
    await service.admin.faults({
      match: { method: "POST", path: "/checks/$" },
      times: 1,
      action: { kind: "status", status: 201, contentType: "application/json", body: JSON.stringify(one) },
    });
    const run = await scene.tryUp(program);
    expect(run.code).not.toBe(0);
    expect(run.text).toContain("two");
    expect(await service.check("one")).toEqual(one);
    expect(await scene.tryUp(program)).toMatchObject({ code: 0 });
    expect(checkRowsOf(scene.stack).find((row) => nameOf(row) === "b")?.id).toBe(
      (await service.check("two")).uuid,
    );
    expect(await service.check("one")).toEqual(one);
  });

  describe("under two configured names of one project", () => {
    const checks = { a: { slug: "one", project: "first" }, b: { slug: "one", project: "second" } };
    const refused = async (projects: Record<string, string>) => {
      const { stack, service } = scene;
      stack.declare({ checks });
      for (const attempt of [1, 2]) {
        const run = await stack.pulumi(["up", "--yes", "--skip-preview"], projects);
        expectOneRowEach(stack);
        expect({ attempt, code: run.code === 0 }).toEqual({ attempt, code: false });
        expect(run.text).toContain("one");
      }
      expect((await service.checks()).length).toBeLessThanOrEqual(1);
    };

    it("with one key", async () => {
      const { key } = scene.service;
      await refused({ CHECKS_PROJECTS_FIRST_API_KEY: key, CHECKS_PROJECTS_SECOND_API_KEY: key });
    });

    it("with a key each", async () => {
      const { emulator, key } = scene.service;
      const another = "another-key-of-the-same-project-".padEnd(32, "0");
      const proxy = await startKeyProxy(emulator.url, { [another]: key });
      try {
        await refused({
          CHECKS_URL: proxy.url,
          CHECKS_PROJECTS_FIRST_API_KEY: key,
          CHECKS_PROJECTS_SECOND_API_KEY: another,
        });
      } finally {
        await proxy.close();
      }
    });
  });
});
