import type { Fault } from "../../../../emulator";
import { withoutBackOff } from "../../../support/provider/backOff";
import { fastForward, withFakeTime } from "../../../support/provider/fakeTime";
import { changes, Run, titled } from "../../../support/provider/run";
import { withServices } from "../../../support/provider/services";
import { refusal } from "../../../support/refusal";
import { inService, Service } from "../../../support/service";

/** The service wants a create later, and has not begun it. */
const LATER: Fault = {
  match: { method: "POST" },
  times: 1,
  action: { kind: "status", status: 429, retryAfter: 0 },
};

const NOBODY = "00000000-0000-4000-8000-000000000000";

describe.each(["server", "spec"] as const)("a check that exists already (dialect %s)", (dialect) => {
  let service: Service;
  let run: Run;
  withoutBackOff();
  inService(
    (opened) => {
      service = opened;
      run = new Run(service);
    },
    { dialect },
  );

  const byHand = (fields: object) => service.request("POST", "/checks/", fields);

  it("is taken over by its slug, and one line says what that changed", async () => {
    const { uuid } = await byHand({ slug: "backup", name: "By hand", tags: "a b", grace: 60, channels: "*" });
    await service.request("POST", `/checks/${uuid}/pause`, {});
    const args = { slug: "backup", name: "Ours", tags: ["b", "a"] };
    const adopted = await run.create(args);
    expect(adopted.id).toBe(uuid);
    expect(run.said).toEqual([
      `check "backup": adopted the existing check ${titled("By hand", uuid)}; changed name, grace`,
    ]);
    const now = await service.check("backup");
    expect(now).toMatchObject({ name: "Ours", grace: 3600, status: "paused" });
    expect(String(now.channels).split(",")).toHaveLength(5);
    expect(changes(adopted, args)).toEqual([]);
  });

  it.each([true, false])("is told to be paused or resumed by that (paused: %s)", async (paused) => {
    const { uuid } = await byHand({ slug: "backup" });
    if (!paused) await service.request("POST", `/checks/${uuid}/pause`, {});
    await run.create({ slug: "backup", paused });
    expect(run.said).toEqual([expect.stringMatching(/; changed paused$/)]);
    expect((await service.check("backup")).status).toBe(paused ? "paused" : "new");
    const again = new Run(service);
    await again.create({ slug: "backup", paused });
    expect(again.said).toEqual([expect.stringMatching(/none of its fields changed$/)]);
  });

  it("is taken over unchanged when it is as wanted", async () => {
    const { uuid } = await byHand({ slug: "backup" });
    await run.create({ slug: "backup" });
    expect(run.said).toEqual([
      `check "backup": adopted the existing check ${titled("backup", uuid)}; none of its fields changed`,
    ]);
  });

  it.each(["adopt", "adoptUnchanged"])(
    "is unchanged under the old name of its zone, too (%s)",
    async (onExisting) => {
      await byHand({ slug: "backup", schedule: "0 3 * * *", tz: "Europe/Kyiv" });
      await run.create({ slug: "backup", schedule: "0 3 * * *", tz: "Europe/Kiev", onExisting });
      expect(run.said).toEqual([expect.stringMatching(/none of its fields changed$/)]);
    },
  );

  it("is unchanged where its text was saved on the service's website, and keeps that", async () => {
    await byHand({ slug: "backup", desc: "one\r\ntwo" });
    await run.create({ slug: "backup", desc: "one\ntwo\n", onExisting: "adoptUnchanged" });
    expect(run.said).toEqual([expect.stringMatching(/none of its fields changed$/)]);
    expect((await service.check("backup")).desc).toBe("one\r\ntwo");
  });

  it("is taken over unchanged in another spelling of the same", async () => {
    const fields = { schedule: "0 3 * * *", tz: "Europe/Kyiv", tags: "b a", channels: "*" };
    const { uuid } = await byHand({ slug: "backup", ...fields });
    const args = { slug: "backup", schedule: "0 3 * * *", tags: ["a", "b"], channels: "*" };
    await run.create({ ...args, tz: dialect === "server" ? "Europe/Kiev" : "Europe/Kyiv" });
    expect(run.said).toEqual([
      `check "backup": adopted the existing check ${titled("backup", uuid)}; none of its fields changed`,
    ]);
  });

  it("is no longer there when it was deleted by hand after the run's first look: a new one is made", async () => {
    const { uuid } = await byHand({ slug: "backup" });
    await run.create({ slug: "other" });
    await service.request("DELETE", `/checks/${uuid}`);
    const made = await run.create({ slug: "backup" });
    expect(made.id).not.toBe(uuid);
    expect(run.said).toEqual([]);
  });

  it("is made simple or periodic by the take-over, and the line says so", async () => {
    const { uuid } = await byHand({ slug: "backup", schedule: "daily", tz: "Asia/Tokyo" });
    await run.create({ slug: "backup", timeout: 600 });
    expect(run.said).toEqual([
      `check "backup": adopted the existing check ${titled("backup", uuid)}; changed timeout, schedule, tz`,
    ]);
  });

  it("is resumed by the take-over when the program says that it runs", async () => {
    const { uuid } = await byHand({ slug: "backup" });
    await service.request("POST", `/checks/${uuid}/pause`, {});
    await run.create({ slug: "backup", paused: false });
    expect((await service.check("backup")).status).toBe("new");
  });

  it("is refused with onExisting fail, and left as it is", async () => {
    const before = await byHand({ slug: "backup", name: "By hand" });
    const said = await refusal(run.create({ slug: "backup", onExisting: "fail" }));
    expect(said).toBe(
      `check "backup": slug: a check with this slug exists already and onExisting is "fail". Choose another slug, or take the check over with onExisting: "adopt", for example if an interrupted run created it, or --replace recreates it`,
    );
    expect(await service.checks()).toMatchObject([{ uuid: before.uuid, name: "By hand" }]);
    const taken = await new Run(service).create({ slug: "backup", onExisting: "adopt" });
    expect(taken.id).toBe(before.uuid);
  });

  it("is refused when two have the slug, naming both, and neither is touched", async () => {
    const [first, second] = [await byHand({ slug: "backup" }), await byHand({ slug: "backup", name: "2" })];
    const said = await refusal(run.create({ slug: "backup", name: "Ours" }));
    expect(said).toContain("slug: 2 checks have this slug already");
    expect(said).toContain(titled("backup", first.uuid));
    expect(said).toContain(titled("2", second.uuid));
    expect(said).not.toContain(String(first.uuid));
    expect((await service.checks()).map(({ name }) => name).sort()).toEqual(["", "2"]);
  });

  it("is taken over by its UUID when it has no slug, and gets the program's", async () => {
    await byHand({ name: "Somebody else's" });
    const { uuid } = await byHand({ name: "By hand" });
    const args = { slug: "backup", adopt: uuid };
    const adopted = await run.create(args);
    expect(adopted.id).toBe(uuid);
    expect(await service.check("backup")).toMatchObject({ uuid, name: "" });
    expect(await service.checks()).toHaveLength(2);
    expect(changes(adopted, { slug: "backup" })).toEqual([]);
    expect(run.said).toEqual([
      `check "backup": adopted the existing check ${titled("By hand", uuid)}; changed slug, name`,
    ]);
  });

  it("is not taken over by a UUID that the project does not have", async () => {
    await byHand({ slug: "backup" });
    expect(await refusal(run.create({ slug: "backup", adopt: NOBODY }))).toBe(
      `check "backup": adopt: no check of this project has this UUID. Correct or remove \`adopt\``,
    );
  });

  it("is not taken over by its UUID while another check has the slug", async () => {
    const { uuid } = await byHand({});
    const other = await byHand({ slug: "backup" });
    const said = await refusal(run.create({ slug: "backup", adopt: uuid }));
    expect(said).toContain(`slug: another check has this slug already: ${titled("backup", other.uuid)}`);
  });

  it("keeps a slug that another one has too when the program names it by its UUID", async () => {
    const [first, second] = [await byHand({ slug: "backup" }), await byHand({ slug: "backup" })];
    const adopted = await run.create({ slug: "backup", adopt: second.uuid });
    expect(adopted.id).toBe(second.uuid);
    expect((await service.checks()).map(({ uuid }) => uuid).sort()).toEqual([first.uuid, second.uuid].sort());
    expect(run.said).toEqual([
      `check "backup": adopted the existing check ${titled("backup", second.uuid)}; none of its fields changed`,
    ]);
  });

  it("keeps its spelling where that means what the program says, found by slug or by UUID", async () => {
    const spelled = { tags: " prod   db prod", success_kw: "done, all good,", start_kw: " begin" };
    const { uuid: bySlug } = await byHand({ slug: "by-slug", ...spelled });
    const { uuid: byUuid } = await byHand({ slug: "by-uuid", ...spelled });
    const before = new Set(await service.checks());
    const wanted = { tags: ["db", "prod"], successKw: ["all good", "done"], startKw: ["begin"] };
    expect((await run.create({ slug: "by-slug", ...wanted })).id).toBe(bySlug);
    const adopted = await run.create({ slug: "by-uuid", adopt: byUuid, ...wanted });
    expect(new Set(await service.checks())).toEqual(before);
    expect(changes(adopted, { slug: "by-uuid", ...wanted })).toEqual([]);
  });

  it("gets the program's spelling where the meaning differs, and there alone", async () => {
    await byHand({ slug: "backup", tags: "prod   db", success_kw: "done,  ok" });
    await run.create({ slug: "backup", tags: ["prod", "web"], successKw: ["done", "ok"] });
    expect(await service.check("backup")).toMatchObject({ tags: "prod web", success_kw: "done,  ok" });
  });

  it("is not taken over while another resource of the program holds it", async () => {
    const made = await run.create({ slug: "backup" });
    const next = new Run(service);
    next.claim(made);
    const refused = (args: object) => refusal(next.create({ name: "other", ...args }));
    expect(await refused({ slug: "backup" })).toMatch(
      /slug: the check with this slug belongs to the resource "backup" of this stack\. .* If "backup" is to get another slug/,
    );
    expect(await refused({ slug: "other", adopt: made.id })).toMatch(
      /adopt: the check with this UUID belongs to the resource "backup" of this stack\. .* Otherwise remove `adopt`/,
    );
    expect(await service.checks()).toHaveLength(1);
  });

  it("is not shared with a resource that names its project otherwise, and that looked before there was one", async () => {
    const url = service.emulator.url.replace("://", "://somebody@");
    const both = new Run(service, { projects: JSON.stringify({ again: { apiKey: service.key, url } }) });
    await both.create({ slug: "first", project: "again" });
    const made = await both.create({ slug: "backup" });
    expect(await refusal(both.create({ slug: "backup", project: "again" }))).toMatch(
      /slug: the service answered with the check of the resource "backup"\. If two names in checks:projects mean the same project, use only one of them/,
    );
    expect((await service.check("backup")).uuid).toBe(made.id);
  });

  it("stays when its resource got another name: the new one takes it over, the old one lets go", async () => {
    const before = await run.create({ slug: "backup" });
    const next = new Run(service);
    const after = await next.create({ slug: "backup", name: "n" });
    expect(after.id).toBe(before.id);
    await next.delete(before);
    expect(await service.check("backup")).toMatchObject({ uuid: before.id, name: "n" });
    expect(next.said.at(-1)).toBe(
      'check "backup": another resource of this stack, or the one that replaces this, has the check now, and it is kept',
    );
    await new Run(service).delete(after);
    expect(await service.checks()).toEqual([]);
  });

  it("stays also when the take-over under its resource's new name failed, for the next up to find", async () => {
    const before = await run.create({ slug: "backup" });
    const next = new Run(service);
    await refusal(next.create({ slug: "backup", channels: ["no such channel"] }));
    // With --continue-on-error the engine goes on and deletes what has no name in the program any more.
    await next.delete(before);
    expect((await new Run(service).create({ slug: "backup" })).id).toBe(before.id);
  });

  it("stays also when that was refused because another check has the slug, too", async () => {
    const before = await run.create({ slug: "backup" });
    await byHand({ slug: "backup", name: "By hand" });
    const next = new Run(service);
    expect(await refusal(next.create({ slug: "backup" }))).toContain("2 checks have this slug already");
    await next.delete(before);
    expect((await service.checks()).map(({ name }) => name).sort()).toEqual(["", "By hand"]);
  });

  it("and was deleted in the same run does not stand in the way of a new one", async () => {
    const old = await run.create({ slug: "backup" });
    const next = new Run(service);
    await next.create({ slug: "other" });
    await next.delete(old);
    const anew = await next.create({ slug: "backup", onExisting: "fail" });
    expect(anew.id).not.toBe(old.id);
    expect(next.said).toEqual([]);
    expect((await service.checks()).map(({ slug }) => slug).sort()).toEqual(["backup", "other"]);
  });
});

describe("a create whose answer was lost", () => {
  let service: Service;
  withoutBackOff();
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.stop());

  /** The first attempt is still being carried out when the second one begins, so that both make a check. */
  async function doubled(run: Run, args: { slug: string; [field: string]: unknown }) {
    await service.admin.limits({ races: { thinkMs: 2750 } });
    const creation = run.create(args);
    await service.admin.waitFor(1, { route: "POST /api/v3/checks/" });
    // The request has arrived; once another one is answered, its body is read, too, and it has begun to wait.
    await service.checks();
    await service.admin.limits({ races: { thinkMs: 1500 } });
    return creation;
  }

  it("leaves one check, also when the service carried it out twice", async () => {
    const run = new Run(service, { timeoutSeconds: "2" });
    const made = await doubled(run, { slug: "backup", tags: ["b", "a"], tz: "Zulu", schedule: "daily" });
    expect((await service.check("backup")).uuid).toBe(made.id);
    expect(run.said.at(-1)).toMatch(
      /^check "backup": removed "backup" \(unique key [0-9a-f]{8}…\), a duplicate made by a request whose answer was lost$/,
    );
  });

  it("is made by it, also where the repetition was told to wait before it found that", async () => {
    await service.admin.faults({
      match: { method: "POST" },
      times: 1,
      action: { kind: "reset", when: "after" },
    });
    await service.admin.faults(LATER);
    const { id } = await new Run(service).create({ slug: "backup", onExisting: "fail" });
    expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([id]);
  });

  it("leaves one check also when the answer to the removal of the other one is lost, too", async () => {
    await service.admin.faults({
      match: { method: "DELETE" },
      times: 1,
      action: { kind: "reset", when: "after" },
    });
    const made = await doubled(new Run(service, { timeoutSeconds: "2" }), { slug: "backup" });
    expect((await service.checks()).map(({ uuid }) => uuid)).toEqual([made.id]);
  });

  it("refuses to choose when the duplicate was pinged already, naming both", async () => {
    const run = new Run(service, { timeoutSeconds: "2" });
    const said = refusal(doubled(run, { slug: "backup" }));
    let [first] = await service.checks();
    while (!first) [first] = await service.checks();
    await fetch(String(first.ping_url));
    expect(await said).toMatch(
      /several checks have this slug now: "backup" \(unique key [0-9a-f]{8}…\), "backup"/,
    );
    expect(await service.checks()).toHaveLength(2);
  });

  it("removes no duplicate as long as somebody else's check has the slug, too", async () => {
    const run = new Run(service, { timeoutSeconds: "2" });
    const said = refusal(doubled(run, { slug: "backup" }));
    await service.admin.waitFor(2, { route: "POST /api/v3/checks/" });
    await service.admin.limits({ races: { thinkMs: 0 } });
    await service.request("POST", "/checks/", { slug: "backup", name: "By hand" });
    expect(await said).toContain("several checks have this slug now");
    expect(await service.checks()).toHaveLength(3);
  });

  it.each<[string, Fault["action"]]>([
    ["the connection broke", { kind: "reset", when: "after" }],
    ["somebody gave up waiting", { kind: "status", status: 408, when: "after" }],
  ])(
    "because %s is no adoption of somebody else's check, even with onExisting fail",
    async (_what, action) => {
      await service.admin.faults({ match: { method: "POST" }, times: 1, action });
      const run = new Run(service);
      const made = await run.create({ slug: "backup", onExisting: "fail" });
      expect((await service.check("backup")).uuid).toBe(made.id);
      expect(run.said).toHaveLength(1);
    },
  );

  it("ends in an error when nobody can tell whether there are two now; the next up finds out", async () => {
    await service.admin.faults(
      { match: { method: "POST" }, times: 1, action: { kind: "reset", when: "after" } },
      { match: { path: "slug=" }, action: { kind: "status", status: 400 } },
    );
    expect(await refusal(new Run(service).create({ slug: "backup" }))).toMatch(
      /^check "backup": listing the checks: the service answered 400\. It did not say why: check that \S+ \(checks:url\) is right, or ask whoever runs it$/,
    );
    await service.admin.clearFaults();
    const found = await new Run(service).create({ slug: "backup" });
    expect((await service.check("backup")).uuid).toBe(found.id);
  });

  it("made at the same moment by somebody else is said, or refused with another onExisting; also after a wait", async () => {
    for (const [onExisting, slug, faults] of [
      ["adopt", "one", []],
      ["fail", "two", []],
      ["adopt", "three", [LATER]],
      ["fail", "four", [LATER]],
      ["adoptUnchanged", "five", [LATER]],
    ] as const) {
      const run = new Run(service);
      await run.create({ slug: `before-${slug}` });
      const { uuid } = await service.request("POST", "/checks/", { slug });
      await service.admin.faults(...faults);
      const creation = run.create({ slug, onExisting });
      if (onExisting === "adopt") {
        expect((await creation).id).toBe(uuid);
        expect(run.said.at(-1)).toBe(
          `check "${slug}": took over ${titled(slug, uuid)}, which was made at the same moment`,
        );
      } else expect(await refusal(creation)).toContain("at the same moment");
    }
  });
});

describe("the account's limit of checks", () => {
  it("is told as such, and a check that exists is still adopted at the limit", async () => {
    const service = await Service.start();
    await service.admin.limits({ check_limit: 1 });
    await service.request("POST", "/checks/", { slug: "backup" });
    const run = new Run(service);
    await run.create({ slug: "backup", name: "n" });
    expect(await refusal(run.create({ slug: "one-more" }))).toBe(
      'check "one-more": the service refused to create another check (403): the account\'s limit of checks is reached, or the key may not create checks. Delete checks that are not needed or raise the limit, then run again',
    );
    await service.admin.faults({
      match: { method: "POST" },
      action: { kind: "status", status: 403, body: '{"error": "not from this network"}' },
    });
    expect(await refusal(new Run(service).create({ slug: "one-more" }))).toContain(
      "or the key may not create checks (the service said: not from this network). Delete checks",
    );
    expect(await service.checks()).toHaveLength(1);
    await service.stop();
  });
});

describe("a create whose end was never heard", () => {
  withFakeTime();
  const start = withServices();

  it("is found by the next up", async () => {
    const service = await start();
    await service.admin.faults(
      { match: { method: "POST" }, times: 1, action: { kind: "reset", when: "after" } },
      { match: { method: "POST" }, action: { kind: "reset" } },
    );
    const { result: said } = await fastForward(refusal(new Run(service).create({ slug: "backup" })));
    expect(said).toContain("creating the check: the connection broke");
    await service.admin.clearFaults();
    const { result: found } = await fastForward(new Run(service).create({ slug: "backup" }));
    expect((await service.check("backup")).uuid).toBe(found.id);
  });
});
