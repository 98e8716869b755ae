import { DIALECTS } from "../../../../emulator/monitor/dialect";
import { routeOf } from "../../../../emulator/monitor/routes/addresses";
import { type Fault, Faults } from "../../../../emulator/traffic/faults";
import { defaultLimits, RateLimit } from "../../../../emulator/traffic/limits";
import { type LoggedRequest, RequestLog } from "../../../../emulator/traffic/requestLog";

const target = (method = "GET", path = "/api/v3/checks/") => ({
  method,
  path,
  route: routeOf(method, path),
  project: "alpha",
});

describe("matching faults", () => {
  const fired = (fault: Omit<Fault, "action">, requests = 6): string => {
    const faults = new Faults();
    faults.add({ ...fault, action: { kind: "empty" } });
    return Array.from({ length: requests }, () => (faults.next(target()) ? "x" : ".")).join("");
  };

  it.each([
    [{}, "xxxxxx"],
    [{ nth: 3 }, "..x..."],
    [{ nth: 2, times: 2 }, ".xx..."],
    [{ every: 2 }, "x.x.x."],
    [{ nth: 2, every: 3 }, ".x..x."],
    [{ times: 1 }, "x....."],
    [{ match: { method: "POST" } }, "......"],
    [{ match: { method: "get", path: "/checks/$", project: "alpha" } }, "xxxxxx"],
    [{ match: { project: "beta" } }, "......"],
  ])("%j meets %s", (fault, pattern) => {
    expect(fired(fault)).toBe(pattern);
  });

  it("draws the same campaign again, and about as many as asked for", () => {
    const draw = (seed: number) => {
      const faults = new Faults();
      faults.setRandom({ seed, rate: 0.25, kinds: ["500", "reset-after"] });
      return Array.from({ length: 1000 }, () => faults.next(target())?.kind ?? "");
    };
    expect(draw(7)).toEqual(draw(7));
    const hits = draw(7).filter((kind) => kind !== "").length;
    expect(hits).toBeGreaterThan(180);
    expect(hits).toBeLessThan(320);
  });

  it("stops a campaign at its limit", () => {
    const faults = new Faults();
    faults.setRandom({ seed: 1, rate: 1, kinds: ["html"], limit: 2, match: { method: "POST" } });
    expect(faults.next(target("GET"))).toBeUndefined();
    const posts = [1, 2, 3].map(() => faults.next(target("POST"))?.kind);
    expect(posts).toEqual(["html", "html", undefined]);
    expect(faults.list().random?.fired).toBe(2);
  });
});

describe("the rate limit", () => {
  it("is a sliding window a project, in which refused requests do not count", () => {
    const limits = { ...defaultLimits(), requestsPerMinute: 2 };
    const rate = new RateLimit(limits, DIALECTS.server);
    const refused = (project: string, at: number) =>
      rate.refuse(project, at)?.headers.get("retry-after") ?? "ok";
    expect([refused("a", 0), refused("a", 10_000), refused("a", 20_000), refused("b", 20_000)]).toEqual([
      "ok",
      "ok",
      "40",
      "ok",
    ]);
    expect([refused("a", 60_000), refused("a", 60_001), refused("a", 70_000)]).toEqual(["ok", "10", "ok"]);
    limits.retryAfter = "date";
    expect(refused("a", 71_000)).toMatch(/GMT$/);
  });
});

describe("the request log", () => {
  it("names routes", () => {
    const uuid = "01234567-89ab-4def-8000-000000000000";
    expect([
      routeOf("POST", "/api/v3/checks/?slug=a"),
      routeOf("GET", `/api/v3/checks/${uuid}/flips/?start=1`),
      routeOf("GET", `/api/v3/checks/${"a".repeat(40)}/flips/`),
      routeOf("GET", `/ping/${uuid}/fail`),
      routeOf("GET", "/ping/key/slug/start?create=1"),
    ]).toEqual([
      "POST /api/v3/checks/",
      "GET /api/v3/checks/<uuid>/flips/",
      "GET /api/v3/checks/<unique_key>/flips/",
      "GET /ping/<uuid>/fail",
      "GET /ping/<key>/<slug>/start",
    ]);
  });

  it("knows how many are in flight, and lets waiters go", async () => {
    const log = new RequestLog();
    const entry = (): LoggedRequest => ({
      at: "",
      method: "GET",
      path: "/",
      route: "GET /",
      status: null,
      project: null,
      keyKind: "none",
    });
    const waiting = log.reach(2, "GET /", 1000);
    const [one, two] = [entry(), entry()];
    log.noteReceived(one);
    log.noteReceived(two);
    expect(await waiting).toBe(true);
    log.noteAnswered(one, 200);
    log.noteAnswered(two, 0);
    expect(log.counts()).toMatchObject({
      total: 2,
      inFlight: 0,
      maxInFlight: 2,
      statuses: { "0": 1, "200": 1 },
    });
    const never = log.reach(3, undefined, 60_000);
    log.close();
    expect(await never).toBe(false);
  });
});
