import http from "node:http";
import { Service } from "../../support/emulator/serviceClient";

describe("the emulator and pages from elsewhere", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.close());

  /** The status of a request with these headers, sent to 127.0.0.1 whatever they say. */
  function status(method: string, path: string, headers: Record<string, string>, body = ""): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = http.request(`${service.emulator.url}${path}`, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      request.on("error", reject);
      request.end(body);
    });
  }
  const key = () => ({ "x-api-key": service.keys.readWriteKey });
  const port = () => new URL(service.emulator.url).port;

  it.each(["/", "/_emulator", "/_emulator/", "/_emulator/state", "/api/v3/checks/", "/api/v3/status/"])(
    "refuses %s under a name that somebody made resolve to 127.0.0.1",
    async (path) => {
      for (const host of ["rebound.example", `rebound.example:${port()}`, "127.0.0.1.example", "1.2.3.4"]) {
        expect(await status("GET", path, { ...key(), host })).toBe(403);
      }
    },
  );

  it("answers to each loopback name", async () => {
    for (const host of ["localhost", `localhost:${port()}`, `127.0.0.1:${port()}`, `[::1]:${port()}`]) {
      expect(await status("GET", "/api/v3/checks/", { ...key(), host })).toBe(200);
      expect(await status("GET", "/", { host })).toBe(200);
    }
  });

  it.each(["https://evil.example", "null", "http://localhost.evil.example"])(
    "refuses what a page of %s posts, and nothing happens",
    async (origin) => {
      const form = { "content-type": "text/plain", origin };
      expect(await status("POST", "/_emulator/reset", form)).toBe(403);
      expect(await status("POST", "/_emulator/clock", form, '{"advance": 3600}')).toBe(403);
      expect(await status("POST", "/api/v3/checks/", form, '{"slug": "evil"}')).toBe(401);
      expect(await status("POST", "/api-v5/userbusinesses/getsdktoken", form)).toBe(403);
      expect(await service.list()).toEqual([]);
    },
  );

  it("lets pages of any origin use the interface with a key, as the service does", async () => {
    for (const origin of ["https://dash.example.com", "null"]) {
      const asked = await service.call("GET", "/api/v3/checks/", { headers: { origin } });
      expect([asked.status, asked.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
      const preflight = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-api-key",
      };
      const allowed = await service.call("OPTIONS", "/api/v3/checks/", { key: null, headers: preflight });
      expect(allowed.status).toBe(204);
      expect(allowed.headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "X-Api-Key",
        "access-control-allow-methods": "GET, POST, OPTIONS",
      });
    }
    const rebound = { ...key(), origin: "https://dash.example.com", host: "rebound.example" };
    expect(await status("GET", "/api/v3/checks/", rebound)).toBe(403);
  });

  it("answers the merchant operations without a token with 401 to a shop, too, as without an origin", async () => {
    for (const origin of ["https://shop.example.com", "null"]) {
      const headers = { origin, "content-type": "application/json" };
      expect(await status("GET", "/api/transactions/getTransaction", headers)).toBe(401);
      expect(await status("POST", "/api/transactions/refundTransaction", headers)).toBe(401);
      expect(await status("POST", "/api/invoices/share", headers)).toBe(401);
      expect(await status("POST", "/api/userbusinesses/login", headers)).toBe(403);
    }
    expect((await service.admin.merchantLedger()).refunds).toEqual([]);
  });

  it("lets a page of this machine use the interface with a key, and not the admin endpoints", async () => {
    const origin = "http://localhost:3000";
    expect(await status("GET", "/api/v3/checks/", { ...key(), origin })).toBe(200);
    expect(await status("POST", "/_emulator/reset", { origin })).toBe(403);
    expect(await status("POST", "/_emulator/reset", { origin: service.emulator.url })).toBe(200);
  });

  it("takes pings and shows badges to everybody, as the service does", async () => {
    const { ping_url } = await service.create({ slug: "from-a-container" });
    const { pathname } = new URL(String(ping_url));
    const elsewhere = { host: `host.docker.internal:${port()}`, origin: "https://shop.example" };
    expect(await status("POST", pathname, elsewhere)).toBe(200);
    expect((await service.list())[0]).toMatchObject({ status: "up", n_pings: 1 });
  });
});
