/** A check that another stack gets while this one runs, or that this one still has in its state: it is the other's. */
import { DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { handOver } from "../../../../cli/handover/handover";
import { silent } from "../../../../provider/core/log";
import type { CheckInputs } from "../../../../provider/monitor/check/checkFields";
import { checkMethods } from "../../../../provider/monitor/check/checkMethods";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { type PluginRow, PluginRun } from "../../../support/provider/pluginRun";
import { type Remembered, Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inFreshService, type Service } from "../../../support/service";

const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
const ASSIGNMENT = "checks:index:ChannelAssignment";
const STAMPING = { stamp: "true" };

describe("a check that another stack gets", () => {
  let service: Service;
  inFreshService((fresh) => {
    service = fresh;
  });

  const mine = (settings: Record<string, string> = STAMPING) => new Run(service, settings, "jobs/one");
  const theirs = () => new Run(service, STAMPING, "jobs/two");
  const handedOver = (...checks: string[]) =>
    handOver(monitorOf(sessionAt(service)).project(), { checks, to: "jobs/two", dryRun: false });
  /** A minute later the list of a run is old. */
  const aMinuteLater = () => {
    const now = Date.now();
    jest.spyOn(Date, "now").mockImplementation(() => now + 60_000);
  };

  /** A run of this stack that has looked at all checks, and goes on a minute later, when the other one has the check. */
  async function meanwhile(before: () => Promise<Remembered>) {
    const made = await before();
    const run = mine();
    await run.create({ slug: "first" });
    return { run, made };
  }

  it("is not deleted by a destroy that began before", async () => {
    const { run, made } = await meanwhile(() => mine().create({ slug: "backup" }));
    await handedOver("backup");
    const got = await theirs().create({ slug: "backup" });
    aMinuteLater();
    await run.delete(made);
    expect((await service.check("backup")).uuid).toBe(got.id);
    expect(run.said.at(-1)).toBe('check "backup": belongs to the stack jobs/two, and is kept');
  });

  it("is not deleted either where the clock was set back in between", async () => {
    const { run, made } = await meanwhile(() => mine().create({ slug: "backup" }));
    await handedOver("backup");
    const [now, steady] = [Date.now(), performance.now()];
    jest.spyOn(Date, "now").mockImplementation(() => now - 3_600_000);
    jest.spyOn(performance, "now").mockImplementation(() => steady + 60_000);
    await run.delete(made);
    expect(await service.check("backup")).toMatchObject({ uuid: made.id, tags: "pulumi:jobs/two" });
  });

  it("is not deleted either where it had no stamp yet", async () => {
    const { run, made } = await meanwhile(() => mine({}).create({ slug: "backup" }));
    await theirs().create({ slug: "backup" });
    aMinuteLater();
    await run.delete(made);
    expect(await service.checks()).toHaveLength(2);
  });

  it.each([{ grace: 600 }, { tags: ["db"] }])("keeps its stamp when it is updated by %j", async (change) => {
    const { run, made } = await meanwhile(() => mine().create({ slug: "backup" }));
    await handedOver("backup");
    expect(await refusal(run.update(made, { slug: "backup", ...change }))).toContain(
      "the check belongs to the stack jobs/two. If it was handed over, remove it from this program",
    );
    expect((await service.check("backup")).tags).toBe("pulumi:jobs/two");
  });

  it("keeps its stamp also in a run without the setting", async () => {
    const made = await mine().create({ slug: "backup" });
    await handedOver("backup");
    expect(await refusal(mine({}).update(made, { slug: "backup", grace: 600 }))).toContain("jobs/two");
    expect((await service.check("backup")).tags).toBe("pulumi:jobs/two");
  });

  it("is adopted by one of two only", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    const { run } = await meanwhile(() => mine().create({ slug: "other" }));
    await theirs().create({ slug: "backup" });
    aMinuteLater();
    expect(await refusal(run.create({ slug: "backup" }))).toContain(
      "the check belongs to the stack jobs/two",
    );
  });

  it("is adopted by one of two only, also when both have looked just now", async () => {
    await service.request("POST", "/checks/", { slug: "backup" });
    const { run } = await meanwhile(() => mine().create({ slug: "other" }));
    const got = await theirs().create({ slug: "backup" });
    expect(await refusal(run.create({ slug: "backup" }))).toContain(
      "the check belongs to the stack jobs/two",
    );
    expect(await service.check("backup")).toMatchObject({ uuid: got.id, tags: "pulumi:jobs/two" });
  });

  it("is not taken back by its stamp, which it had when this run looked", async () => {
    const { run } = await meanwhile(() => mine().create({ slug: "backup" }));
    await handedOver("backup");
    const got = await theirs().create({ slug: "backup", grace: 600 });
    expect(await refusal(run.create({ slug: "backup" }))).toContain(
      "the check belongs to the stack jobs/two",
    );
    expect(await service.check("backup")).toMatchObject({
      uuid: got.id,
      tags: "pulumi:jobs/two",
      grace: 600,
    });
  });

  it("is not taken back by its row, which the engine recreates", async () => {
    const before = await PluginRun.start(service, STAMPING);
    const made = await before.made("backup", { slug: "backup" });
    const run = await PluginRun.start(service, STAMPING);
    await run.made("first", { slug: "first" });
    await handedOver("backup");
    const got = await theirs().create({ slug: "backup", grace: 600 });
    const __run = { name: "backup", stack: "jobs/dev", preview: false, row: made.id };
    const { inputs } = await run.check("backup", { slug: "backup", __run });
    expect(await refusal(run.create("backup", inputs))).toContain("the check belongs to the stack jobs/two");
    expect(await service.check("backup")).toMatchObject({
      uuid: got.id,
      tags: "pulumi:jobs/two",
      grace: 600,
    });
  });

  it("is not taken over by a stack that puts no stamps on: the former owner would delete it", async () => {
    await mine().create({ slug: "backup" });
    await handedOver("backup");
    const other = new Run(service, {}, "jobs/two");
    expect(await refusal(other.create({ slug: "backup" }))).toBe(
      'check "backup": slug: the check has the stamp of this stack, which does not stamp its checks (checks:stamp), so the stack that had it before would delete it. Set checks:stamp to true, as in all stacks that share a project of the service; if no other stack ever had the check, you can remove its tag pulumi:jobs/two instead',
    );
    expect((await service.check("backup")).tags).toBe("pulumi:jobs/two");
  });

  it("keeps its stamp when a stack without the setting, which had it before, writes other tags", async () => {
    const made = await mine({}).create({ slug: "backup" });
    await theirs().create({ slug: "backup" });
    expect(await refusal(mine({}).update(made, { slug: "backup", tags: ["db"] }))).toContain(
      "the check belongs to the stack jobs/two",
    );
    expect((await service.check("backup")).tags).toBe("pulumi:jobs/two");
  });

  it("is told to be taken over, with what changes, by the stack that gets it", async () => {
    await mine().create({ slug: "backup", grace: 600 });
    await handedOver("backup");
    const run = theirs();
    await run.create({ slug: "backup" });
    expect(run.said.join()).toMatch(/adopted the existing check "backup" .*; changed grace/);
  });

  it("is told with the project that it lives in", async () => {
    const named = { ...STAMPING, projects: JSON.stringify({ payments: { apiKey: service.key } }) };
    await mine(named).create({ slug: "backup", project: "payments" });
    const other = new Run(service, named, "jobs/two");
    expect(await refusal(other.create({ slug: "backup", project: "payments" }))).toContain(
      "`pulumi-checks handover backup --to jobs/two --project 'payments'`",
    );
  });

  it("is neither paused nor resumed by the former owner's methods", async () => {
    const { id } = await mine().create({ slug: "backup" });
    await handedOver("backup");
    const said: string[] = [];
    const session = sessionAt(service, STAMPING, { ...silent, warn: (message) => void said.push(message) });
    session.stack = "jobs/one";
    await checkMethods.pause.act(session, id, { slug: "backup" } as CheckInputs);
    expect((await service.check("backup")).status).toBe("new");
    expect(said).toEqual(['check "backup": belongs to the stack jobs/two, and is left as it is']);
    session.stack = "jobs/two";
    await checkMethods.pause.act(session, id, { slug: "backup" } as CheckInputs);
    expect((await service.check("backup")).status).toBe("paused");
  });

  it("is not paused either by a run that has looked at it long before", async () => {
    const { id } = await mine().create({ slug: "backup" });
    const session = sessionAt(service, STAMPING);
    session.stack = "jobs/one";
    await monitorOf(session).project().checks.all();
    await handedOver("backup");
    aMinuteLater();
    await checkMethods.pause.act(session, id, { slug: "backup" } as CheckInputs);
    expect((await service.check("backup")).status).toBe("new");
  });

  it("is not handed over where its tags leave no room, nor are the others", async () => {
    await mine().create({ slug: "first" });
    await service.request("POST", "/checks/", { slug: "second", tags: "t".repeat(490) });
    const before = await service.checks();
    expect(await refusal(handedOver("first", "second"))).toContain(
      "leave no room for the stamp of jobs/two: 6 characters too many",
    );
    expect(await service.checks()).toEqual(before);
    await service.request("POST", "/checks/", { slug: "third", tags: "t".repeat(485) });
    expect(await refusal(handedOver("third"))).toContain("stamp of jobs/two: 1 character too many");
  });

  it("is no pair with one that a killed run of this stack has left", async () => {
    await service.request("POST", "/checks/", { slug: "backup", tags: "pulumi:jobs/two" });
    await service.request("POST", "/checks/", { slug: "backup", tags: "pulumi:jobs/one" });
    expect(await refusal(mine().create({ slug: "backup" }))).toMatch(
      /2 checks have this slug already: .* Delete all but one of them, or give the others another slug/,
    );
  });

  it("has a slug that no other check of a stack with stamps gets", async () => {
    await theirs().create({ slug: "backup" });
    const made = await mine().create({ slug: "report" });
    expect(await refusal(mine().update(made, { slug: "backup" }))).toContain("belongs to the stack jobs/two");
    expect(await service.checks()).toHaveLength(2);
  });

  describe("keeps its channels", () => {
    const start = (settings = STAMPING) => PluginRun.start(service, settings);
    const assigned = async (run: PluginRun, check: string, args: object = {}) =>
      run.create(
        "pager",
        (await run.check("pager", { check, channels: ["Pager"], ...args }, {}, ASSIGNMENT)).inputs,
        false,
        ASSIGNMENT,
      );
    /** Whether a later run of the same program writes the assignment. */
    const isWritten = async (backup: PluginRow, pager: PluginRow, check: string) => {
      const run = await start();
      await run.declared("backup", backup, { slug: "backup" });
      const { inputs } = await run.check("pager", { check, channels: ["Pager"] }, pager.values, ASSIGNMENT);
      const diff = await run.diff("pager", pager.id, pager.values, inputs, ASSIGNMENT);
      // No field differs.
      expect(diff.getDiffsList()).toEqual([]);
      return { run, inputs, changes: diff.getChanges() };
    };

    it("when the former owner lets go of its assignment, too", async () => {
      const run = await start();
      const made = await run.made("backup", { slug: "backup" });
      const pager = await assigned(run, made.id);
      await handedOver("backup");
      await theirs().create({ slug: "backup", channels: ["Pager"] });
      const { channels } = await service.check("backup");
      const later = await start();
      await later.delete("pager", pager, ASSIGNMENT);
      await later.delete("backup", made);
      expect(channels).not.toBe("");
      expect(await service.check("backup")).toMatchObject({ channels });
    });

    it("when the row of the assignment is from a stack that may have the check again", async () => {
      const run = await start();
      const { id } = await run.made("backup", { slug: "backup" });
      const pager = await assigned(run, id);
      const { channels } = await service.check("backup");
      await service.request("POST", `/checks/${id}`, { tags: "pulumi:jobs/former" });
      const moved = { id, values: { ...pager.values, __owner: "jobs/former" } };
      await expect((await start()).delete("pager", moved, ASSIGNMENT)).rejects.toThrow(
        "the check has the stamp of the stack jobs/former, which may still have it",
      );
      expect(channels).not.toBe("");
      expect(await service.check("backup")).toMatchObject({ channels });
    });

    it("also when the assignment is older than the stamp", async () => {
      const none = await start({} as typeof STAMPING);
      const backup = await none.made("backup", { slug: "backup" });
      // As the version before wrote its row.
      const { __owner, ...values } = (await assigned(none, backup.id)).values;
      const pager = { id: backup.id, values };
      const { run, inputs, changes } = await isWritten(backup, pager, backup.id);
      expect(changes).toBe(DIFF_SOME);
      const stamped = { id: backup.id, values: await run.update("backup", backup, { slug: "backup" }) };
      const before = await service.checks();
      const noted = await run.update("pager", pager, inputs, false, ASSIGNMENT);
      expect(await service.checks()).toEqual(before);
      const again = await isWritten(
        { id: backup.id, values: stamped.values.values },
        { id: backup.id, values: noted.values },
        backup.id,
      );
      expect(again.changes).toBe(DIFF_NONE);
      await handedOver("backup");
      const { channels } = await service.check("backup");
      await (await start()).delete("pager", { id: backup.id, values: noted.values }, ASSIGNMENT);
      expect(channels).not.toBe("");
      expect(await service.check("backup")).toMatchObject({ channels });
    });

    it("when the former owner, which stamps nothing, lets go of its assignment", async () => {
      const run = await start({} as typeof STAMPING);
      const { id } = await run.made("backup", { slug: "backup" });
      const pager = await assigned(run, id);
      await theirs().create({ slug: "backup" });
      const { channels } = await service.check("backup");
      await (await start({} as typeof STAMPING)).delete("pager", pager, ASSIGNMENT);
      expect(channels).not.toBe("");
      expect(await service.check("backup")).toMatchObject({ channels });
    });

    it("when the former owner's assignment is changed", async () => {
      const run = await start();
      const { id } = await run.made("backup", { slug: "backup" });
      const pager = await assigned(run, id);
      await handedOver("backup");
      await theirs().create({ slug: "backup", channels: ["Pager", "Ops mail"] });
      const { channels } = await service.check("backup");
      const exclusive = { check: id, channels: ["Chat room"], mode: "exclusive" };
      const later = await start();
      const { inputs } = await later.check("pager", exclusive, pager.values, ASSIGNMENT);
      expect(await refusal(later.update("pager", pager, inputs, false, ASSIGNMENT))).toContain(
        "check: the check belongs to the stack jobs/two. If it was handed over, remove both it and this assignment from the program; the channels stay as they are",
      );
      expect(await service.check("backup")).toMatchObject({ channels });
    });

    it("but not those that a team has assigned to another stack's check, and takes off", async () => {
      const { id } = await theirs().create({ slug: "backup" });
      const run = await start();
      const pager = await assigned(run, id);
      await (await start()).delete("pager", pager, ASSIGNMENT);
      expect(await service.check("backup")).toMatchObject({ channels: "" });
    });
  });
});
