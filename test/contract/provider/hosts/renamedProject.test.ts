import { DynamicRun } from "../../../support/provider/dynamicRun";
import { PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

/** By their names, projects differ; by their keys they are one, and nothing moves. */
describe("a check whose project gets another name, where no check is taken over that exists", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  const settings = (project = "unused") => ({
    projects: JSON.stringify({ [project]: { apiKey: service.key } }),
    onExisting: "fail",
  });
  const inProject = (slug: string, project?: string) => ({ slug, ...(project && { project }) });

  describe.each([
    ["from one name to another", "billing", "payments"],
    ["from the default project to a named one of its key", undefined, "payments"],
    ["from a named project of its key to the default one", "billing", undefined],
  ])("(%s)", (_how, before, now) => {
    it.each(["backup", "reports"])("stays what it is on the plugin, as %s", async (slug) => {
      const row = await (await PluginRun.start(service, settings(before))).made(
        "backup",
        inProject("backup", before),
      );
      for (const preview of [true, false]) {
        const run = await PluginRun.start(service, settings(now));
        const inputs = await run.declared("backup", row, inProject(slug, now));
        expect((await run.create("backup", inputs, preview)).values.uuid).toBe(row.id);
        if (!preview) await run.delete("backup", row);
      }
      expect(await service.checks()).toEqual([expect.objectContaining({ uuid: row.id, slug })]);
    });

    it("stays what it is on the dynamic host", async () => {
      const row = await (await DynamicRun.start(service, settings(before))).made(inProject("backup", before));
      const news = inProject("backup", now);
      const note = { rowElsewhere: row.id };
      const previewing = await DynamicRun.start(service, settings(now));
      expect((await previewing.check(news, { ...note, preview: true }, row.inputs)).failures).toEqual([]);
      const run = await DynamicRun.start(service, settings(now));
      await run.declared(row, news, note);
      expect((await run.made(news, note)).id).toBe(row.id);
      await run.provider.delete(row.id, row.state);
      expect((await service.check("backup")).uuid).toBe(row.id);
    });
  });

  it("is refused where another resource, which comes from elsewhere, has taken it over under the former name", async () => {
    const adopting = { ...settings("payments"), onExisting: "adopt" };
    const a = await (await DynamicRun.start(service, adopting)).made({ slug: "backup" });
    const run = await DynamicRun.start(service, adopting);
    const [news, note] = [inProject("backup", "payments"), { name: "a", rowElsewhere: a.id }];
    await run.declared(a, news, note);
    expect((await run.made({ slug: "backup" }, { name: "b" })).id).toBe(a.id);
    await expect(run.made(news, note)).rejects.toThrow('belongs to the resource "b" of this stack');
  });
});

/** The engine makes the one under the new name, and deletes the other. */
describe("an assignment whose project gets another name", () => {
  let service: Service;
  const TYPE = "checks:index:ChannelAssignment";

  inFreshService(async (fresh) => {
    service = fresh;
    await service.request("POST", "/checks/", { slug: "backup" });
  });

  const settings = (project: string) => ({
    projects: JSON.stringify({ [project]: { apiKey: service.key } }),
  });
  const news = (project: string, mode: string) => ({ check: "backup", channels: ["Pager"], project, mode });
  const attached = async () => {
    const pager = (await service.admin.channels()).alpha?.find(({ name }) => name === "Pager");
    return (await service.check("backup")).channels === pager?.id;
  };

  describe.each(["additive", "exclusive"])("(%s)", (mode) => {
    it("stays what it is on the plugin", async () => {
      let run = await PluginRun.start(service, settings("billing"));
      const before = (await run.check("a", news("billing", mode), {}, TYPE)).inputs;
      const row = await run.create("a", before, false, TYPE);
      run = await PluginRun.start(service, settings("payments"));
      const { inputs } = await run.check("a", news("payments", mode), row.values, TYPE);
      expect((await run.diff("a", row.id, row.values, inputs, TYPE)).getReplacesList()).toEqual(["project"]);
      await run.create("a", (await run.check("a", news("payments", mode), {}, TYPE)).inputs, false, TYPE);
      await run.delete("a", row, TYPE);
      expect(await attached()).toBe(true);
    });

    it("stays what it is on the dynamic host", async () => {
      const __run = { name: "a", stack: "jobs/dev", preview: false };
      const first = (await DynamicRun.start(service, settings("billing"))).assignments;
      const { inputs: before } = await first.check({}, { ...news("billing", mode), __run });
      const { id, outs } = await first.create(before);
      const { assignments } = await DynamicRun.start(service, settings("payments"));
      const moved = { ...news("payments", mode), __run: { ...__run, rowElsewhere: id } };
      await assignments.diff(id, outs, (await assignments.check(before, moved)).inputs);
      await assignments.create((await assignments.check({}, moved)).inputs);
      await assignments.delete(id, outs);
      expect(await attached()).toBe(true);
    });
  });
});
