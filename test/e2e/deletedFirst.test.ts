import { GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { expectKept, expectOneRowEach, pinged } from "../support/kept";
import { eachWithScene } from "../support/scene";
import { check, eachWithYaml } from "../support/yaml";

onEachHost("a check with deleteBeforeReplace", (on) => {
  const scene = eachWithScene(GRAPH, { ...ONE_WRITE, ...on });

  it("keeps its UUID, pings and ping URL with --replace", async () => {
    const { stack, service } = scene;
    const program: Graph = { checks: { backup: { slug: "backup", options: { deleteBeforeReplace: true } } } };
    stack.declare(program);
    await stack.up();
    const before = await pinged(service, "backup");
    const replaced = await stack.tryUp("--replace", "**");
    expect(replaced).toMatchObject({ code: 0 });
    expect(replaced.text).toContain("replaced");
    await expectKept(service, [before]);
    expectOneRowEach(stack);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await service.checks()).toHaveLength(1);
  });
});

describe("a check with deleteBeforeReplace, of a program in YAML", () => {
  const scene = eachWithYaml();

  it("keeps its UUID, pings and ping URL with --replace", async () => {
    const { stack, service } = scene;
    stack.program({
      resources: { a: { ...check({ slug: "backup" }), options: { deleteBeforeReplace: true } } },
    });
    await stack.up();
    const before = await pinged(service, "backup");
    for (const which of ["urn:pulumi:dev::jobs::checks:index:Check::a", "**"]) {
      expect(await stack.tryUp("--replace", which)).toMatchObject({ code: 0 });
      await expectKept(service, [before]);
    }
    expect(await service.checks()).toHaveLength(1);
  });
});
