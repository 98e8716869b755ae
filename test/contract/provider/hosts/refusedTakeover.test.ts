import { pack } from "../../../../provider/core/packed";
import { HELD_DIGITS } from "../../../../provider/core/runNotes";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { DynamicRun } from "../../../support/provider/dynamicRun";
import { inFreshService, type Service } from "../../../support/service";

jest.mock("../../../../provider/hosts/engineLog", () => ({
  engineLog: () => ({ info() {}, warn() {}, status() {} }),
}));

// The resource that holds the check left the program, and nobody in these tests will tell of it.
jest.mock("../../../../provider/core/patience", () => ({
  patiently: async (isDone: () => boolean | Promise<boolean>) => {
    await isDone();
  },
}));

/** With `--continue-on-error` the engine deletes what left the program, although its successor was refused. */
describe("a check whose resource left the program, and that another resource may not take over without an alias", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  it.each([
    ["by its slug", () => ({})],
    ["by its UUID", (uuid: string) => ({ adopt: uuid })],
  ])("is kept for that one (%s)", async (_, adopting) => {
    const a = await (await DynamicRun.start(service)).made({ slug: "backup" });
    const run = await DynamicRun.start(service);
    const held = pack({ [uniqueKeyOf(a.id).slice(0, HELD_DIGITS)]: "a" });
    await expect(run.made({ slug: "backup", ...adopting(a.id) }, { name: "b", held })).rejects.toThrow(
      'belongs to the resource "a" of this stack',
    );
    await run.provider.delete(a.id, a.state);
    expect((await service.check("backup")).uuid).toBe(a.id);
    expect((await (await DynamicRun.start(service)).made({ slug: "backup" })).id).toBe(a.id);
  });

  it("is kept also where the refusal is that several checks have the slug", async () => {
    const a = await (await DynamicRun.start(service)).made({ slug: "backup" });
    await service.request("POST", "/checks/", { slug: "backup" });
    const run = await DynamicRun.start(service);
    const held = pack({ [uniqueKeyOf(a.id).slice(0, HELD_DIGITS)]: "a" });
    await expect(run.made({ slug: "backup" }, { name: "b", held })).rejects.toThrow(
      "2 checks have this slug already",
    );
    await run.provider.delete(a.id, a.state);
    expect((await service.checks()).map(({ uuid }) => uuid)).toContain(a.id);
  });
});

/** As after a state was edited by hand, or taken from a backup. */
describe("two resources of a program whose rows have one check", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  it("are refused before anything is written; the check stays when one of them goes", async () => {
    const a = await (await DynamicRun.start(service)).made({ slug: "backup" });
    const before = await service.checks();
    let run = await DynamicRun.start(service);
    const ofRow = (name: string) => ({ name, row: a.id });
    for (let time = 0; time < 2; time += 1) await run.declared(a, { slug: "backup" }, ofRow("a"));
    await expect(run.declared(a, { slug: "copy" }, ofRow("copy"))).rejects.toThrow(
      'check "copy": slug: the Check "a" of this program manages the same one on the service. Remove the one that is meant to be another from the program',
    );
    run = await DynamicRun.start(service);
    await run.declared(a, { slug: "backup" }, ofRow("a"));
    await run.provider.delete(a.id, a.state);
    expect(await service.checks()).toEqual(before);
  });
});
