import type { Fault } from "../../../../emulator";
import { ownPort } from "../../../support/ownPort";
import { withoutBackOff } from "../../../support/provider/backOff";
import { fastForward, withFakeTime } from "../../../support/provider/fakeTime";
import { changes, type Remembered, Run } from "../../../support/provider/run";
import { withServices } from "../../../support/provider/services";
import { refusal } from "../../../support/refusal";
import { inService, type Service } from "../../../support/service";

type Action = Fault["action"];

/** What goes wrong once and is over when we ask again. */
const PASSING: [string, Action][] = [
  ["429 with Retry-After 0", { kind: "status", status: 429, retryAfter: 0 }],
  ["503 with Retry-After in the past", { kind: "status", status: 503, retryAfterDateIn: -60 }],
  ["502 from a gateway, the request carried out", { kind: "status", status: 502, when: "after" }],
  ["a reset before the effect", { kind: "reset" }],
  ["a reset after the effect", { kind: "reset", when: "after" }],
  ["an answer cut in the middle", { kind: "truncate" }],
  ["half an answer as if it were all", { kind: "half" }],
  ["an empty answer, the request carried out", { kind: "empty", when: "after" }],
  ["a page of HTML instead of the request", { kind: "html" }],
];

/** What stays as it is, however often one asks. */
const LASTING: [string, Action, RegExp][] = [
  ["301", { kind: "redirect", status: 301 }, /answered with a redirect, which is not followed/],
  ["302 to a log-in", { kind: "redirect" }, /answered with a redirect/],
  ["400", { kind: "status", status: 400, body: '{"error": "no"}' }, /the service said: no/],
  ["401", { kind: "status", status: 401, body: '{"error": "wrong api key"}' }, /refused the API key/],
  ["403", { kind: "status", status: 403, body: "" }, /\(403\)/],
  [
    "403 of a firewall",
    { kind: "status", status: 403 },
    /403 with a page of HTML, .*something in front of it/,
  ],
];

/** The calls of a run, each on a check that exists, and the method by which it is known on the wire. */
const CALLS: [string, string, (run: Run, made: Remembered) => Promise<unknown>][] = [
  ["create", "POST", (run) => run.create({ slug: "new", channels: ["Pager"] })],
  ["read", "GET", (run, made) => run.read(made)],
  ["update", "POST", (run, made) => run.update(made, { slug: "backup", name: "new name" })],
  ["pause", "POST", (run, made) => run.update(made, { slug: "backup", paused: true })],
  ["delete", "DELETE", (run, made) => run.delete(made)],
];

describe("a service in trouble", () => {
  let service: Service;
  let made: Remembered;
  withoutBackOff();
  inService(async (opened) => {
    service = opened;
    made = await new Run(service).create({ slug: "backup" });
    await service.admin.clearRequests();
  });

  const once = (action: Action, method?: string, nth = 1) =>
    service.admin.faults({ match: method ? { method } : {}, nth, action });
  const always = (action: Action) => service.admin.faults({ action });
  const slugs = async () => (await service.checks()).map(({ slug }) => slug).sort();

  describe.each(PASSING)("%s", (_what, action) => {
    it("does not keep a check from being made, once", async () => {
      await once(action, "POST");
      const run = new Run(service);
      const created = await run.create({ slug: "new" });
      expect(await slugs()).toEqual(["backup", "new"]);
      expect(created.id).toBe((await service.check("new")).uuid);
      expect(run.said.join()).toMatch(/creating the check: .*; trying again in .* s \(attempt 2\)/);
      expect(run.said.join()).not.toContain("took over");
    });

    it("does not keep a list or a check from being read", async () => {
      await once(action, "GET");
      expect(await new Run(service).read(made)).toEqual(made);
      await service.admin.clearFaults();
      await once(action, "GET");
      await new Run(service).create({ slug: "new" });
      expect(await slugs()).toEqual(["backup", "new"]);
    });

    it("does not keep a check from being changed", async () => {
      await once(action, "POST");
      const args = { slug: "renamed", schedule: "daily", channels: "*" };
      const updated = await new Run(service).update(made, args);
      expect(await service.check("renamed")).toMatchObject({ uuid: made.id, schedule: "daily" });
      expect(changes(updated, args)).toEqual([]);
    });

    it("does not keep a check from being paused and resumed", async () => {
      await once(action, "POST", 2);
      const paused = await new Run(service).update(made, { slug: "backup", paused: true });
      expect((await service.check("backup")).status).toBe("paused");
      await service.admin.clearFaults();
      await once(action, "POST", 2);
      const resumed = await new Run(service).update(paused, { slug: "backup", paused: false });
      expect(resumed.state.paused).toBe(false);
      expect((await service.check("backup")).status).toBe("new");
    });

    it("does not keep a check from being deleted", async () => {
      await once(action, "DELETE");
      await new Run(service).delete(made);
      expect(await slugs()).toEqual([]);
    });
  });

  describe.each(LASTING)("%s", (_what, action, message) => {
    it.each(CALLS)(
      "ends the %s at once in one line; nothing is lost, doubled or sent elsewhere",
      async (_call, method, call) => {
        await service.admin.faults({ match: { method }, action });
        const said = await refusal(call(new Run(service), made));
        expect(said).toMatch(/^check "(backup|new)": /);
        expect(said).toMatch(message);
        const { log } = await service.admin.requestLog();
        expect(
          log.filter((request) => request.method === method && request.path !== "/api/v3/channels/"),
        ).toHaveLength(1);
        expect(log.map(({ path }) => path).join()).not.toContain("login");
        await service.admin.clearFaults();
        expect(await service.checks()).toEqual([
          expect.objectContaining({ uuid: made.id, name: "", slug: "backup" }),
        ]);
      },
    );
  });

  it("that answers a deletion without a word, as some gateways do, is not asked again", async () => {
    await once({ kind: "status", status: 204, when: "after" }, "DELETE");
    await new Run(service).delete(made);
    expect(await slugs()).toEqual([]);
    expect(await service.admin.requests()).toMatchObject({ byRoute: { "DELETE /api/v3/checks/<uuid>": 1 } });
  });

  it("that answers a deletion without a word, and does not delete, is told and asked by the next run", async () => {
    await once({ kind: "status", status: 204 }, "DELETE");
    expect(await refusal(new Run(service).delete(made))).toMatch(
      /^check "backup": deleting the check was answered without content \(204\), and the check is still there\. /,
    );
    expect(await slugs()).toEqual(["backup"]);
    await new Run(service).delete(made);
    expect(await slugs()).toEqual([]);
  });

  it("that repeats the UUID of the check, the secret part of its ping URL, is quoted without it", async () => {
    const body = JSON.stringify({ error: `not with ${made.id}` });
    await always({ kind: "status", status: 400, body, contentType: "application/json" });
    const onCheck = CALLS.filter(([name]) => name !== "create");
    for (const [, , call] of onCheck)
      expect(await refusal(call(new Run(service), made))).toContain("(the service said: not with [secret])");
  });

  it("that asks to wait longer than the deadline is not asked again", async () => {
    await always({ kind: "status", status: 429, retryAfter: 3600 });
    const said = await refusal(new Run(service).read(made));
    expect(said).toBe(
      'check "backup": reading the check: the service answered 429, and asks for no request for another 3600 s. Run again later; nothing is lost',
    );
    expect((await service.admin.requests()).total).toBe(1);
  });

  it("or later than the deadline, which has begun, says how long that is", async () => {
    await service.admin.faults(
      { times: 1, action: { kind: "status", status: 502 } },
      { action: { kind: "status", status: 503, retryAfter: 10 } },
    );
    expect(await refusal(new Run(service, { deadlineSeconds: "10" }).read(made))).toBe(
      'check "backup": reading the check: the service answered 503, and asks for no request for another 10 s. Run again later; nothing is lost',
    );
    expect((await service.admin.requests()).total).toBe(2);
  });

  it("that does not answer in time is asked again, and its late effects do no harm", async () => {
    const doomed = await new Run(service).create({ slug: "doomed" });
    await service.admin.faults(
      { match: { method: "POST" }, times: 1, action: { kind: "stall", ms: 1400 } },
      { match: { method: "GET", path: made.id }, times: 1, action: { kind: "stall", ms: 1400 } },
      { match: { method: "DELETE" }, times: 1, action: { kind: "stall", ms: 1400, when: "after" } },
    );
    const run = new Run(service, { timeoutSeconds: "1" });
    const [created, seen] = await Promise.all([
      run.create({ slug: "new" }),
      run.read(made),
      run.delete(doomed),
    ]);
    expect(seen).toEqual(made);
    expect(run.said.filter((line) => line.includes("did not answer in time"))).toHaveLength(3);
    while ((await service.admin.requests()).inFlight > 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await slugs()).toEqual(["backup", "new"]);
    expect(created.id).toBe((await service.check("new")).uuid);
  });
});

describe("a service whose trouble lasts", () => {
  withFakeTime();
  const start = withServices();

  it("ends each call in one line when the deadline is over, with what went wrong", async () => {
    const troubles: [Action, string][] = [
      [{ kind: "status", status: 503 }, "the service answered 503"],
      [{ kind: "html" }, "the answer was empty, cut short"],
      [{ kind: "reset" }, "the connection broke (ECONNRESET)"],
    ];
    const stories = troubles.map(async ([action, reason]) => {
      const service = await start();
      const made = await new Run(service).create({ slug: "backup" });
      await service.admin.faults({ action });
      const calls = CALLS.map(([, , call]) => refusal(call(new Run(service), made)));
      for (const said of await Promise.all(calls)) {
        expect(said).toMatch(/^check "(backup|new)": /);
        expect(said).toContain(reason);
      }
      await service.admin.clearFaults();
      expect((await service.checks()).map(({ slug }) => slug)).toEqual(["backup"]);
    });
    const { seconds } = await fastForward(Promise.all(stories));
    expect(seconds).toBeGreaterThanOrEqual(150);
    expect(seconds).toBeLessThan(200);
  });

  it("is told with what it said last, also where the deadline cuts off an attempt after that", async () => {
    const service = await start();
    const body = '{"error": "moving to another database until noon"}';
    await service.admin.faults(
      { times: 1, action: { kind: "status", status: 503, body, contentType: "application/json" } },
      { action: { kind: "stall", ms: 300_000 } },
    );
    const run = new Run(service, { timeoutSeconds: "300" });
    const { result: said } = await fastForward(refusal(run.create({ slug: "backup" })));
    expect(said).toBe(
      'check "backup": listing the checks: the service answered 503; given up after 180 s ' +
        "(the service said: moving to another database until noon). Run again later; nothing is lost",
    );
  });

  it("or that is nowhere is told with its address and what to do", async () => {
    const service = await start({ port: await ownPort() });
    await service.stop();
    const { result: said } = await fastForward(refusal(new Run(service).create({ slug: "backup" })));
    expect(said).toContain('check "backup": listing the checks: nothing listens at the service\'s address');
    expect(said).toContain(`Check that ${service.emulator.url} (checks:url) is right and reachable`);
    expect(said).not.toContain(service.key);
  });
});
