import { DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { propertiesOf } from "../../../../provider/hosts/plugin/properties";
import { DynamicRun } from "../../../support/provider/dynamicRun";
import { type PluginRow, PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const { DIFF_SOME } = DiffResponse.DiffChanges;
const STAMPED = { stamp: "true" };
const BACKUP = { slug: "backup" };

/** The first up with the setting was killed, an older state restored, or the check imported. */
describe("a check with its own stack's stamp, of which the state says nothing", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  const stampedBy = (stack: string) => async (uuid: string) => {
    await service.request("POST", `/checks/${uuid}`, { tags: `pulumi:${stack}` });
  };
  const stamped = stampedBy("jobs/dev");

  describe("on the plugin", () => {
    const made = async () => {
      const row = await (await PluginRun.start(service)).made("backup", BACKUP);
      await stamped(row.id);
      return row;
    };
    const imported = async (): Promise<PluginRow> => {
      const there = await (await PluginRun.start(service, STAMPED)).read("backup", "backup", {});
      return { id: there.getId(), values: propertiesOf(there.getProperties()).values };
    };
    const destroyed = async (row: PluginRow) => (await PluginRun.start(service)).delete("backup", row);
    const isToBeWritten = async (row: PluginRow) => {
      const run = await PluginRun.start(service, STAMPED);
      const { inputs } = await run.check("backup", BACKUP, row.values);
      return (await run.diff("backup", row.id, row.values, inputs)).getChanges() === DIFF_SOME;
    };

    it("is destroyed with its stack", async () => {
      await destroyed(await made());
      expect(await service.checks()).toEqual([]);
    });

    it("is destroyed after an import, after which the next preview shows no change", async () => {
      await made();
      const row = await imported();
      expect(await isToBeWritten(row)).toBe(false);
      await destroyed(row);
      expect(await service.checks()).toEqual([]);
    });

    it("is known again by a refresh", async () => {
      const row = await made();
      expect(await isToBeWritten(row)).toBe(true);
      const seen = await (await PluginRun.start(service, STAMPED)).read("backup", row.id, row.values);
      const values = propertiesOf(seen.getProperties()).values;
      expect(await isToBeWritten({ ...row, values })).toBe(false);
    });

    it("is kept where the stamp is another stack's", async () => {
      const row = await (await PluginRun.start(service)).made("backup", BACKUP);
      await stampedBy("jobs/prod")(row.id);
      await destroyed(row);
      expect(console.error).toHaveBeenLastCalledWith(
        'check "backup": belongs to the stack jobs/prod, and is kept',
      );
      expect(await service.checks()).toHaveLength(1);
    });
  });

  describe("on the dynamic host", () => {
    const made = async () => {
      const row = await (await DynamicRun.start(service)).made(BACKUP);
      await stamped(row.id);
      return row;
    };

    it("is left alone by a destroy, which says how to go on, and keeps its row", async () => {
      const row = await made();
      const run = await DynamicRun.start(service, STAMPED);
      await expect(run.provider.delete(row.id, row.state)).rejects.toThrow(
        'check "backup": has the stamp of the stack jobs/dev, and this run does not know which stack it belongs to. If that is this stack, first run `pulumi up` with the check in the program; otherwise remove the resource with `pulumi state delete`',
      );
      expect(await service.checks()).toHaveLength(1);
    });

    it("is deleted in an up, which knows its stack", async () => {
      const row = await made();
      const run = await DynamicRun.start(service, STAMPED);
      await run.check({ slug: "other" });
      await run.provider.delete(row.id, row.state);
      expect(await service.checks()).toEqual([]);
    });
  });
});
