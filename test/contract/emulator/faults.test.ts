import http from "node:http";
import { Service } from "../../support/emulator/serviceClient";

describe("faults on demand", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  const create = (slug = "s") => service.call("POST", "/api/v3/checks/", { json: { slug } });

  it("answers a status with Retry-After, before or after the effect", async () => {
    await service.admin.faults(
      {
        match: { method: "POST" },
        times: 1,
        action: { kind: "status", status: 429, retryAfter: 7, body: "slow down" },
      },
      { match: { method: "POST" }, times: 1, action: { kind: "status", status: 502, when: "after" } },
    );
    const first = await create();
    expect([first.status, first.headers["retry-after"], first.text]).toEqual([429, "7", "slow down"]);
    expect(await service.list()).toHaveLength(0);
    expect((await create()).status).toBe(502);
    expect(await service.list()).toHaveLength(1);
    expect((await create()).status).toBe(201);
  });

  it("gives Retry-After as a date", async () => {
    await service.admin.faults({ action: { kind: "status", status: 503, retryAfterDateIn: 30 } });
    const wait = Date.parse((await create()).headers["retry-after"] ?? "") - Date.now();
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(30_000);
  });

  it("cuts the connection before or after the effect", async () => {
    await service.admin.faults({ nth: 1, action: { kind: "reset" } });
    await expect(create()).rejects.toThrow();
    expect(await service.list()).toHaveLength(0);
    await service.admin.clearFaults();
    await service.admin.faults({ match: { method: "POST" }, action: { kind: "reset", when: "after" } });
    await expect(create()).rejects.toThrow();
    expect(await service.list()).toHaveLength(1);
    expect((await service.admin.requests()).statuses["0"]).toBe(2);
  });

  it("lets the effect happen when the client has gone away during a stall", async () => {
    await service.admin.faults({ times: 1, action: { kind: "stall", ms: 100 } });
    const client = http.request(`${service.emulator.url}/api/v3/checks/`, {
      method: "POST",
      headers: { "X-Api-Key": service.keys.readWriteKey, "Content-Length": 12 },
    });
    client.on("error", () => undefined);
    client.end('{"slug":"s"}');
    await service.admin.waitFor(1);
    client.destroy();
    while ((await service.list()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await service.list())[0]?.slug).toBe("s");
  });

  it("cuts an answer short in two ways", async () => {
    await service.create({ name: "n" });
    await service.admin.faults(
      { times: 1, action: { kind: "truncate" } },
      { times: 1, action: { kind: "half" } },
    );
    await expect(service.call("GET", "/api/v3/checks/")).rejects.toThrow();
    const half = await service.call("GET", "/api/v3/checks/");
    expect(half.status).toBe(200);
    expect(half.json).toThrow(SyntaxError);
  });

  it("answers with a redirect, a page or nothing", async () => {
    await service.admin.faults(
      { times: 1, action: { kind: "redirect" } },
      { times: 1, action: { kind: "html" } },
      { times: 1, action: { kind: "empty" } },
    );
    const redirect = await create();
    expect([redirect.status, redirect.headers.location]).toEqual([302, "/login"]);
    const page = await create();
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const nothing = await create();
    expect([nothing.status, nothing.text]).toEqual([200, ""]);
    expect(await service.list()).toHaveLength(0);
  });

  it("meets only the requests it matches, and says in the log which", async () => {
    await service.admin.faults({
      match: { project: "beta", path: "/checks/\\?slug=" },
      action: { kind: "status", status: 500 },
    });
    const beta = service.emulator.projects.beta.readOnlyKey;
    const statuses = [
      await service.call("GET", "/api/v3/checks/?slug=a"),
      await service.call("GET", "/api/v3/checks/", { key: beta }),
      await service.call("GET", "/api/v3/checks/?slug=a", { key: beta }),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([200, 200, 500]);
    const { log } = await service.admin.requestLog();
    expect(log.map(({ project, keyKind, fault }) => ({ project, keyKind, fault }))).toEqual([
      { project: "alpha", keyKind: "readWrite" },
      { project: "beta", keyKind: "readOnly" },
      { project: "beta", keyKind: "readOnly", fault: "status" },
    ]);
  });

  it("repeats a campaign of random faults by its seed", async () => {
    const run = async (seed: number) => {
      await service.admin.reset();
      await service.admin.randomFaults({ seed, rate: 0.4, kinds: ["500", "429", "empty"] });
      const statuses: number[] = [];
      for (let i = 0; i < 30; i++) statuses.push((await create()).status);
      return statuses.join(" ");
    };
    const first = await run(1);
    expect(first).toContain("500");
    expect(first).toContain("201");
    expect(await run(1)).toBe(first);
    expect(await run(2)).not.toBe(first);
  });

  it("refuses faults that make no sense", async () => {
    await expect(service.admin.faults(JSON.parse('{"action": {"kind": "explode"}}'))).rejects.toThrow(/400/);
    await expect(service.admin.randomFaults({ seed: 1, rate: 2, kinds: ["500"] })).rejects.toThrow(/rate/);
  });
});

describe("limits", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  it("answers 429 above the requests a minute of a project, with or without Retry-After", async () => {
    await service.admin.limits({ requestsPerMinute: 2 });
    const get = () => service.call("GET", "/api/v3/checks/");
    expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
    const refused = await get();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
    const other = { key: service.emulator.projects.beta.readWriteKey };
    expect((await service.call("GET", "/api/v3/checks/", other)).status).toBe(200);
    await service.admin.limits({ retryAfter: "none" });
    expect((await get()).headers["retry-after"]).toBeUndefined();
    await service.admin.limits({ requestsPerMinute: null });
    expect((await get()).status).toBe(200);
  });

  it("limits the checks of all projects together", async () => {
    await service.admin.limits({ check_limit: 1 });
    await service.create();
    const extras = { json: {}, key: service.emulator.projects.beta.readWriteKey };
    expect((await service.call("POST", "/api/v3/checks/", extras)).status).toBe(403);
  });

  it("takes its time", async () => {
    await service.admin.limits({ latencyMs: 60 });
    const began = performance.now();
    await service.list();
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
  });
});
