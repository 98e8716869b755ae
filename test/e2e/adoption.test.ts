import { ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";

onEachHost("checks that exist already", (on) => {
  const scene = eachWithScene({}, { ...ONE_WRITE, ...on });

  it("are adopted in place, by their slug or, without one, by their UUID; and the log says what changed", async () => {
    const { stack, service } = scene;
    const byHand = await service.request("POST", "/checks/", {
      slug: "backup",
      name: "By hand",
      grace: 60,
      channels: "*",
    });
    const { uuid } = await service.request("POST", "/checks/", { name: "Without a slug" });
    await service.request("POST", "/checks/", { name: "Somebody else's" });
    const backup = { slug: "backup", name: "Backup" };
    stack.declare({ backup, report: { slug: "report", adopt: uuid } });
    const run = await stack.up();
    expect(run.text).toContain('check "backup": adopted the existing check "By hand" (unique key ');
    expect(run.text).toContain("changed name, grace");
    expect(await service.check("backup")).toMatchObject({
      uuid: byHand.uuid,
      name: "Backup",
      grace: 3600,
      channels: byHand.channels,
    });
    expect((await service.check("report")).uuid).toBe(uuid);
    expect(await service.checks()).toHaveLength(3);
    stack.declare({ backup, report: { slug: "report" } });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("are refused with onExisting fail, or when two have the slug; and untouched", async () => {
    const { stack, service } = scene;
    const before = [
      await service.request("POST", "/checks/", { slug: "backup", name: "By hand" }),
      await service.request("POST", "/checks/", { slug: "twice" }),
      await service.request("POST", "/checks/", { slug: "twice" }),
    ];
    stack.declare({ backup: { slug: "backup", onExisting: "fail" }, twice: { slug: "twice" } });
    const run = await stack.tryUp("--continue-on-error");
    expect(run.code).not.toBe(0);
    expect(run.text).toContain('a check with this slug exists already and onExisting is "fail"');
    expect(run.text).toContain("2 checks have this slug already");
    for (const { uuid } of before) expect(run.text).not.toContain(uuid);
    expect(await service.checks()).toEqual(before);
  });

  it("stay the same when their resource gets another name, and are not taken over while another resource holds them", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup" }, a: { slug: "one", name: "A" } });
    await stack.up();
    const [before, { uuid }] = [await service.check("backup"), await service.check("one")];
    stack.declare({
      "nightly-backup": { slug: "backup" },
      a: { slug: "two", name: "A" },
      b: { slug: "one", name: "B" },
    });
    const run = await stack.up();
    expect(run.text).not.toMatch(/delet/);
    expect(run.text).toMatch(/1 created\s+~ 1 updated\s+2 changes\. 2 unchanged/);
    expect(await service.check("backup")).toEqual(before);
    expect(await service.check("two")).toMatchObject({ uuid, name: "A" });
    expect(await service.check("one")).toMatchObject({ name: "B" });
    expect(await service.checks()).toHaveLength(3);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
