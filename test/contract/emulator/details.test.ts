import { Service } from "../../support/emulator/serviceClient";

/** What a client of release 3.13 sees, found by sending it and the emulator the same requests. */
describe("details of the real server's answers", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  it("calls an answer without a body HTML", async () => {
    const { uuid } = await service.create();
    const types = async (method: string, path: string, extras = {}) => {
      const answer = await service.call(method, path, extras);
      return [answer.status, answer.text, answer.headers["content-type"]];
    };
    const html = "text/html; charset=utf-8";
    expect(await types("PUT", "/api/v3/checks/")).toEqual([405, "", html]);
    expect(await types("OPTIONS", "/api/v3/checks/")).toEqual([204, "", html]);
    expect(await types("GET", `/api/v3/checks/${"0".repeat(40)}`)).toEqual([404, "", html]);
    expect(await types("GET", `/api/v3/checks/${uuid}/flips/?end=`)).toEqual([400, "", html]);
    const key = service.emulator.projects.beta.readWriteKey;
    expect(await types("GET", `/api/v3/checks/${uuid}`, { key })).toEqual([403, "", html]);
  });

  it("has the duration of the last run after the badge's address", async () => {
    const { uuid, ping_url } = await service.create();
    for (const path of ["/start", ""]) await service.call("GET", `${ping_url}${path}`);
    const names = Object.keys(await service.get(uuid));
    expect(names.slice(names.indexOf("filter_default_fail"), names.indexOf("uuid") + 1)).toEqual([
      "filter_default_fail",
      "badge_url",
      "last_duration",
      "uuid",
    ]);
  });

  it.each([
    ["10.0.0.1:80, 1.1.1.1", "10.0.0.1"],
    ["2001:DB8::0001", "2001:db8::1"],
    ["::FFFF:10.0.0.1", "::ffff:10.0.0.1"],
    ["[::1]:80", "[::1]:80"],
    ["a.b:80", "a.b:80"],
    ["1.2.3.4.5:6", "1.2.3.4.5:6"],
    ["", null],
  ])("stores a ping's address %j as %j", async (forwarded, stored) => {
    const { uuid, ping_url } = await service.create();
    await service.call("GET", ping_url, { headers: { "X-Forwarded-For": forwarded } });
    const { pings } = (await service.call("GET", `/api/v3/checks/${uuid}/pings/`)).json();
    expect(pings).toMatchObject([{ remote_addr: stored }]);
  });

  it("looks at no more than the first eight characters of a badge's signature", async () => {
    await service.create({ tags: "db" });
    const { badges } = (await service.call("GET", "/api/v3/badges/")).json() as {
      badges: Record<string, Record<string, string>>;
    };
    const longer = String(badges.db?.json3).replace(/(\/badge\/[^/]+\/[-\w]{8})/, "$1-3");
    const answer = await service.call("GET", longer, { key: null });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"status"')]);
  });

  it("takes for blanks in tags, keywords and names what the server does", async () => {
    const { uuid, ping_url } = await service.create({
      tags: "\u0085 \ufeff \u001ca\u001c",
      filter_http_body: true,
      failure_kw: "\ufeff",
      success_kw: "\u001cok\u0085",
    });
    const { badges } = (await service.call("GET", "/api/v3/badges/")).json();
    expect(Object.keys(badges as object).sort()).toEqual(["*", "a", "\ufeff"]);
    for (const raw of ["ok", "\ufeff"]) await service.call("POST", ping_url, { raw });
    const { pings } = (await service.call("GET", `/api/v3/checks/${uuid}/pings/`)).json();
    expect(pings).toMatchObject([{ type: "fail" }, { type: "success" }]);
    const named = await service.call("POST", "/api/v2/checks/", { json: { name: "a\u001cb" } });
    expect(named.json()).toMatchObject({ slug: "a-b" });
  });
});
