import { DynamicRun } from "../../../support/provider/dynamicRun";
import { PluginRun } from "../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

const STAMPED = { stamp: "true" };
const BACKUP = { slug: "backup" };

/** The stack is `jobs/dev` now, and was `jobs/old` when it put its stamp on the check. */
describe("a check that is replaced after its stack got another name", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  const replacedOn = {
    dynamic: async (stamp: string) => {
      const { id } = await (await DynamicRun.start(service)).made(BACKUP);
      await service.request("POST", `/checks/${id}`, { tags: `pulumi:${stamp}` });
      const run = await DynamicRun.start(service, STAMPED);
      return { id, made: await run.made(BACKUP, { row: id, owner: "jobs/old" }) };
    },
    plugin: async (stamp: string) => {
      const { id, values } = await (await PluginRun.start(service)).made("backup", BACKUP);
      await service.request("POST", `/checks/${id}`, { tags: `pulumi:${stamp}` });
      const run = await PluginRun.start(service, STAMPED);
      await run.declared(
        "backup",
        { id, values: { ...values, __owner: "jobs/old", __stamped: true } },
        BACKUP,
      );
      return { id, made: await run.made("backup", BACKUP) };
    },
  };

  it.each(["dynamic", "plugin"] as const)(
    "stays what it is, and gets the new name's stamp (%s)",
    async (host) => {
      const { id, made } = await replacedOn[host]("jobs/old");
      expect(made.id).toBe(id);
      expect((await service.check("backup")).tags).toBe("pulumi:jobs/dev");
    },
  );

  it.each(["dynamic", "plugin"] as const)(
    "is still another stack's when it was handed over (%s)",
    async (host) => {
      await expect(replacedOn[host]("jobs/prod")).rejects.toThrow("belongs to the stack jobs/prod");
    },
  );
});
