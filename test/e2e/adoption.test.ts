import { eachWithScene } from "../support/scene";

jest.setTimeout(120_000);

describe("checks that exist already", () => {
  const scene = eachWithScene();

  it("are adopted by their slug, in place, and the log says what changed", async () => {
    const { stack, service } = scene;
    const byHand = await service.request("POST", "/checks/", {
      slug: "backup",
      name: "By hand",
      grace: 60,
      channels: "*",
    });
    stack.declare({ backup: { slug: "backup", name: "Backup" } });
    const run = await stack.up();
    expect(run.text).toContain(
      `check "backup": adopted the existing check ${byHand.uuid}; changed name, grace`,
    );
    const adopted = await service.check("backup");
    expect(adopted).toMatchObject({
      uuid: byHand.uuid,
      name: "Backup",
      grace: 3600,
      channels: byHand.channels,
    });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("are adopted by their UUID when they have no slug", async () => {
    const { stack, service } = scene;
    const { uuid } = await service.request("POST", "/checks/", { name: "By hand" });
    await service.request("POST", "/checks/", { name: "Somebody else's" });
    stack.declare({ backup: { slug: "backup", adopt: uuid } });
    await stack.up();
    expect((await service.check("backup")).uuid).toBe(uuid);
    expect(await service.checks()).toHaveLength(2);
    stack.declare({ backup: { slug: "backup" } });
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("are refused with onExisting fail, and untouched", async () => {
    const { stack, service } = scene;
    const byHand = await service.request("POST", "/checks/", { slug: "backup", name: "By hand" });
    stack.declare({ backup: { slug: "backup", onExisting: "fail" } });
    const run = await stack.tryUp();
    expect(run.code).not.toBe(0);
    expect(run.text).toContain(
      `a check with this slug exists already (${byHand.uuid}) and onExisting is "fail"`,
    );
    expect(await service.check("backup")).toEqual(byHand);
  });

  it("are refused when two have the slug, naming both", async () => {
    const { stack, service } = scene;
    const first = await service.request("POST", "/checks/", { slug: "backup" });
    const second = await service.request("POST", "/checks/", { slug: "backup" });
    stack.declare({ backup: { slug: "backup" } });
    const run = await stack.tryUp();
    expect(run.text).toContain("2 checks have this slug already");
    expect(run.text).toContain(first.uuid);
    expect(run.text).toContain(second.uuid);
    expect(await service.checks()).toEqual([first, second]);
  });

  it("stay the same when their resource gets another name in the program", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    const before = await service.check("backup");
    stack.declare({ "nightly-backup": { slug: "backup" } });
    const run = await stack.up();
    expect(run.text).toContain(`${before.uuid} belongs to another resource of this program now, and stays`);
    expect(await service.checks()).toEqual([before]);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("are not taken over while another resource of the program holds them", async () => {
    const { stack, service } = scene;
    stack.declare({ a: { slug: "one", name: "A" } });
    await stack.up();
    const { uuid } = await service.check("one");
    stack.declare({ a: { slug: "two", name: "A" }, b: { slug: "one", name: "B" } });
    await stack.tryUp();
    await stack.up();
    expect(await service.check("two")).toMatchObject({ uuid, name: "A" });
    expect(await service.check("one")).toMatchObject({ name: "B" });
    expect(await service.checks()).toHaveLength(2);
  });
});
