import type { Values } from "../../../../provider/core/fields";
import { pack } from "../../../../provider/core/packed";
import { HELD_DIGITS } from "../../../../provider/core/runNotes";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { DynamicRun } from "../../../support/provider/dynamicRun";
import { Run, type Settings } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
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

/** As in a language without our SDK, where no resource tells of the state's rows. */
describe("a check whose resource left the program, and that another one may not take over for another reason", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });
  const start = (settings: Settings = {}, stack = "jobs/one") => new Run(service, settings, stack);

  it.each<[string, Settings, Values, string]>([
    ["onExisting is fail", {}, { onExisting: "fail" }, 'onExisting is "fail"'],
    ["it would change", {}, { onExisting: "adoptUnchanged", grace: 600 }, "grace would change"],
    ["it has a stamp and the run puts none on", { stamp: "true" }, {}, "has the stamp of this stack"],
  ])("is kept where that is because %s", async (_, settings, args, reason) => {
    const before = await start(settings).create({ slug: "backup" });
    const run = start();
    expect(await refusal(run.create({ slug: "backup", ...args }))).toContain(reason);
    await run.delete(before);
    expect(run.said.at(-1)).toBe(
      'check "backup": another resource of this program asked for the check and was refused, and it is kept',
    );
    expect(await service.checks()).toMatchObject([{ uuid: before.id, grace: 3600 }]);
  });

  it("is kept where it has the stamp that its stack had before the stack was renamed", async () => {
    const before = await start({ stamp: "true" }, "jobs/former").create({ slug: "backup" });
    const run = start({ stamp: "true" });
    expect(await refusal(run.create({ slug: "backup" }))).toContain("belongs to the stack jobs/former");
    await run.delete(before);
    expect((await service.check("backup")).uuid).toBe(before.id);
  });

  it("is kept where another check has the slug that it is to get", async () => {
    const before = await start().create({ slug: "backup" });
    await service.request("POST", "/checks/", { slug: "reports" });
    const run = start();
    expect(await refusal(run.create({ slug: "reports", adopt: before.id }))).toContain(
      "another check has this slug already",
    );
    await run.delete(before);
    expect((await service.check("backup")).uuid).toBe(before.id);
  });
});

describe("a check that one new resource names by its UUID, and another one by its slug", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  it.each([true, false])("goes to the first of them, whichever comes first (%s)", async (isFirst) => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const run = await DynamicRun.start(service);
    const first = await run.check({ slug: "archive", adopt: uuid }, { name: "first" });
    const second = await run.check({ slug: "backup" }, { name: "second" });
    const takeOver = () => run.provider.create(first.inputs);
    const made = isFirst ? await takeOver() : undefined;
    await expect(run.provider.create(second.inputs)).rejects.toThrow(
      /the check with this slug belongs to the resource "first" of this stack.* If "first" is to get another slug, first run an `up` that only changes that/,
    );
    expect((made ?? (await takeOver())).id).toBe(uuid);
    expect((await (await DynamicRun.start(service)).made({ slug: "backup" })).id).not.toBe(uuid);
    expect((await service.check("archive")).uuid).toBe(uuid);
  });
});

describe("a check that has the slug of one that is to be taken over by its UUID", () => {
  let service: Service;
  inFreshService((opened) => {
    service = opened;
  });

  it("is left as it is where that one was deleted by hand after the run's first look", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const other = await service.request("POST", "/checks/", { slug: "backup", name: "By hand" });
    const run = new Run(service);
    await run.create({ slug: "first" });
    await service.request("DELETE", `/checks/${uuid}`);
    expect(await refusal(run.create({ slug: "backup", adopt: uuid, grace: 600 }))).toBe(
      'check "backup": slug: the check was deleted outside of Pulumi, and another check has this slug. Look at that check before you run again',
    );
    expect(await service.check("backup")).toEqual(other);
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
