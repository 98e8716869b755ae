import type { Values } from "../../../../provider/core/fields";
import { type DynamicRow, DynamicRun } from "../../../support/provider/dynamicRun";
import { type PluginRow, PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const REFUSED =
  'check "backup": would be deleted here before it is created in another project. Until it has moved, remove `deleteBeforeReplace` from its options and `pulumi:autonaming` from the stack\'s configuration';

/** `deleteBeforeReplace: true`, or `pulumi:autonaming`, with which the engine does that to all resources. */
describe("a check that the engine deletes before it makes the one in its place", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  const beta = () => service.emulator.projects.beta.readWriteKey;
  const slugs = async (key?: string) => (await service.checks(key)).map(({ slug }) => slug);
  const settings = (projects: Record<string, string> = { beta: beta() }) => ({
    onExisting: "fail",
    projects: JSON.stringify(
      Object.fromEntries(Object.entries(projects).map(([name, apiKey]) => [name, { apiKey }])),
    ),
  });
  const isKept = async (uuid: string, slug = "backup") => {
    expect(await service.checks()).toEqual([expect.objectContaining({ uuid, slug })]);
  };

  describe("on the dynamic host", () => {
    const start = (projects?: Record<string, string>) => DynamicRun.start(service, settings(projects));
    const made = async (args: Values = { slug: "backup" }) => (await start()).made(args);
    /** As `--replace` and a tainted row have it; a change of the project is asked about before. */
    const replaced = async (run: DynamicRun, row: DynamicRow, args: Values, note: Values) => {
      const { inputs } = await run.check(args, note);
      await run.provider.delete(row.id, row.state);
      return run.provider.create(inputs);
    };

    it.each(["backup", "reports"])("is the same check afterwards, with the slug %s", async (slug) => {
      const row = await made();
      expect((await replaced(await start(), row, { slug }, { row: row.id })).id).toBe(row.id);
      await isKept(row.id, slug);
    });

    it("is the same check where its project has another name now", async () => {
      const row = await made();
      const run = await start({ payments: service.key });
      const news = { slug: "backup", project: "payments" };
      await run.declared(row, news, { rowElsewhere: row.id });
      expect((await replaced(run, row, news, { rowElsewhere: row.id })).id).toBe(row.id);
      await isKept(row.id);
    });

    it("stays where it is instead of moving, and the refusal says how it may move", async () => {
      const row = await made();
      const run = await start();
      const news = { slug: "backup", project: "beta" };
      await run.declared(row, news, { rowElsewhere: row.id });
      await expect(replaced(run, row, news, { rowElsewhere: row.id })).rejects.toThrow(REFUSED);
      await isKept(row.id);
      expect(await slugs(beta())).toEqual([]);
    });

    it("moves where it is made first", async () => {
      const row = await made();
      const run = await start();
      const news = { slug: "backup", project: "beta" };
      await run.declared(row, news, { rowElsewhere: row.id });
      await run.made(news, { rowElsewhere: row.id });
      await run.provider.delete(row.id, row.state);
      expect([await slugs(), await slugs(beta())]).toEqual([[], ["backup"]]);
    });
  });

  describe("on the plugin", () => {
    const start = (projects?: Record<string, string>) => PluginRun.start(service, settings(projects));
    const made = async () => (await start()).made("backup", { slug: "backup" });
    const replaced = async (run: PluginRun, row: PluginRow, news: object) => {
      const { inputs } = await run.check("backup", news);
      await run.delete("backup", row);
      return run.create("backup", inputs);
    };

    it.each(["backup", "reports"])("is the same check afterwards, with the slug %s", async (slug) => {
      const row = await made();
      expect((await replaced(await start(), row, { slug })).id).toBe(row.id);
      await isKept(row.id, slug);
    });

    it.each([
      ["", {}],
      [" and another slug", { slug: "reports" }],
    ])(
      "is the same check where its resource has another name%s",
      async (_what, fields: { slug?: string }) => {
        const row = await made();
        const run = await start();
        const { inputs } = await run.check("renamed", { slug: "backup", adopt: row.id, ...fields });
        await run.delete("backup", row);
        expect((await run.create("renamed", inputs)).id).toBe(row.id);
        await isKept(row.id, fields.slug);
      },
    );

    it("is the same check where its project has another name now", async () => {
      const row = await made();
      const run = await start({ payments: service.key });
      const news = { slug: "backup", project: "payments" };
      await run.declared("backup", row, news);
      expect((await replaced(run, row, news)).id).toBe(row.id);
      await isKept(row.id);
    });

    it("stays where it is instead of moving, and the refusal says how it may move", async () => {
      const row = await made();
      const run = await start();
      const news = { slug: "backup", project: "beta" };
      await run.declared("backup", row, news);
      await expect(replaced(run, row, news)).rejects.toThrow(REFUSED);
      await isKept(row.id);
      expect(await slugs(beta())).toEqual([]);
    });

    it("is deleted where it left its project in an up that deletes the former row at its end", async () => {
      const row = await made();
      const run = await start();
      await run.declared("backup", row, { slug: "backup", project: "beta" });
      await run.made("backup", { slug: "backup", project: "beta" });
      await run.delete("backup", row);
      expect([await slugs(), await slugs(beta())]).toEqual([[], ["backup"]]);
    });
  });
});
