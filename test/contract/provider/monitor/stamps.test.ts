import { setTimeout } from "node:timers/promises";
import { handOver } from "../../../../cli/handover/handover";
import { interrupt } from "../../../../provider/core/interruption";
import { dueStamp } from "../../../../provider/monitor/check/checkOwner";
import { monitorOf } from "../../../../provider/monitor/monitor";
import { uniqueKeyOf } from "../../../../provider/monitor/snapshot";
import { withoutBackOff } from "../../../support/provider/backOff";
import { changes, Run, sessionAt } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, Service } from "../../../support/service";

describe.each(["server", "spec"] as const)("two stacks that stamp their checks (dialect %s)", (dialect) => {
  let service: Service;
  withoutBackOff();
  inService(
    (opened) => {
      service = opened;
    },
    { dialect },
  );

  const stamping = { stamp: "true" };
  const mine = () => new Run(service, stamping, "jobs/one");
  const theirs = () => new Run(service, stamping, "jobs/two");
  /** The tags as the service has them, stamps and all. */
  const tags = async () => (await service.checks()).map((check) => check.tags);

  it("see no stamp in what they declare, read or compare", async () => {
    const made = await mine().create({ slug: "backup", tags: ["prod", "db"] });
    expect((await tags()).map((all) => String(all).split(" ").sort())).toEqual([
      ["db", "prod", "pulumi:jobs/one"],
    ]);
    expect(made.state).toMatchObject({ tags: ["prod", "db"] });
    expect(changes(made, { slug: "backup", tags: ["db", "prod"] })).toEqual([]);
    expect(await mine().read(made)).toEqual(made);
    await mine().update(made, { slug: "backup", tags: ["web"] });
    expect((await tags()).map((all) => String(all).split(" ").sort())).toEqual([["pulumi:jobs/one", "web"]]);
  });

  it("put back a stamp that somebody took off, with the update of another field", async () => {
    const made = await mine().create({ slug: "backup", tags: ["db"] });
    await service.request("POST", `/checks/${made.id}`, { tags: "db" });
    const updated = await mine().update(made, { slug: "backup", tags: ["db"], grace: 600 });
    expect(await tags()).toEqual(["db pulumi:jobs/one"]);
    expect(updated.state).toMatchObject({ __owner: "jobs/one", __stamped: true });
    expect(await refusal(theirs().create({ slug: "backup" }))).toContain("belongs to the stack jobs/one");
  });

  it("see in a refresh that somebody took a stamp off, so that the next up puts it back", async () => {
    const session = sessionAt(service, stamping);
    session.stack = "jobs/one";
    const made = await mine().create({ slug: "backup", tags: ["db"] });
    expect(dueStamp(session, made.state)).toBeUndefined();
    await service.request("POST", `/checks/${made.id}`, { tags: "db" });
    const { state = {} } = (await mine().read(made)) ?? {};
    expect(state).toMatchObject({ tags: ["db"], __owner: "jobs/one" });
    expect(dueStamp(session, state)).toBe(
      "an up puts the stamp of jobs/one on it (checks:stamp), unless it has another stack's",
    );
  });

  it("count a check as stamped only if the service shows the stamp in its answer", async () => {
    const found = await service.request("POST", "/checks/", { slug: "backup" });
    await service.admin.faults({
      times: 1,
      match: { method: "POST", path: String(found.uuid) },
      action: { kind: "status", status: 200, body: JSON.stringify({ ...found, tags: "" }) },
    });
    const { id, state } = await mine().create({ slug: "backup" });
    expect(id).toBe(found.uuid);
    expect(state.__owner).toBe("jobs/one");
    expect(state).not.toHaveProperty("__stamped");
  });

  it("write a check once more whose row tells of the stamp of the stack's former name", async () => {
    const session = sessionAt(service, stamping);
    session.stack = "jobs/one";
    const made = await mine().create({ slug: "backup" });
    const due = "an up puts the stamp of jobs/one on it (checks:stamp), unless it has another stack's";
    expect(dueStamp(session, { ...made.state, __owner: "jobs/former" })).toBe(due);
  });

  it("never take a check from one another, and are told how it is handed over", async () => {
    await mine().create({ slug: "backup" });
    const before = await service.checks();
    const said = await refusal(theirs().create({ slug: "backup", name: "Theirs" }));
    expect(said).toBe(
      'check "backup": slug: the check belongs to the stack jobs/one. To hand it over to this stack, run `pulumi-checks handover backup --to jobs/two`, and remove it from the program of jobs/one',
    );
    expect(await service.checks()).toEqual(before);
  });

  it("are told by which key a check without a slug is handed over", async () => {
    const { uuid } = await service.request("POST", "/checks/", { tags: "pulumi:jobs/one" });
    expect(await refusal(theirs().create({ slug: "backup", adopt: uuid }))).toContain(
      `run \`pulumi-checks handover ${uniqueKeyOf(uuid)} --to jobs/two\``,
    );
  });

  it("make a check anew that was deleted by hand after their first look", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    const run = mine();
    await run.create({ slug: "other" });
    await service.request("DELETE", `/checks/${uuid}`);
    const made = await run.create({ slug: "backup" });
    expect(await service.check("backup")).toMatchObject({ uuid: made.id, tags: "pulumi:jobs/one" });
  });

  it("never delete a check of one another, and say whose it is", async () => {
    const made = await mine().create({ slug: "backup" });
    const other = theirs();
    const { __owner, __stamped, ...state } = made.state;
    await other.delete({ id: made.id, state });
    expect(other.said).toEqual(['check "backup": belongs to the stack jobs/one, and is kept']);
    expect(await service.checks()).toHaveLength(1);
  });

  it("delete what a renamed stack's row has only once its stamp is this stack's", async () => {
    const made = await new Run(service, stamping, "jobs/former").create({ slug: "backup" });
    expect(await refusal(mine().delete(made))).toBe(
      'check "backup": the check has the stamp of the stack jobs/former, which may still have it: this stack has not written it since it was renamed, or got the resource from there. If the check is this stack\'s, run `pulumi up` with it in the program, or `pulumi-checks handover backup --to jobs/one`, before you delete it; otherwise remove the resource with `pulumi state delete`',
    );
    expect(await tags()).toEqual(["pulumi:jobs/former"]);
    // Where stamps are turned off meanwhile it is another stack's just the same.
    const unstamped = new Run(service, {}, "jobs/one");
    expect(await refusal(unstamped.delete(made))).toContain("has the stamp of the stack jobs/former");
    const updated = await mine().update(made, { slug: "backup" });
    await mine().delete(updated);
    expect(await service.checks()).toEqual([]);
  });

  it("delete what a renamed stack's row has after the handover that the refusal names", async () => {
    const made = await new Run(service, stamping, "jobs/former").create({ slug: "backup" });
    const request = { checks: ["backup"], to: "jobs/one", dryRun: false };
    await handOver(monitorOf(sessionAt(service)).project(), request);
    await mine().delete(made);
    expect(await service.checks()).toEqual([]);
  });

  it("that make one slug at the same moment never keep a pair: who sees the other's check takes its own back", async () => {
    const [first, second] = [mine(), theirs()];
    // Both have looked, and seen nothing.
    await Promise.all([first.create({ slug: "before-1" }), second.create({ slug: "before-2" })]);
    const made = await first.create({ slug: "backup" });
    expect(await refusal(second.create({ slug: "backup" }))).toContain("belongs to the stack jobs/one");
    expect((await service.check("backup")).uuid).toBe(made.id);
  });

  it("that make one slug while the service thinks of both keep one at most, and one when they run again", async () => {
    await service.admin.limits({ races: { thinkMs: 300 } });
    const together = await Promise.allSettled(
      [mine(), theirs()].map((run) => run.create({ slug: "backup" })),
    );
    const kept = together.filter(({ status }) => status === "fulfilled");
    expect(kept.length).toBeLessThanOrEqual(1);
    expect(await service.checks()).toHaveLength(kept.length);
    await service.admin.limits({ races: { thinkMs: 0 } });
    const winner = await mine()
      .create({ slug: "backup" })
      .catch(() => theirs().create({ slug: "backup" }));
    expect(await service.checks()).toMatchObject([{ uuid: winner.id }]);
  });

  it("that make one slug and see each other's check leave exactly one", async () => {
    // The creates and the deletions of both are under way together, so both see the pair.
    await service.admin.limits({ races: { thinkMs: 300 } });
    const together = await Promise.allSettled(
      [mine(), theirs()].map((run) => run.create({ slug: "backup" })),
    );
    const [kept, ...more] = together.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
    expect(more).toEqual([]);
    expect(await service.checks()).toMatchObject([{ uuid: kept }]);
  });

  const LOWEST = "00000000-0000-4000-8000-000000000000";
  const HIGHEST = "ffffffff-ffff-4fff-bfff-ffffffffffff";

  /** A check of the other stack that the next list shows: its UUID is below all others, so that this stack waits for it. */
  async function seenBeside(...more: string[]) {
    const { id } = await theirs().create({ slug: "given-up" });
    const seen = { ...(await service.check("given-up")), slug: "backup" };
    await service.request("DELETE", `/checks/${id}`);
    const other = { ...seen, uuid: LOWEST };
    const checks = [other, ...more.map((uuid) => ({ ...seen, uuid }))];
    await service.admin.faults({
      times: 1,
      match: { method: "GET", path: "/checks/" },
      action: { kind: "status", status: 200, body: JSON.stringify({ checks }) },
    });
    return other;
  }

  it("keep what they made when the other stack has taken its own back", async () => {
    const run = mine();
    await run.create({ slug: "before" });
    await seenBeside();
    const made = await run.create({ slug: "backup" });
    expect(await ofBackup()).toMatchObject([{ uuid: made.id }]);
  });

  it("take back what they made where it goes before one of two others only: who goes before both waits", async () => {
    const run = mine();
    await run.create({ slug: "before" });
    await seenBeside(HIGHEST);
    expect(await refusal(run.create({ slug: "backup" }))).toContain("belongs to the stack jobs/two");
    expect(await ofBackup()).toEqual([]);
  });

  it("take back what they made when the user interrupts while they wait for the other stack", async () => {
    const run = mine();
    await run.create({ slug: "before" });
    const other = await seenBeside();
    await service.admin.faults({
      times: 9,
      match: { method: "GET", path: other.uuid },
      action: { kind: "status", status: 200, body: JSON.stringify(other) },
    });
    const creation = refusal(run.create({ slug: "backup" }));
    await service.admin.waitFor(1, { route: "GET /api/v3/checks/<uuid>" });
    await setTimeout(200);
    interrupt();
    expect(await creation).toContain("belongs to the stack jobs/two");
    expect(await ofBackup()).toEqual([]);
  });

  it("take back what they made when the service lets nobody see whether the other stack gives way", async () => {
    const run = mine();
    await run.create({ slug: "before" });
    const other = await seenBeside();
    await service.admin.faults({
      times: 9,
      match: { method: "GET", path: other.uuid },
      action: { kind: "status", status: 403 },
    });
    expect(await refusal(run.create({ slug: "backup" }))).toContain("belongs to the stack jobs/two");
    expect(await ofBackup()).toEqual([]);
  });

  /** Both stacks have looked, and seen nothing of "backup"; then the second one has made it. */
  async function overtaken() {
    const [first, second] = [new Run(service, { ...stamping, timeoutSeconds: "2" }, "jobs/one"), theirs()];
    await Promise.all([first.create({ slug: "before-1" }), second.create({ slug: "before-2" })]);
    return { first, kept: await second.create({ slug: "backup" }) };
  }
  const ofBackup = async () => (await service.checks()).filter(({ slug }) => slug === "backup");

  it("take back what they made beside a check without a stamp, made at the same moment; the next up adopts that one", async () => {
    const run = mine();
    await run.create({ slug: "before" });
    const { uuid } = await service.request("POST", "/checks/", { slug: "backup" });
    expect(await refusal(run.create({ slug: "backup" }))).toBe(
      'check "backup": slug: somebody else made a check with this slug at the same moment. Look at that check before you run again',
    );
    expect(await ofBackup()).toMatchObject([{ uuid }]);
    expect((await mine().create({ slug: "backup" })).id).toBe(uuid);
  });

  it("keep what they made where only an old list has another check with its slug", async () => {
    const run = mine();
    await run.create({ slug: "before" });
    const renamed = await service.request("POST", "/checks/", { slug: "archive" });
    const gone = { ...renamed, uuid: LOWEST };
    const old = JSON.stringify({ checks: [renamed, gone].map((check) => ({ ...check, slug: "backup" })) });
    await service.admin.faults({
      times: 1,
      match: { method: "GET", path: "/checks/" },
      action: { kind: "status", status: 200, body: old },
    });
    const { id } = await run.create({ slug: "backup" });
    expect(await ofBackup()).toMatchObject([{ uuid: id }]);
  });

  it("take back what a request made whose answer was lost, and leave the other's twin alone", async () => {
    const { first, kept } = await overtaken();
    await service.admin.faults({
      times: 1,
      match: { method: "POST" },
      action: { kind: "reset", when: "after" },
    });
    expect(await refusal(first.create({ slug: "backup" }))).toContain("belongs to the stack jobs/two");
    expect(await ofBackup()).toMatchObject([{ uuid: kept.id }]);
  });

  it("take back both of their own when a lost request made one beside its repetition", async () => {
    const { first, kept } = await overtaken();
    await service.admin.limits({ races: { thinkMs: 2150 } });
    const creation = refusal(first.create({ slug: "backup" }));
    await service.admin.waitFor(1, { route: "POST /api/v3/checks/" });
    await service.admin.limits({ races: { thinkMs: 1500 } });
    expect(await creation).toContain("belongs to the stack jobs/two");
    expect(await ofBackup()).toMatchObject([{ uuid: kept.id }]);
  });

  it("find their own check again whatever onExisting says, when a run ended before it was written down", async () => {
    const lost = await mine().create({ slug: "backup", onExisting: "fail" });
    expect((await mine().create({ slug: "backup", onExisting: "fail" })).id).toBe(lost.id);
  });

  it("hand a check over: who had it lets go of it, who gets it takes it over", async () => {
    const made = await mine().create({ slug: "backup", tags: ["prod"] });
    const request = { checks: ["backup"], to: "jobs/two", dryRun: false };
    expect(await handOver(monitorOf(sessionAt(service)).project(), request)).toEqual([
      { slug: "backup", name: "", uniqueKey: uniqueKeyOf(made.id), from: "jobs/one" },
    ]);
    expect((await tags()).map((all) => String(all).split(" ").sort())).toEqual([["prod", "pulumi:jobs/two"]]);
    expect(await refusal(mine().update(made, { slug: "backup", name: "n" }))).toContain(
      "belongs to the stack jobs/two",
    );
    const other = await theirs().create({ slug: "backup", tags: ["prod"] });
    expect(other.id).toBe(made.id);
    await mine().delete(made);
    expect(await service.checks()).toHaveLength(1);
    await theirs().delete(other);
    expect(await service.checks()).toEqual([]);
  });

  it("hand over nothing at all when one of the slugs is not right", async () => {
    await mine().create({ slug: "backup" });
    const project = () => monitorOf(sessionAt(service)).project();
    const to = { to: "jobs/two", dryRun: false };
    expect(await refusal(handOver(project(), { ...to, checks: ["backup", "nightly"] }))).toBe(
      'handover: no check has the slug, unique key or UUID "nightly". There is only backup',
    );
    expect(await refusal(handOver(project(), { ...to, checks: ["backup"], from: "jobs/three" }))).toBe(
      'handover: the check "backup" belongs to the stack jobs/one, and not to jobs/three. Correct --from, or leave it out',
    );
    expect(await handOver(project(), { ...to, checks: [], from: "jobs/one", dryRun: true })).toHaveLength(1);
    expect(await tags()).toEqual(["pulumi:jobs/one"]);
  });
});

describe("a check that exists, without stamps", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.stop());

  it("is taken over with adoptUnchanged only if no field of it would change, which is named otherwise", async () => {
    await service.request("POST", "/checks/", { slug: "backup", grace: 60, channels: "*" });
    const run = () => new Run(service, { onExisting: "adoptUnchanged" });
    expect(await refusal(run().create({ slug: "backup", tags: ["prod"] }))).toBe(
      'check "backup": slug: a check with this slug exists already, checks:onExisting is "adoptUnchanged", and tags, grace would change. Declare the check as it is, or take it over with onExisting: "adopt"',
    );
    expect((await service.check("backup")).grace).toBe(60);
    await run().create({ slug: "backup", grace: 60, channels: "*" });
    await run().create({ slug: "backup", onExisting: "adopt" });
    expect((await service.check("backup")).grace).toBe(3600);
  });

  it("stays when the stack's own policy is to refuse", async () => {
    await service.request("POST", "/checks/", { slug: "backup", name: "By hand" });
    expect(await refusal(new Run(service, { onExisting: "fail" }).create({ slug: "backup" }))).toContain(
      'exists already and checks:onExisting is "fail"',
    );
    expect((await service.check("backup")).name).toBe("By hand");
  });
});
