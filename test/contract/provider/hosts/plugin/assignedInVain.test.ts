import { PluginRun } from "../../../../support/provider/pluginRun";
import { inFreshService, type Service } from "../../../../support/service";

/** Nobody is waited for. */
jest.mock("../../../../../provider/core/patience", () => ({
  patiently: async (isDone: () => boolean | Promise<boolean>) => void (await isDone()),
}));

const ASSIGNMENT = "checks:index:ChannelAssignment";

describe("an assignment that names by its slug a check of its own program, which cannot be made", () => {
  let service: Service;
  inFreshService((fresh) => {
    service = fresh;
  });

  it("does not say that the slug is wrong", async () => {
    const run = await PluginRun.start(service);
    await service.admin.faults({ match: { method: "POST" }, action: { kind: "status", status: 400 } });
    await expect(run.made("backup", { slug: "backup" })).rejects.toThrow("the service answered 400");
    const said = { check: "backup", channels: ["Pager"] };
    await expect(run.made("pager", said, ASSIGNMENT)).rejects.toThrow(
      'channel assignment of "backup": check: no check of this project has this slug, although this program declares one. See what is said about that check',
    );
  });

  it("does not say that there is no such check where somebody else's has the slug", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    const run = await PluginRun.start(service);
    await expect(run.made("backup", { slug: "backup", onExisting: "fail" })).rejects.toThrow(
      "a check with this slug exists already",
    );
    const said = { check: "backup", channels: ["Pager"] };
    await expect(run.made("pager", said, ASSIGNMENT)).rejects.toThrow(
      'channel assignment of "backup": check: the check with this slug is not the one that this program declares. See what is said about that check',
    );
  });
});
