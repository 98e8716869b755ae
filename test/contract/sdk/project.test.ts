import * as pulumi from "@pulumi/pulumi";
import { getBadges, getChannels, getChecks, getStatus } from "../../../sdk";
import { describeWithService } from "../../support/sdk/eachDialect";
import { deathOf, inProgram } from "../../support/sdk/program";
import { Service } from "../../support/service";

describeWithService("badges", (service) => {
  beforeEach(async () => {
    await service().request("POST", "/checks/", { slug: "a", tags: "prod db" });
    await service().request("POST", "/checks/", { slug: "b", tags: "b/c" });
    await service().admin.clearRequests();
  });

  it("are those of all checks, unless a tag is named", async () => {
    const { badge, badges } = await inProgram(service(), () => getBadges());
    expect(Object.keys(badges)).toEqual(["*", "b/c", "db", "prod"]);
    expect(badge).toEqual(badges["*"]);
    expect(Object.keys(badge).sort()).toEqual(
      [
        "html",
        "html3",
        "json",
        "json3",
        "markdown",
        "markdown3",
        "shields",
        "shields3",
        "svg",
        "svg3",
        "tag",
      ].sort(),
    );
  });

  it("lead to what the service draws, in each format", async () => {
    const { badge } = await inProgram(service(), () => getBadges({ tag: "b/c" }));
    expect(badge.tag).toBe("b/c");
    for (const url of [badge.svg, badge.svg3]) expect(await (await fetch(url)).text()).toContain("<svg");
    for (const url of [badge.json, badge.json3]) {
      expect(await (await fetch(url)).json()).toMatchObject({ status: "up", total: 1 });
    }
    for (const url of [badge.shields, badge.shields3]) {
      expect(await (await fetch(url)).json()).toMatchObject({ label: "b/c", message: "up" });
    }
  });

  it("are ready for a README", async () => {
    const { badge, badges } = await inProgram(service(), () => getBadges({ tag: "prod" }));
    expect(badge.markdown).toBe(`![prod](${badge.svg})`);
    expect(badge.html3).toBe(`<img src="${badge.svg3}" alt="prod">`);
    expect(badges["*"]?.markdown).toBe(`![checks](${badges["*"]?.svg})`);
  });

  it("come from one request a run, with any key", async () => {
    const { readOnlyKey: apiKey } = service().emulator.projects.alpha;
    await inProgram(service(), () => Promise.all([getBadges(), getBadges({ tag: "db" })]), { apiKey });
    expect((await service().admin.requests()).byRoute).toEqual({ "GET /api/v3/badges/": 1 });
  });

  it("are not found in what every object has", async () => {
    expect(await deathOf(inProgram(service(), () => getBadges({ tag: "constructor" })))).toContain(
      'no check carries the tag "constructor"',
    );
  });

  it("are told as none where the service has none", async () => {
    const empty = { kind: "status", status: 200, body: '{"badges": {}}' } as const;
    await service().admin.faults({ match: { path: "/badges/" }, action: empty, times: 10 });
    expect(await deathOf(inProgram(service(), () => getBadges()))).toContain(
      "getBadges: tag: there is no badge of all checks; the service has no badges. ",
    );
    await service().admin.clearFaults();
  });

  it("exist only for tags that a check carries", async () => {
    expect(await deathOf(inProgram(service(), () => getBadges({ tag: "web" })))).toBe(
      'getBadges: tag: no check carries the tag "web"; there are badges for *, b/c, db, prod. ' +
        "A badge exists as soon as a check carries its tag. " +
        "If this program creates the check, let the look-up depend on it (in TypeScript with the Output form)",
    );
  });
});

describeWithService("channels", (service) => {
  it("are listed by name and kind, all from one request a run", async () => {
    const found = await inProgram(service(), async () => ({
      all: (await getChannels()).channels,
      mails: (await getChannels({ kind: "email" })).channels,
      duplicates: (await getChannels({ name: "dup" })).channels,
      none: (await getChannels({ name: "dup", kind: "sms" })).channels,
    }));
    expect(found.all.map(({ name }) => name)).toEqual(["Chat room", "Ops mail", "Pager", "dup", "dup"]);
    expect(found.mails.map(({ name }) => name)).toEqual(["Ops mail", "dup", "dup"]);
    expect(found.duplicates.map(({ id }) => id)).toEqual(found.duplicates.map(({ id }) => id).sort());
    expect(found.duplicates).toHaveLength(2);
    expect(found.none).toEqual([]);
    expect(Object.keys(found.all[0] ?? {}).sort()).toEqual(["id", "kind", "name"]);
    expect((await service().admin.requests()).byRoute).toEqual({ "GET /api/v3/channels/": 1 });
  });

  it("are not for read-only keys, which are told what is needed and where to set it", async () => {
    const { readOnlyKey } = service().emulator.projects.beta;
    const config = { "checks:projects": JSON.stringify({ team: { apiKey: readOnlyKey } }) };
    expect(await deathOf(inProgram(service(), () => getChannels({ project: "team" }), { config }))).toMatch(
      /^getChannels: only a read-write key may see channels, and the configured key is read-only or .+ \(40[13]\)\. Set the read-write key of the project in checks:projects\.team\.apiKey or CHECKS_PROJECTS_TEAM_API_KEY$/,
    );
  });
});

describeWithService("the service's health", (service) => {
  it("is good when the service says so", async () => {
    expect(await inProgram(service(), () => getStatus())).toEqual({ healthy: true });
  });

  it("is an answer, too, when it is bad: one that takes longer than the time given is not waited for", async () => {
    await service().admin.faults({ action: { kind: "status", status: 503, retryAfter: 60 } });
    expect(await inProgram(service(), () => getStatus({ waitSeconds: 30 }))).toEqual({
      healthy: false,
      reason: "the service answered 503, and asks for no request for another 60 s",
    });
  });

  it("is bad where something else answers", async () => {
    await service().admin.faults({ action: { kind: "status", status: 404 } });
    const status = await inProgram(service(), () => getStatus());
    expect(status).toEqual({ healthy: false, reason: "the service answered 404" });
  });

  it("cannot be asked for without an address", async () => {
    const config = { "checks:url": "" };
    expect(await deathOf(inProgram(service(), () => getStatus(), { config }))).toMatch(
      /^getStatus: configuration: checks:url: the address of the monitoring service is not set/,
    );
  });
});

describe("asking for the service's health", () => {
  let service: Service;
  let log: jest.SpyInstance;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(async () => {
    await service.admin.reset();
    log = jest.spyOn(pulumi.log, "info").mockResolvedValue();
  });
  afterEach(() => log.mockRestore());
  afterAll(() => service.stop());

  it("may find it recovered within the time given; the wait is said in the engine's log", async () => {
    await service.admin.faults({ action: { kind: "status", status: 503, retryAfter: 0 }, times: 1 });
    expect(await inProgram(service, () => getStatus())).toEqual({ healthy: true });
    expect((await service.admin.requests()).total).toBe(2);
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(
        /^asking for the status: the service answered 503; trying again in [\d.]+ s \(attempt 2\)$/,
      ),
    ]);
  });

  it("takes an answer that was cut short for none", async () => {
    await service.admin.faults({ action: { kind: "truncate" }, times: 1 });
    expect(await inProgram(service, () => getStatus())).toEqual({ healthy: true });
    expect((await service.admin.requests()).total).toBe(2);
  });

  it("says how long it tried, which is not for how long other requests are tried", async () => {
    await service.admin.faults(
      { action: { kind: "status", status: 503, retryAfter: 0 }, times: 1 },
      { action: { kind: "stall", ms: 5000 } },
    );
    expect(await inProgram(service, () => getStatus({ waitSeconds: 1 }))).toEqual({
      healthy: false,
      reason: "the service answered 503; given up after 1 s",
    });
  });

  it("does not wait for calls that hang, as many as may be on their way at once", async () => {
    await service.admin.faults({ match: { path: "/checks/" }, action: { kind: "stall", ms: 3000 } });
    const ended: string[] = [];
    const note = (what: string) => void ended.push(what);
    const config = { "checks:concurrency": "1" };
    await inProgram(
      service,
      async () => {
        const look = getChecks().then(() => note("look"));
        await service.admin.waitFor(1, { route: "GET /api/v3/checks/" });
        await Promise.all([look, getStatus({ waitSeconds: 1 }).then(({ healthy }) => note(String(healthy)))]);
      },
      { config },
    );
    expect(ended).toEqual(["true", "look"]);
  });

  it("takes a log-in page for no sign of health", async () => {
    await service.admin.faults({ action: { kind: "html" } });
    expect(await inProgram(service, () => getStatus({ waitSeconds: 1 }))).toMatchObject({ healthy: false });
  });
});
