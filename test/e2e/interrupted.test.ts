import { eachWithScene } from "../support/scene";

jest.setTimeout(180_000);

const COUNT = 50;

describe("an up that is killed in the middle", () => {
  const scene = eachWithScene();
  const declared = Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [
      `job-${index}`,
      { slug: `job-${index}`, timeout: 600 + index },
    ]),
  );

  it.each([
    ["with the engine's checkpoints", {}],
    ["without them", { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" }],
  ])("is finished by the next one: nothing lost, nothing twice (%s)", async (_, environment) => {
    const { stack, service } = scene;
    stack.declare(declared);
    const killed = stack.pulumi(["up", "--yes", "--skip-preview"], environment);
    await service.admin.waitFor(COUNT / 2, { route: "POST /api/v3/checks/", timeoutMs: 60_000 });
    stack.kill();
    expect((await killed).code).toBeNull();
    const before = await service.checks();
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(COUNT);

    await stack.pulumi(["cancel", "--yes"]);
    await stack.up();
    const after = await service.checks();
    expect(after.map(({ slug }) => slug).sort()).toEqual(Object.keys(declared).sort());
    for (const { uuid } of before) expect(after.map((check) => check.uuid)).toContain(uuid);
    const state = await stack.state();
    expect(
      Object.values(state)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(after.map(({ uuid }) => uuid).sort());
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
