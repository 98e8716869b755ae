import { LOOKED_AT } from "../../../../../provider/core/runNotes";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { propertiesOf } from "../../../../../provider/hosts/plugin/properties";
import { type PluginRow, PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

const ASSIGNMENT = "checks:index:ChannelAssignment";

/** What the SDK for TypeScript says of a program before the engine hears of it, the plugin says to every language. */
describe("a program in any language on the plugin", () => {
  let service: Service;
  let run: PluginRun;

  inFreshService(async (fresh) => {
    service = fresh;
    run = await PluginRun.start(service);
  });

  /** The next run. */
  const again = async () => {
    run = await PluginRun.start(service);
  };

  const refusals = async (name: string, news: object, type?: string) =>
    (await run.check(name, news, {}, type)).failures.map((one) => one.getReason());

  it("is told to set a key that an explicit provider has wrong among its arguments, where it counts", async () => {
    run = await PluginRun.start(service, { apiKey: "w".repeat(32) });
    await expect(run.made("backup", { slug: "backup" })).rejects.toThrow(
      /the service refused the API key.*; set another key of the project \(a read-only key is enough for reading\) in the provider's argument apiKey$/,
    );
  });

  it("is told that a read-only key is enough for reading alone, where a check is deleted with a revoked one", async () => {
    const row = await run.made("backup", { slug: "backup" });
    run = await PluginRun.start(service, { apiKey: "w".repeat(32) });
    await expect(run.delete("backup", row)).rejects.toThrow(
      /the service refused the API key.*; set another key of the project \(a read-only key is enough for reading\) in /,
    );
  });

  describe("of which the engine leaves out a resource, with --continue-on-error, and only asks what would become of it, as 3.276 does", () => {
    it.each([
      ["", {}],
      [", also where a field of it is not known, as that of what failed", { name: UNKNOWN }],
      [", also where nobody can say what would become of it", { channels: ["Nobody"] }],
    ])("keeps its check, which has a former name%s", async (_, fields) => {
      const row = await run.made("old", { slug: "backup" });
      await again();
      await run.create("new", { slug: "backup", ...fields }, true).catch(() => undefined);
      await run.delete("old", row);
      expect(await service.check("backup")).toMatchObject({ uuid: row.id });
    });

    it("keeps its check from others, which would find it by the slug that it is to lose", async () => {
      const row = await run.made("old", { slug: "backup" });
      await again();
      await run.update("old", row, { slug: "archive", grace: "2h" }, true);
      await expect(run.made("new", { slug: "backup" })).rejects.toThrow('belongs to the resource "old"');
      expect(await service.check("backup")).toMatchObject({ uuid: row.id });
    });

    it("is told why it cannot stay, in the answer: nobody else would hear it, and Node would end the process for it", async () => {
      const row = await run.made("old", { slug: "backup" });
      await again();
      await run.declared("second", row, { slug: "backup" });
      await expect(run.update("old", row, { slug: "backup", grace: "2h" }, true)).rejects.toThrow(
        'Check "old": the Check "second" of this program manages the same one on the service',
      );
    });

    it("keeps the channels of an assignment when another one that has them goes", async () => {
      const { id: check } = await run.made("backup", { slug: "backup" });
      const said = { check, channels: ["Pager"] };
      const stays = await run.made("stays", said, ASSIGNMENT);
      const goes = await run.made("goes", said, ASSIGNMENT);
      const { channels } = await service.check("backup");
      await again();
      await run.update("stays", stays, { ...said, mode: "additive" }, true, ASSIGNMENT);
      await run.delete("goes", goes, ASSIGNMENT);
      expect(channels).not.toBe("");
      expect(await service.check("backup")).toMatchObject({ channels });
    });
  });

  it("keeps the check of a resource that got another name and was not made, as with --continue-on-error", async () => {
    const row = await run.made("old", { slug: "backup" });
    const other = await run.made("other", { slug: "other" });
    await again();
    await run.check("new", { slug: "backup" });
    await run.delete("other", other);
    await run.delete("old", row);
    expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([row.id]);
    await again();
    expect((await run.made("new", { slug: "backup" })).id).toBe(row.id);
  });

  it("keeps it also where its create was refused", async () => {
    const row = await run.made("old", { slug: "backup" });
    await again();
    const { inputs } = await run.check("new", { slug: "backup", channels: ["Nobody"] });
    await expect(run.create("new", inputs)).rejects.toThrow("no channel has this name");
    await run.delete("old", row);
    expect((await service.check("backup")).uuid).toBe(row.id);
  });

  it("has one that was made by half, and is not told that it was not made", async () => {
    const row = await run.made("old", { slug: "backup" });
    await again();
    const { inputs } = await run.check("new", { slug: "backup", paused: true });
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "status", status: 400 },
    });
    await expect(run.create("new", inputs)).rejects.toThrow();
    const said = jest.spyOn(console, "error");
    await run.delete("old", row);
    expect(said.mock.calls.flat().join("\n")).not.toMatch(/which this run (did not|has not)/);
    expect((await service.check("backup")).uuid).toBe(row.id);
  });

  it("keeps the channels of an assignment that got another name and was not made", async () => {
    const backup = await run.made("backup", { slug: "backup" });
    const said = { check: "backup", channels: ["Pager"] };
    const pager = await run.create(
      "pager",
      (await run.check("pager", said, {}, ASSIGNMENT)).inputs,
      false,
      ASSIGNMENT,
    );
    const { channels } = await service.check("backup");
    expect(channels).not.toBe("");
    await again();
    await run.declared("backup", backup, { slug: "backup" });
    await run.check("team", said, {}, ASSIGNMENT);
    await run.delete("pager", pager, ASSIGNMENT);
    expect(await service.check("backup")).toMatchObject({ channels });

    await again();
    await run.check("team", { ...said, check: "another" }, {}, ASSIGNMENT);
    await run.delete("pager", pager, ASSIGNMENT);
    expect(await service.check("backup")).toMatchObject({ channels: "" });
  });

  describe("is told, before anything is written, that channels would be undone", () => {
    const own = { slug: "backup", channels: ["Pager"] };
    const assignment = (check: string, mode?: string) => ({
      check,
      channels: ["Ops mail"],
      ...(mode && { mode }),
    });

    it.each(["exclusive", "additive"])(
      "by an %s assignment beside the check's own, in any order",
      async (mode) => {
        expect(await refusals("backup", own)).toEqual([]);
        expect(await refusals("team", assignment("backup", mode), ASSIGNMENT)).toEqual([
          'check: the Check "backup" names channels itself, and each would undo the other. Remove channels from the check, or remove this assignment',
        ]);
        await again();
        expect(await refusals("team", assignment("backup", mode), ASSIGNMENT)).toEqual([]);
        expect(await refusals("backup", own)).toEqual([
          'channels: the ChannelAssignment "team" sets them, and each would undo the other. Remove channels from the check, or that assignment',
        ]);
      },
    );

    it("also when the assignment names the check by its UUID, in the run that makes it and in later ones", async () => {
      const row = await run.made("backup", own);
      expect(await refusals("team", assignment(row.id), ASSIGNMENT)).toHaveLength(1);
      await again();
      await run.declared("backup", row, own);
      expect(await refusals("team", assignment(row.id), ASSIGNMENT)).toHaveLength(1);
    });

    it("by an assignment of a check that has the default channels, and how to get out of that", async () => {
      run = await PluginRun.start(service, { defaultChannels: "Pager" });
      const row = await run.made("backup", { slug: "backup" });
      const said = [
        'check: the Check "backup" has the channels of checks:defaultChannels or checks:channelsByTag, and each would undo the other. Remove that default, or name all its channels there and remove this assignment',
      ];
      expect(await refusals("team", assignment("backup"), ASSIGNMENT)).toEqual(said);
      expect(await refusals("team", assignment(row.id), ASSIGNMENT)).toEqual(said);
    });

    it("by an exclusive assignment beside any other one", async () => {
      expect(await refusals("one", assignment("backup", "exclusive"), ASSIGNMENT)).toEqual([]);
      expect(await refusals("two", assignment("backup"), ASSIGNMENT)).toEqual([
        'mode: the ChannelAssignment "one" is for the same check, and an exclusive assignment allows no other. Make both additive, or merge them',
      ]);
    });

    it("by assignments of components that give theirs the same name", async () => {
      const below = (parent: string) => `${parent}$${ASSIGNMENT}`;
      expect(await refusals("pager", assignment("backup", "exclusive"), below("my:Api"))).toEqual([]);
      expect(await refusals("pager", assignment("backup", "exclusive"), below("my:Worker"))).toEqual([
        'mode: the other ChannelAssignment "pager" is for the same check, and an exclusive assignment allows no other. Make both additive, or merge them',
      ]);
      await again();
      for (const parent of ["my:Api", "my:Worker", "my:Api"])
        expect(await refusals("pager", assignment("backup"), below(parent))).toEqual([]);
      // With the note of the program in TypeScript.
      await again();
      const noted = {
        ...assignment("backup", "exclusive"),
        __run: { name: "pager", stack: "jobs/dev", preview: true },
      };
      expect(await refusals("pager", noted, below("my:Api"))).toEqual([]);
      expect(await refusals("pager", noted, below("my:Worker"))).toHaveLength(1);
    });

    it("and not where nothing is undone, or nobody can know", async () => {
      expect(await refusals("backup", { slug: "backup" })).toEqual([]);
      for (const team of ["one", "two"])
        expect(await refusals(team, assignment("backup"), ASSIGNMENT)).toEqual([]);
      expect(await refusals("later", assignment(UNKNOWN, "exclusive"), ASSIGNMENT)).toEqual([]);
      expect(await refusals("other", { ...own, slug: "other" })).toEqual([]);
      expect(
        await refusals("beta", { ...assignment("other", "exclusive"), project: "beta" }, ASSIGNMENT),
      ).toEqual([]);
      // Asked once more, as for a replacement.
      expect(await refusals("other", { ...own, slug: "other" })).toEqual([]);
    });
  });

  it("is told that two checks of one name, which components made, have one slug", async () => {
    expect(await refusals("backup", { slug: "backup" }, "my:Api$checks:index:Check")).toEqual([]);
    expect(await refusals("backup", { slug: "backup" }, "my:Worker$checks:index:Check")).toEqual([
      'slug: the other Check "backup" of this program has the same slug. Give each its own, or remove one of them',
    ]);
  });

  it("is told that two checks have one slug, and not that each undoes the channels of the other", async () => {
    expect(await refusals("a", { slug: "backup", channels: "*" })).toEqual([]);
    expect(await refusals("of-beta", { slug: "backup", channels: "*", project: "beta" })).toEqual([]);
    expect(await refusals("b", { slug: "backup", channels: "*" })).toEqual([
      'slug: the Check "a" of this program has the same slug. Give each its own, or remove one of them',
    ]);
  });

  describe("gives a slug that one check gives up to another one", () => {
    let a: PluginRow;

    beforeEach(async () => {
      a = await run.made("a", { slug: "one", name: "A" });
      await again();
    });

    const isDone = async () => {
      expect(await service.check("two")).toMatchObject({ uuid: a.id, name: "A" });
      expect(await service.check("one")).toMatchObject({ name: "B" });
      expect(await service.checks()).toHaveLength(2);
    };

    it("when that one is declared first, and written while the new one waits", async () => {
      const inputs = await run.declared("a", a, { slug: "two", name: "A" });
      const b = run.made("b", { slug: "one", name: "B" });
      await service.admin.waitFor(1, { route: "GET /api/v3/checks/" });
      await run.update("a", a, inputs);
      expect((await b).id).not.toBe(a.id);
      await isDone();
    });

    it("when the new one is declared first", async () => {
      const { inputs } = await run.check("b", { slug: "one", name: "B" });
      const b = run.create("b", inputs);
      await run.update("a", a, await run.declared("a", a, { slug: "two", name: "A" }));
      expect((await b).id).not.toBe(a.id);
      await isDone();
    });

    it("also when that one is deleted by hand meanwhile", async () => {
      const inputs = await run.declared("a", a, { slug: "two", name: "A" });
      const b = run.made("b", { slug: "one", name: "B" });
      await service.admin.waitFor(1, { route: "GET /api/v3/checks/" });
      await service.request("DELETE", `/checks/${a.id}`);
      await expect(run.update("a", a, inputs)).rejects.toThrow("deleted outside of Pulumi");
      const { id } = await b;
      expect(await service.checks()).toEqual([expect.objectContaining({ uuid: id, name: "B" })]);
    });

    it("also in a preview, which calls that no take-over", async () => {
      const { inputs } = await run.check("b", { slug: "one", name: "B" });
      const b = run.create("b", inputs, true);
      await run.declared("a", a, { slug: "two", name: "A" });
      expect((await b).values.uuid).toBe(UNKNOWN);
      expect(jest.mocked(console.error)).not.toHaveBeenCalled();
    });

    it("unless the write of that one fails: then the new one is refused", async () => {
      const inputs = await run.declared("a", a, { slug: "two", name: "A" });
      await service.admin.faults({
        match: { method: "POST", path: `/checks/${a.id}$` },
        times: 1,
        action: { kind: "status", status: 400, body: '{"error":"not today"}' },
      });
      const b = run.made("b", { slug: "one", name: "B" });
      const [first, second] = await Promise.allSettled([run.update("a", a, inputs), b]);
      expect(first).toMatchObject({ reason: { message: expect.stringContaining("not today") } });
      expect(second).toMatchObject({
        reason: { message: expect.stringContaining('belongs to the resource "a" of this stack') },
      });
      expect(await service.checks()).toHaveLength(1);
      expect(await service.check("one")).toMatchObject({ uuid: a.id, name: "A" });
    });
  });

  it("is told in the preview what is taken over, also where the program looks at that check, too", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const seen = await run.read("looked-at", uuid, { [LOOKED_AT]: true });
    expect(propertiesOf(seen.getProperties()).values).toMatchObject({ uuid, [LOOKED_AT]: true });
    const { inputs } = await run.check("backup", { slug: "backup", onExisting: "fail" });
    await expect(run.create("backup", inputs, true)).rejects.toThrow(
      'exists already and onExisting is "fail"',
    );
  });

  it("looks at a check of another project, by its UUID or its slug", async () => {
    const apiKey = service.emulator.projects.beta.readWriteKey;
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" }, apiKey);
    run = await PluginRun.start(service, { projects: JSON.stringify({ beta: { apiKey } }) });
    for (const id of [uuid, "backup"]) {
      const seen = await run.read("looked-at", id, { project: "beta", [LOOKED_AT]: true });
      expect(seen.getId()).toBe(uuid);
      expect(propertiesOf(seen.getProperties()).values).toMatchObject({ uuid, project: "beta" });
    }
  });

  it("is told in the preview what is taken over by a check that moves back to the default project", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    const projects = JSON.stringify({ beta: { apiKey: service.emulator.projects.beta.readWriteKey } });
    run = await PluginRun.start(service, { projects });
    const row = await run.made("backup", { slug: "backup", project: "beta" });
    run = await PluginRun.start(service, { projects });
    const inputs = await run.declared("backup", row, { slug: "backup", onExisting: "fail" });
    await expect(run.create("backup", inputs, true)).rejects.toThrow(
      'exists already and onExisting is "fail"',
    );
  });

  it.each([
    ["first", true],
    ["last", false],
  ])("may give a new check what leaves the project, declared %s", async (_when, isFirst) => {
    const { readWriteKey } = service.emulator.projects.beta;
    const projects = JSON.stringify({ beta: { apiKey: readWriteKey } });
    run = await PluginRun.start(service, { projects });
    const a = await run.made("a", { slug: "one" });
    for (const isPreview of [true, false]) {
      run = await PluginRun.start(service, { projects });
      const heir = async () => {
        const { inputs } = await run.check("heir", { slug: "one", grace: 60 });
        expect(await run.create("heir", inputs, isPreview)).toMatchObject({ values: { uuid: a.id } });
      };
      if (isFirst) await heir();
      const inputs = await run.declared("a", a, { slug: "one", project: "beta" });
      await run.create("a", inputs, isPreview);
      if (!isFirst) await heir();
    }
    await run.delete("a", a);
    expect(await service.checks()).toMatchObject([{ uuid: a.id, grace: 60 }]);
    expect(await service.checks(readWriteKey)).toMatchObject([{ slug: "one" }]);
  });

  it("does not wait for the write of a check that the engine replaces instead", async () => {
    const a = await run.made("a", { slug: "one", name: "A" });
    await again();
    const inputs = await run.declared("a", a, { slug: "two", name: "A" });
    const b = run.made("b", { slug: "one", name: "B" });
    await run.create("a", inputs);
    const before = performance.now();
    expect((await b).id).not.toBe(a.id);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it("is told before any request that the stamp finds no room", async () => {
    run = await PluginRun.start(service, { stamp: "true" });
    const tags = ["t".repeat(490)];
    expect(await refusals("backup", { slug: "backup", tags })).toEqual([
      "tags: leave no room for the stamp pulumi:jobs/dev (the provider's argument stamp): 6 characters too many",
    ]);
    expect(await refusals("backup", { slug: "backup", tags: ["t".repeat(485)] })).toEqual([
      "tags: leave no room for the stamp pulumi:jobs/dev (the provider's argument stamp): 1 character too many",
    ]);
    expect(await refusals("backup", { slug: "backup", tags: ["t".repeat(484)] })).toEqual([]);
    expect((await service.admin.requests()).total).toBe(0);
  });

  it("keeps a check whose resource gets another name without an alias, also after an up that ended too soon", async () => {
    const a = await run.made("a", { slug: "backup" });
    await again();
    const b = await run.made("b", { slug: "backup", grace: 60 });
    expect(b.id).toBe(a.id);
    await again();
    await run.declared("b", b, { slug: "backup", grace: 60 });
    await run.delete("a", a);
    expect(await service.check("backup")).toMatchObject({ uuid: a.id, grace: 60 });
  });

  it("keeps it also in an up with a refresh before it, in which the engine asks of the former name", async () => {
    const a = await run.made("a", { slug: "backup" });
    for (const alias of [true, false]) {
      await again();
      await run.diff("a", a.id, a.values, a.values);
      if (alias) await run.declared("b", a, { slug: "backup" });
      else expect((await run.made("b", { slug: "backup" })).id).toBe(a.id);
    }
    expect(await service.checks()).toHaveLength(1);
  });

  it("does not keep a check behind that moves, in an up that refreshes each resource as it is declared", async () => {
    const projects = { beta: { apiKey: service.emulator.projects.beta.readWriteKey } };
    const [first, a] = [await run.made("first", { slug: "first" }), await run.made("a", { slug: "backup" })];
    run = await PluginRun.start(service, { projects: JSON.stringify(projects) });
    await run.declared("first", first, { slug: "first" });
    // The refresh compares with the inputs of the run before.
    await run.diff("a", a.id, a.values, a.values);
    const inputs = await run.declared("a", a, { slug: "backup", project: "beta" });
    await run.create("a", inputs);
    await run.delete("a", a);
    expect((await service.checks()).map(({ slug }) => slug)).toEqual(["first"]);
    expect((await service.checks(projects.beta.apiKey)).map(({ slug }) => slug)).toEqual(["backup"]);
  });

  it("does not let two resources hold one check: what was taken over too soon is told until it is undone", async () => {
    const a = await run.made("a", { slug: "wanted" });
    await again();
    // The program waits for `b` before it declares `a`.
    const b = await run.made("b", { slug: "wanted" });
    await expect(run.declared("a", a, { slug: "other" })).rejects.toThrow(
      'Check "b": it would take over the Check "a" of this program',
    );
    await again();
    await run.declared("b", b, { slug: "wanted" });
    await expect(run.declared("a", a, { slug: "other" })).rejects.toThrow(
      'Check "a": the Check "b" of this program manages the same one on the service. Remove the one that is meant to be another from the program',
    );
    await again();
    await run.update("a", a, await run.declared("a", a, { slug: "other" }));
    await run.delete("b", b);
    await again();
    await run.declared("a", a, { slug: "other" });
    expect((await run.made("b", { slug: "wanted" })).id).not.toBe(a.id);
    expect((await service.check("other")).uuid).toBe(a.id);
    expect(await service.checks()).toHaveLength(2);
  });
});
