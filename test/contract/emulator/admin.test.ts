import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Service } from "../../support/emulator/serviceClient";

describe("the admin endpoints", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  it("counts requests by route and status, without its own", async () => {
    const { uuid } = await service.create();
    await service.get(uuid);
    await service.call("GET", `/api/v3/checks/${uuid}/pings/7/body`);
    await service.call("GET", `/ping/${service.keys.pingKey}/none`);
    expect(await service.admin.requests()).toMatchObject({
      total: 4,
      byRoute: {
        "POST /api/v3/checks/": 1,
        "GET /api/v3/checks/<uuid>": 1,
        "GET /api/v3/checks/<uuid>/pings/<n>/body": 1,
        "GET /ping/<key>/<slug>": 1,
      },
      statuses: { "201": 1, "200": 1, "404": 2 },
      maxInFlight: 1,
    });
    await service.admin.clearRequests();
    expect((await service.admin.requests()).total).toBe(0);
  });

  it("answers a wait as soon as so many requests came", async () => {
    const waiting = service.admin.waitFor(3, { route: "POST /api/v3/checks/" });
    for (const slug of ["a", "b", "c"]) await service.create({ slug });
    await waiting;
    await expect(service.admin.waitFor(4, { timeoutMs: 20 })).rejects.toThrow("only 3 of 4");
  });

  it("adds, renames and deletes channels", async () => {
    const { id } = await service.admin.addChannel("alpha", "Night shift", "sms");
    const { uuid } = await service.create({ channels: "Night shift,Pager" });
    await service.admin.renameChannel(id, "Day shift");
    const refused = await service.call("POST", `/api/v3/checks/${uuid}`, {
      json: { channels: "Night shift" },
    });
    expect(refused.status).toBe(400);
    await service.admin.deleteChannel(id);
    expect(String((await service.get(uuid)).channels).split(",")).toHaveLength(1);
    await expect(service.admin.deleteChannel(id)).rejects.toThrow(/404/);
    await expect(service.admin.addChannel("gamma", "x", "sms")).rejects.toThrow(/no project/);
  });

  it("tells its keys at the address that it prints, with a slash at its end or without", async () => {
    const { adminUrl, projects } = service.emulator;
    for (const url of [adminUrl, `${adminUrl}/`]) {
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining(projects.beta.readOnlyKey),
      ]);
    }
  });

  it("refuses a fault whose pattern is none, and goes on as before", async () => {
    const fault = { match: { path: "(" }, action: { kind: "status", status: 503 } } as const;
    await expect(service.admin.faults(fault)).rejects.toThrow(/400.*must be a regular expression/s);
    expect((await service.call("GET", "/api/v3/checks/", {})).status).toBe(200);
  });

  it.each([
    ["milliseconds", { set: 1_790_000_000_000 }],
    ["a time that no date holds", { set: 1e13 }],
    ["a time before 1970", { set: -1 }],
    ["a step beyond the year 9999", { advance: 1e12 }],
    ["a step before 1970", { advance: -1e11 }],
  ])("refuses to set the clock to %s, and goes on as before", async (_, body) => {
    const answer = await fetch(`${service.emulator.adminUrl}/clock`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.stringContaining("seconds, not milliseconds") },
    ]);
    expect(Math.abs((await service.admin.now()) - Date.now() / 1000)).toBeLessThan(5);
  });

  it.each([
    ["a text", { advance: "x" }, "expected number, received string\n  → at advance"],
    ["another field", { advnce: 5 }, 'Unrecognized key: "advnce"'],
    ["a reset that is none", { reset: false }, "expected true\n  → at reset"],
    ["nothing", {}, "must be one of advance, set and reset: true"],
    ["two at once", { advance: 5, set: 5 }, "must be one of advance, set and reset: true"],
  ])("says what is wrong with a clock that is given %s", async (_, body, says) => {
    const answer = await fetch(`${service.emulator.adminUrl}/clock`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(says) }]);
  });

  it.each([0, 253_402_300_000])("sets the clock to %s seconds since 1970", async (time) => {
    await service.admin.setClock(time);
    const { uuid, ping_url } = await service.create();
    await service.call("GET", ping_url);
    expect((await service.get(uuid)).last_ping).toMatch(/^(1970|9999)-/);
  });

  it("dumps the hidden columns", async () => {
    await service.create({ schedule: "0 3 * * *" });
    const { services } = await service.admin.state();
    expect(JSON.stringify(services.checks)).toContain('"timeout":86400');
  });

  it("resets everything but keys and channel ids", async () => {
    const before = await service.admin.channels();
    await service.create();
    await service.admin.advance(1000);
    await service.admin.faults({ action: { kind: "reset" } });
    await service.admin.reset();
    expect(await service.list()).toEqual([]);
    expect(await service.admin.channels()).toEqual(before);
    expect(Math.abs((await service.admin.now()) - Date.now() / 1000)).toBeLessThan(5);
  });
});

describe("an emulator with a state file", () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  const stateFile = join(folder, "deep", "state.json");
  afterAll(() => rmSync(folder, { recursive: true }));

  it("goes on where it stopped, with the same keys", async () => {
    const first = await Service.start({ stateFile });
    const check = await first.create({ slug: "s", schedule: "0 3 * * *", channels: "*" });
    await first.call("POST", check.ping_url, { raw: "log line" });
    await first.admin.advance(3600);
    const now = await first.admin.now();
    await first.close();

    const second = await Service.start({ stateFile });
    try {
      expect(second.emulator.projects).toEqual(first.emulator.projects);
      expect(await second.get(check.uuid)).toMatchObject({ slug: "s", n_pings: 1, channels: check.channels });
      expect((await second.call("GET", `/api/v3/checks/${check.uuid}/pings/1/body`)).text).toBe("log line");
      expect((await second.call("GET", `/api/v3/checks/`, { json: {} })).status).toBe(200);
      expect((await second.admin.now()) - now).toBeLessThan(10);
      const upsert = await second.call("POST", "/api/v3/checks/", { json: { slug: "s", unique: ["slug"] } });
      expect([upsert.status, upsert.json().uuid]).toEqual([200, check.uuid]);
    } finally {
      await second.close();
    }
  });

  it("has the file whole at any time", async () => {
    const service = await Service.start({ stateFile });
    try {
      for (let i = 0; i < 50; i++) await service.create({ desc: "x".repeat(1000) });
      expect(() => JSON.parse(readFileSync(stateFile, "utf8"))).not.toThrow();
    } finally {
      await service.close();
    }
    expect(readFileSync(stateFile, "utf8")).toContain("x".repeat(1000));
  });

  it("closes at once with connections that are kept alive", async () => {
    const service = await Service.start();
    const agent = new http.Agent({ keepAlive: true });
    await service.call("GET", "/api/v3/checks/", { agent });
    const began = performance.now();
    await service.close();
    agent.destroy();
    // A server that waits for them waits 5 seconds.
    expect(performance.now() - began).toBeLessThan(4000);
  });
});
