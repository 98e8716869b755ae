import type { ResourceDefinition } from "../../../../provider/core/resource";
import { channelAssignment } from "../../../../provider/monitor/channelAssignment/channelAssignment";
import { check } from "../../../../provider/monitor/check/check";
import type { CheckInputs } from "../../../../provider/monitor/check/checkFields";
import { checkMethods } from "../../../../provider/monitor/check/checkMethods";
import { inputsOf, type Remembered, Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

/** Calls that do not lock keep an old copy for so long before they save all of it. */
const THINK_MS = 40;

describe("calls of one run, made at the same time", () => {
  let service: Service;
  let run: Run;
  let made: Remembered;
  inService(async (opened) => {
    service = opened;
    made = await new Run(service).create({ slug: "backup" });
    await service.admin.limits({ races: { thinkMs: THINK_MS }, latencyMs: 5 });
    await service.admin.clearRequests();
    run = new Run(service);
  });

  const maxInFlight = async () => (await service.admin.requests()).maxInFlight;

  it("never overlap on one check: no update is lost to a pause", async () => {
    await Promise.all([
      run.update(made, { slug: "backup", paused: true }),
      run.update(made, { slug: "backup", paused: true, name: "the last one counts" }),
    ]);
    expect(await service.check("backup")).toMatchObject({ status: "paused", name: "the last one counts" });
    expect(await maxInFlight()).toBe(1);
  });

  it("never overlap on one check: none comes to life again after its deletion", async () => {
    const paused = await run.update(made, { slug: "backup", paused: true });
    const next = new Run(service);
    const [deleted, updated] = await Promise.allSettled([
      next.delete(paused),
      next.update(paused, { slug: "backup", paused: false }),
    ]);
    expect([deleted.status, updated.status]).toEqual(["fulfilled", "rejected"]);
    expect(await service.checks()).toEqual([]);
    expect(await maxInFlight()).toBe(1);
  });

  it("never overlap on one check: it is kept for the row that is updated beside the deletion of another one", async () => {
    const paused = await run.update(made, { slug: "backup", paused: true });
    const next = new Run(service);
    await Promise.all([next.update(paused, { slug: "backup", paused: false }), next.delete(paused)]);
    expect(await service.checks()).toMatchObject([{ uuid: made.id, status: "new" }]);
    expect(await maxInFlight()).toBe(1);
  });

  it("never overlap on one check: a take-over waits for what is done to that check", async () => {
    run.claim(made);
    const first = run.update(made, { slug: "renamed", paused: true });
    const said = refusal(run.create({ slug: "x", adopt: made.id }));
    await first;
    expect(await said).toContain('belongs to the resource "backup" of this stack');
    expect(await service.check("renamed")).toMatchObject({ uuid: made.id, status: "paused" });
  });

  describe("never overlap on one check that an assignment is for", () => {
    // As a host serves them: by what is known of any resource.
    const checks: ResourceDefinition = check;
    const assignments: ResourceDefinition = channelAssignment;
    const pager = () => ({ check: made.id, channels: ["Pager"], mode: "additive" });

    it("so that its channels are not lost to a pause by a method", async () => {
      const session = sessionAt(service);
      await Promise.all([
        checkMethods.pause.act(session, made.id, { slug: "backup" } as CheckInputs),
        assignments.create(session, pager()),
      ]);
      const { status, channels } = await service.check("backup");
      expect({ status, channels }).toEqual({ status: "paused", channels: expect.stringMatching(/^\S+$/) });
      expect(await maxInFlight()).toBe(1);
    });

    it("so that what the check gets itself stays attached beside the deletion of the assignment", async () => {
      const { id, state } = await assignments.create(sessionAt(service), pager());
      const { channels } = await service.check("backup");
      const session = sessionAt(service);
      await Promise.all([
        checks.update(session, made.id, made.state, inputsOf({ slug: "backup", channels: ["Pager"] })),
        assignments.delete(session, id, state),
      ]);
      expect(channels).not.toBe("");
      expect((await service.check("backup")).channels).toBe(channels);
    });
  });

  it("never make two checks of one slug", async () => {
    const first = run.create({ slug: "new", name: "first" });
    expect(await refusal(run.create({ slug: "new", name: "second" }))).toBe(
      'check "new": slug: another resource of this program has the same slug. Give each its own, or remove one of them',
    );
    expect(await service.check("new")).toMatchObject({ uuid: (await first).id, name: "first" });
  });

  it("never take one check over twice", async () => {
    const takeOvers = await Promise.allSettled([
      run.create({ slug: "backup" }),
      run.create({ slug: "other", adopt: made.id }),
    ]);
    expect(takeOvers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await service.checks()).toHaveLength(1);
  });

  it("never show a check as a list had it that was answered while the check was written", async () => {
    const stall = { kind: "stall", ms: 150, when: "after" } as const;
    await service.admin.faults({ match: { path: "/checks/$" }, action: stall });
    const listing = run.create({ slug: "other" });
    await service.admin.waitFor(1, { route: "GET /api/v3/checks/" });
    const read = run.read(made);
    const updated = await run.update(made, { slug: "backup", name: "new name" });
    expect(await run.read(updated)).toEqual(updated);
    expect((await read)?.state.name).toBe("new name");
    await listing;
  });

  it("do overlap on different checks", async () => {
    await Promise.all(["a", "b", "c", "d"].map((slug) => run.create({ slug })));
    expect(await maxInFlight()).toBe(4);
  });

  it("let others go on when one has failed", async () => {
    const calls = [
      run.update(made, { slug: "backup", channels: ["no such channel"] }),
      run.update(made, { slug: "backup", name: "second" }),
    ];
    const [failed, second] = await Promise.allSettled(calls);
    expect(failed?.status).toBe("rejected");
    expect(second?.status).toBe("fulfilled");
    expect((await service.check("backup")).name).toBe("second");
  });
});
