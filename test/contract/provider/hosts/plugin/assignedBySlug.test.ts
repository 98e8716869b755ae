import { type PluginRow, PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

const ASSIGNMENT = "checks:index:ChannelAssignment";

/** The engine knows of no order between the two: a program in YAML that names the slug refers to nothing. */
describe("an assignment that names a check of its own program by the slug", () => {
  let service: Service;
  let run: PluginRun;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
  });

  /** Begins an assignment, and gives it once the service was asked for the check in vain. */
  const begun = async (check: string): Promise<{ made: Promise<PluginRow> }> => {
    const { inputs } = await run.check("pager", { check, channels: ["Pager"] }, {}, ASSIGNMENT);
    await service.admin.clearRequests();
    const made = run.create("pager", inputs, false, ASSIGNMENT);
    await Promise.race([made, service.admin.waitFor(1, { route: "GET /api/v3/checks/" })]);
    return { made };
  };

  const pager = async () => {
    const { alpha = [] } = await service.admin.channels();
    return alpha.find(({ name }) => name === "Pager")?.id;
  };

  it("waits for the check that is still to be made", async () => {
    const { inputs } = await run.check("backup", { slug: "backup" });
    const { made } = await begun("backup");
    const { id } = await run.create("backup", inputs);
    expect((await made).id).toBe(id);
    expect(await service.check("backup")).toMatchObject({ channels: await pager() });
  });

  it("waits for a check that the program declares a moment later", async () => {
    const { made } = await begun("backup");
    const { id } = await run.made("backup", { slug: "backup" });
    expect((await made).id).toBe(id);
  });

  it("waits for the slug that a check is about to get", async () => {
    const backup = await run.made("backup", { slug: "backup" });
    run = await PluginRun.start(service);
    const inputs = await run.declared("backup", backup, { slug: "nightly" });
    const { made } = await begun("nightly");
    await run.update("backup", backup, inputs);
    expect((await made).id).toBe(backup.id);
  });

  it("is refused where neither the program nor the service has one", async () => {
    await run.check("backup", { slug: "backup" });
    const { made } = await begun("bakcup");
    await expect(made).rejects.toThrow(
      'channel assignment of "bakcup": check: no check of this project has this slug',
    );
  });

  it("is of the check that gets the slug, and not of the one that gives it up", async () => {
    const [old, next] = [await run.made("old", { slug: "backup" }), await run.made("next", { slug: "next" })];
    run = await PluginRun.start(service);
    const { made } = await begun("backup");
    const renamed = await run.declared("old", old, { slug: "archived" });
    const taking = await run.declared("next", next, { slug: "backup" });
    await run.update("next", next, taking);
    await run.update("old", old, renamed);
    expect((await made).id).toBe(next.id);
    expect(await service.check("backup")).toMatchObject({ channels: await pager() });
    expect(await service.check("archived")).toMatchObject({ channels: "" });
  });

  it("is of one that is made with the slug of another, which gets its own later in the run", async () => {
    const old = await run.made("old", { slug: "backup" });
    run = await PluginRun.start(service);
    const renamed = await run.declared("old", old, { slug: "archived" });
    const { inputs } = await run.check("new", { slug: "backup" });
    const { made } = await begun("backup");
    const both = Promise.all([run.create("new", inputs), run.update("old", old, renamed)]);
    const [{ id }] = await both;
    expect((await made).id).toBe(id);
    expect(await service.check("archived")).toMatchObject({ channels: "" });
  });

  it("is of the check that gets the slug of one which is deleted at the end of the run", async () => {
    const [old, next] = [await run.made("old", { slug: "backup" }), await run.made("next", { slug: "next" })];
    run = await PluginRun.start(service);
    const taking = await run.declared("next", next, { slug: "backup" });
    const { made } = await begun("backup");
    await run.update("next", next, taking);
    expect((await made).id).toBe(next.id);
    await run.delete("old", old);
    expect(await service.check("backup")).toMatchObject({ uuid: next.id, channels: await pager() });
  });

  it("goes over to the check that gets the slug of its own", async () => {
    const [old, next] = [await run.made("old", { slug: "backup" }), await run.made("next", { slug: "next" })];
    const said = { check: "backup", channels: ["Pager"] };
    const { inputs } = await run.check("pager", said, {}, ASSIGNMENT);
    const assigned = await run.create("pager", inputs, false, ASSIGNMENT);
    expect(assigned.id).toBe(old.id);
    const replaces = async () => {
      await run.check("pager", said, said, ASSIGNMENT);
      const answer = await run.diff("pager", assigned.id, assigned.values, inputs, ASSIGNMENT, inputs);
      return answer.getReplacesList();
    };
    run = await PluginRun.start(service);
    await run.declared("old", old, { slug: "archived" });
    expect(await replaces()).toEqual([]);
    run = await PluginRun.start(service);
    const renamed = await run.declared("old", old, { slug: "archived" });
    const taking = await run.declared("next", next, { slug: "backup" });
    expect(await replaces()).toEqual(["check"]);
    await Promise.all([run.update("next", next, taking), run.update("old", old, renamed)]);
    expect((await run.create("pager", inputs, false, ASSIGNMENT)).id).toBe(next.id);
    await run.delete("pager", assigned, ASSIGNMENT);
    expect(await service.check("archived")).toMatchObject({ channels: "" });
    expect(await service.check("backup")).toMatchObject({ channels: await pager() });
  });

  it("goes over to the check that gets the slug of one which is in the program no more", async () => {
    const [old, next] = [await run.made("old", { slug: "backup" }), await run.made("next", { slug: "next" })];
    const { inputs } = await run.check("pager", { check: "backup", channels: ["Pager"] }, {}, ASSIGNMENT);
    const assigned = await run.create("pager", inputs, false, ASSIGNMENT);
    const replaces = async (said: object) => {
      run = await PluginRun.start(service);
      await run.declared("next", next, said);
      await run.check("pager", inputs, inputs, ASSIGNMENT);
      const answer = await run.diff("pager", assigned.id, assigned.values, inputs, ASSIGNMENT, inputs);
      return answer.getReplacesList();
    };
    expect(assigned.id).toBe(old.id);
    expect(await replaces({ slug: "other" })).toEqual([]);
    expect(await replaces({ slug: "backup" })).toEqual(["check"]);
  });

  it("is told when the run deletes that check, which left the program, and only then", async () => {
    const said = { check: "backup", channels: ["Pager"] };
    const warned = async (declared: object[]) => {
      run = await PluginRun.start(service);
      const old = await run.made("old", { slug: "backup" });
      const assigned = await run.made("pager", said, ASSIGNMENT);
      run = await PluginRun.start(service);
      for (const one of declared) {
        const { inputs } = await run.check("pager", one, said, ASSIGNMENT);
        await run.diff("pager", assigned.id, assigned.values, inputs, ASSIGNMENT, said);
      }
      jest.mocked(console.error).mockClear();
      await run.delete("old", old);
      expect(await service.checks()).toEqual([]);
      return jest.mocked(console.error).mock.calls.flat();
    };
    expect(await warned([])).toEqual([]);
    expect(await warned([{ ...said, check: "other" }])).toEqual([]);
    expect(await warned([said])).toEqual([
      'channel assignment of "backup": its check is not in the program any more, and this run has deleted it. Correct `check`, or remove the assignment',
    ]);
  });
});
