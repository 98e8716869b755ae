import { Service } from "../../support/emulator/serviceClient";

describe("the dialect that follows the interface's document to the letter", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start({ dialect: "spec" });
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  it("gives flips as a bare array, of changes between up and down only", async () => {
    const { uuid, ping_url } = await service.create();
    for (const path of ["", "/fail", ""]) await service.call("GET", `${ping_url}${path}`);
    await service.call("POST", `/api/v3/checks/${uuid}/pause`);
    const flips = JSON.parse((await service.call("GET", `/api/v3/checks/${uuid}/flips/`)).text) as {
      up: number;
    }[];
    expect(flips.map((flip) => flip.up)).toEqual([1, 0]);
  });

  it("names the third kind of badge compat", async () => {
    const badges = (await service.call("GET", "/api/v3/badges/")).json().badges as Record<
      string,
      Record<string, string>
    >;
    expect(Object.keys(badges["*"] ?? {})).toEqual(["svg", "svg3", "json", "json3", "compat", "compat3"]);
    expect((await service.call("GET", badges["*"]?.compat ?? "")).json()).toMatchObject({ message: "up" });
  });

  it("knows no other fields than the documented ones", async () => {
    const { uuid, ...document } = await service.create({ name: "n" });
    for (const field of ["filter_http_body", "filter_default_fail", "last_duration"])
      expect(document).not.toHaveProperty(field);
    for (const json of [{ filter_http_body: true }, { time_out: 60 }, { status: "up" }]) {
      expect((await service.call("POST", "/api/v3/checks/", { json })).status).toBe(400);
    }
    expect(
      (await service.call("POST", `/api/v3/checks/${uuid}`, { json: { unique: ["name"] } })).status,
    ).toBe(400);
  });

  it("shows the deprecated keywords only in answers of calls that change a check", async () => {
    const { uuid, subject } = await service.create({ subject: "OK" });
    expect(subject).toBe("OK");
    expect(await service.get(uuid)).not.toHaveProperty("subject");
    expect((await service.list())[0]).not.toHaveProperty("subject_fail");
    expect((await service.call("DELETE", `/api/v3/checks/${uuid}`)).json()).toHaveProperty("subject", "OK");
  });

  it("answers errors without a body", async () => {
    const { uuid } = await service.create();
    const refused = [
      await service.call("POST", "/api/v3/checks/", { json: { timeout: 1 } }),
      await service.call("GET", "/api/v3/checks/", { key: null }),
      await service.call("DELETE", `/api/v3/checks/${uuid}`, { key: service.keys.readOnlyKey }),
      await service.call("GET", `/api/v3/checks/${"0".repeat(40)}`),
      await service.call("GET", "/api/v3/checks"),
    ];
    expect(refused.map((answer) => [answer.status, answer.text])).toEqual(
      [400, 401, 403, 404, 404].map((status) => [status, ""]),
    );
  });

  it("returns a deleted check with its channels, in the order in which they were assigned", async () => {
    const channels = (await service.call("GET", "/api/v3/channels/")).json().channels as { id: string }[];
    const assigned = channels
      .map((channel) => channel.id)
      .sort()
      .reverse()
      .join(",");
    const { uuid } = await service.create({ channels: assigned });
    expect((await service.call("DELETE", `/api/v3/checks/${uuid}`)).json().channels).toBe(assigned);
  });

  it("answers the service status with an empty body", async () => {
    for (const key of [service.keys.readWriteKey, service.keys.readOnlyKey]) {
      const answer = await service.call("GET", "/api/v3/status/", { key });
      expect([answer.status, answer.text]).toEqual([200, ""]);
    }
  });

  it("asks for a key at the service status, too: every request carries one", async () => {
    for (const key of [null, "x".repeat(32)]) {
      const answer = await service.call("GET", "/api/v3/status/", { key });
      expect([answer.status, answer.text]).toEqual([401, ""]);
    }
  });

  it("counts pings by HEAD, GET and POST alone, the methods that the document allows", async () => {
    const { uuid, ping_url } = await service.create();
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) await service.call(method, ping_url);
    expect(await service.get(uuid)).toMatchObject({ status: "new", last_ping: null });
    for (const method of ["HEAD", "GET", "POST"]) {
      const check = await service.create();
      await service.call(method, check.ping_url);
      expect(await service.get(check.uuid)).toMatchObject({ status: "up" });
    }
  });

  it("trims schedules, keeps names of time zones and gives tags in another order", async () => {
    const check = await service.create({ schedule: " 0 3 * * * ", tz: "Europe/Kiev", tags: "b c a" });
    expect(check).toMatchObject({ schedule: "0 3 * * *", tz: "Europe/Kiev", tags: "a b c" });
  });

  it("resumes a check that is not paused", async () => {
    const { uuid, ping_url } = await service.create();
    await service.call("GET", ping_url);
    const answer = await service.call("POST", `/api/v3/checks/${uuid}/resume`);
    expect([answer.status, answer.json().status]).toEqual([200, "new"]);
  });

  it("counts 60.0 as a number and true as none", async () => {
    expect((await service.call("POST", "/api/v3/checks/", { raw: '{"timeout": 60.0}' })).json().timeout).toBe(
      60,
    );
    expect((await service.call("POST", "/api/v3/checks/", { raw: '{"timeout": true}' })).status).toBe(400);
  });
});
