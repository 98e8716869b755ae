import { Service } from "../../support/emulator/serviceClient";

describe("time", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  it("takes a check from up through grace to down, with the flip at the time it became due", async () => {
    const now = 1_900_000_000;
    await service.admin.setClock(now);
    const { uuid, ping_url } = await service.create({ timeout: 600, grace: 300 });
    await service.call("GET", ping_url);
    const statusAfter = async (seconds: number) => {
      await service.admin.advance(seconds);
      return (await service.get(uuid)).status;
    };
    expect(await statusAfter(590)).toBe("up");
    expect(await statusAfter(20)).toBe("grace");
    expect(await statusAfter(50_000)).toBe("down");
    const [down, up] = await service.flips(uuid);
    expect(up?.up).toBe(1);
    expect(Date.parse(down?.timestamp ?? "") / 1000 - now).toBeGreaterThanOrEqual(900);
    expect(Date.parse(down?.timestamp ?? "") / 1000 - now).toBeLessThan(905);
    await service.call("GET", ping_url);
    expect((await service.get(uuid)).status).toBe("up");
    expect(await service.flips(uuid)).toHaveLength(3);
  });

  it("turns a check down that started and never finished, even a paused one", async () => {
    const { uuid, ping_url } = await service.create({ grace: 60 });
    await service.call("POST", `/api/v3/checks/${uuid}/pause`);
    await service.call("GET", `${ping_url}/start`);
    expect(await service.get(uuid)).toMatchObject({ status: "paused", started: true });
    await service.admin.advance(61);
    expect(await service.get(uuid)).toMatchObject({ status: "down", started: true, next_ping: null });
  });

  it("answers an update that makes a check overdue before it turns the check down", async () => {
    const { uuid, ping_url } = await service.create();
    await service.call("GET", ping_url);
    await service.admin.advance(3_600);
    const update = await service.call("POST", `/api/v3/checks/${uuid}`, { json: { timeout: 60, grace: 60 } });
    expect(update.json()).toMatchObject({ status: "down", next_ping: expect.any(String) });
    expect(await service.get(uuid)).toMatchObject({ status: "down", next_ping: null });
  });

  it("forgets at every hundredth ping what is older than the kept pings and than three months", async () => {
    await service.admin.reset({ ping_log_limit: 10 });
    const { uuid, ping_url } = await service.create({ timeout: 31_536_000 });
    const day = 86_400;
    const ping = async (times: number, path = "") => {
      for (let sent = 0; sent < times; sent++) await service.call("GET", `${ping_url}${path}`);
    };
    await ping(1);
    await service.admin.advance(50 * day);
    await ping(1, "/fail");
    await service.admin.advance(50 * day);
    await ping(97);
    expect(await service.flips(uuid)).toHaveLength(3);
    await ping(1);
    expect(await service.flips(uuid)).toMatchObject([{ up: 1 }, { up: 0 }]);
  });

  it("shows the state of a badge", async () => {
    const check = await service.create({ timeout: 60, grace: 60, name: "backup & more", tags: "db" });
    await service.call("GET", check.ping_url);
    await service.admin.advance(90);
    const badges = (await service.call("GET", "/api/v3/badges/")).json().badges as Record<
      string,
      Record<string, string>
    >;
    const badge = async (url: unknown) => (await service.call("GET", String(url), { key: null })).text;
    expect(await badge(badges.db?.svg)).toContain(">up</text>");
    expect(await badge(badges.db?.svg3)).toContain(">late</text>");
    expect(await badge(check.badge_url)).toContain("backup &amp; more");
    await service.admin.advance(90);
    expect(await badge(check.badge_url)).toContain(">down</text>");
    expect(JSON.parse(await badge(badges["*"]?.shields3))).toMatchObject({
      message: "down",
      color: "critical",
    });
  });
});

describe("races of calls that do not lock", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(async () => {
    await service.admin.reset({ races: { thinkMs: 400 } });
  });
  afterAll(() => service.close());

  const upsert = (fields: Record<string, unknown>) =>
    service.call("POST", "/api/v3/checks/", { json: { ...fields, unique: ["slug"] } });

  it("makes duplicates of parallel upserts of one slug", async () => {
    const answers = await Promise.all([upsert({ slug: "s" }), upsert({ slug: "s" })]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(await service.list("?slug=s")).toHaveLength(2);
  });

  it("loses an update that comes between an upsert's load and save", async () => {
    const { uuid } = await service.create({ slug: "s" });
    const slow = upsert({ slug: "s", name: "upserted" });
    await service.admin.waitFor(2, { route: "POST /api/v3/checks/" });
    await service.call("POST", `/api/v3/checks/${uuid}`, { json: { desc: "lost" } });
    expect((await slow).status).toBe(200);
    expect(await service.get(uuid)).toMatchObject({ name: "upserted", desc: "" });
  });

  it("revives a check that is deleted during an upsert", async () => {
    const { uuid } = await service.create({ slug: "s", channels: "*" });
    const slow = upsert({ slug: "s" });
    await service.admin.waitFor(2, { route: "POST /api/v3/checks/" });
    expect((await service.call("DELETE", `/api/v3/checks/${uuid}`)).status).toBe(200);
    expect((await slow).status).toBe(200);
    expect(await service.get(uuid)).toMatchObject({ uuid, channels: "" });
  });
});
