import { type Answer, Service } from "../../support/emulator/serviceClient";

describe("the server's behaviour beyond what was recorded", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  beforeEach(() => service.admin.reset());
  afterAll(() => service.close());

  const post = (raw: string | Buffer) => service.call("POST", "/api/v3/checks/", { raw });
  const errorOf = (answer: Answer) => `${answer.status} ${answer.json().error}`;

  describe("bodies", () => {
    it.each([
      ['{"timeout": 1e400}', "timeout is not a number"],
      ['{"timeout": NaN}', "timeout is not a number"],
      ['{"timeout": -Infinity}', "timeout is not a number"],
      ['{"timeout": 6e1}', "timeout is not a number"],
      ['{"timeout": 10000000000000}', "timeout is too large"],
      ['{"grace": -10000000000000}', "grace is too small"],
      ['{"grace": false}', "grace is too small"],
      ['{"channels": null, "desc": 1}', "channels is not a string"],
      ['{"unique": ["name", "name", "x"]}', "an item in 'unique' has unexpected value"],
      ['{"unique": ["x", "\\ud800"]}', "an item in 'unique' has unexpected value"],
      ['{"tz": "\\ud800"}', "tz is not a valid timezone"],
      ['{"desc": "\\ud800", "name": 5}', "name is not a string"],
      ['{"tags": "\\ud800", "timeout": 5}', "timeout is too small"],
    ])("refuses %s", async (body, message) => {
      expect(errorOf(await post(body))).toBe(`400 json validation error: ${message}`);
    });

    it.each([
      ["an integer too large for a duration", '{"timeout": 100000000000000}'],
      ["one far too large, before an earlier field's error", `{"desc": 5, "grace": 1${"0".repeat(400)}}`],
      ["a lone surrogate", '{"name": "\\ud800"}'],
      ["one that is first looked at when it is stored", '{"desc": "\\ud800"}'],
      ["one in a list of tags to search by", '{"tags": "\\ud800", "unique": ["tags"], "channels": "nope"}'],
      ["one among words", '{"methods": "\\ud800", "name": 5}'],
      ["one among the fields to search by", '{"unique": ["\\ud800", "x"]}'],
      ["very deep JSON", `{"x": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ])("fails on %s with an HTML page", async (_what, body) => {
      const answer = await post(body);
      expect([answer.status, answer.headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
    });

    it("ignores strange values of fields it does not know", async () => {
      const answer = await post(
        '{"x": NaN, "y": 1e400, "z": "\\ud800", "__proto__": {"name": "n"}, "constructor": 1}',
      );
      expect([answer.status, answer.json().name]).toEqual([201, ""]);
    });

    it("looks for a channel named by half a surrogate pair, which there is none of", async () => {
      const error = "400 invalid channel identifier: \ud800";
      for (const body of ['{"channels": "Pager,\\ud800"}', '{"channels": "\\ud800", "tags": "\\ud800"}'])
        expect(errorOf(await post(body))).toBe(error);
    });

    it("counts the digits of an integer, and not its sign", async () => {
      const body = (digits: number) => `{"x": -${"9".repeat(digits)}}`;
      expect((await post(body(4300))).status).toBe(201);
      expect(errorOf(await post(body(4301)))).toBe("400 could not parse request body");
    });

    it("refuses a body of more than 2.5 MB with a page, also without a key", async () => {
      const body = JSON.stringify({ desc: "x".repeat(2_621_440) });
      expect((await post(body)).status).toBe(400);
      const keyless = await service.call("POST", "/api/v3/checks/", { raw: body, key: null });
      expect([keyless.status, keyless.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    });

    it("takes an empty body as an empty object", async () => {
      expect((await service.call("POST", "/api/v3/checks/")).status).toBe(201);
    });

    it("counts code points, not UTF-16 units", async () => {
      const name = "😀".repeat(100);
      expect((await service.create({ name })).name).toBe(name);
      expect(
        errorOf(await service.call("POST", "/api/v3/checks/", { json: { name: `${name}x` } })),
      ).toContain("too long");
    });
  });

  describe("keys", () => {
    it("lets a header win that is there but empty", async () => {
      const extras = { json: { api_key: service.keys.readWriteKey }, key: "" };
      expect(errorOf(await service.call("POST", "/api/v3/checks/", extras))).toBe("401 missing api key");
    });

    it("takes the key in the body of pause and resume, and looks at the body before the key", async () => {
      const { uuid } = await service.create();
      const json = { api_key: service.keys.readWriteKey };
      expect((await service.call("POST", `/api/v3/checks/${uuid}/pause`, { json, key: null })).status).toBe(
        200,
      );
      expect((await service.call("POST", `/api/v3/checks/${uuid}/resume`, { json, key: null })).status).toBe(
        200,
      );
      const broken = await service.call("POST", `/api/v3/checks/${uuid}/pause`, { raw: "{", key: null });
      expect(errorOf(broken)).toBe("400 could not parse request body");
    });

    it("calls keys of another length missing", async () => {
      for (const key of ["x".repeat(31), "x".repeat(33)]) {
        expect(errorOf(await service.call("GET", "/api/v3/checks/", { key }))).toBe("401 missing api key");
      }
    });

    it("opens list, get, flips and badges to the read-only key", async () => {
      const { uuid } = await service.create();
      const key = service.keys.readOnlyKey;
      const paths = ["", uuid, `${uuid}/flips/`].map((path) => `/api/v3/checks/${path}`);
      for (const path of [...paths, "/api/v3/badges/"]) {
        expect((await service.call("GET", path, { key })).status).toBe(200);
      }
      const document = (await service.call("GET", `/api/v3/checks/${uuid}`, { key })).json();
      expect(document).not.toHaveProperty("uuid");
      const byKey = await service.call("GET", `/api/v3/checks/${document.unique_key}`);
      expect(byKey.json().uuid).toBe(uuid);
      expect(
        (await service.call("GET", `/api/v3/checks/${document.unique_key}/flips/`, { key })).status,
      ).toBe(200);
    });
  });

  describe("addresses", () => {
    it.each(["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"])(
      "redirects %s without the last slash",
      async (method) => {
        for (const path of ["checks", "channels", "badges", "status"]) {
          const answer = await service.call(method, `/api/v3/${path}?a=b`, { key: null });
          expect([answer.status, answer.headers.location]).toEqual([301, `/api/v3/${path}/?a=b`]);
        }
      },
    );

    it("redirects the lists of a check too, but nothing else", async () => {
      const { uuid } = await service.create();
      expect((await service.call("GET", `/api/v3/checks/${uuid}/flips`)).status).toBe(301);
      for (const path of [`${uuid}/pings/1/body/`, `${uuid.toUpperCase()}`, `${uuid}/`, "0".repeat(39)]) {
        expect((await service.call("GET", `/api/v3/checks/${path}`)).status).toBe(404);
      }
    });

    it("answers an unknown unique key with nothing, and one of 39 characters with a page", async () => {
      const unknown = await service.call("GET", `/api/v3/checks/${"Z".repeat(40)}`);
      expect([unknown.status, unknown.text]).toEqual([404, ""]);
      expect((await service.call("GET", `/api/v3/checks/${"Z".repeat(40)}/flips`)).status).toBe(301);
      expect((await service.call("GET", `/api/v3/checks/${"0".repeat(39)}`)).text).toContain("<html>");
    });

    it("answers HEAD with 405 on the API and with 200 on status", async () => {
      const { uuid } = await service.create();
      for (const path of ["checks/", `checks/${uuid}/pings/`, "channels/", "badges/"]) {
        expect((await service.call("HEAD", `/api/v3/${path}`)).status).toBe(405);
      }
      expect((await service.call("HEAD", "/api/v3/status/", { key: null })).status).toBe(200);
    });

    it("refuses other methods on status as forged", async () => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        expect((await service.call(method, "/api/v3/status/", { key: null })).status).toBe(403);
      }
    });

    it("uses the version of the address in its links, and in v1 knows the status started", async () => {
      const { uuid, ping_url } = await service.create();
      await service.call("GET", `${ping_url}/start`);
      const document = (await service.call("GET", `/api/v1/checks/${uuid}`)).json();
      expect(document.status).toBe("started");
      expect(document.update_url).toContain(`/api/v1/checks/${uuid}`);
      expect((await service.get(uuid)).status).toBe("new");
    });
  });

  describe("pings", () => {
    it("logs bodies, methods, agents and addresses", async () => {
      const { uuid, ping_url } = await service.create();
      const headers = {
        "User-Agent": "x".repeat(300),
        "X-Forwarded-For": "10.1.2.3:55, 10.0.0.1",
        "X-Forwarded-Proto": "https",
      };
      await service.call("PUT", `${ping_url}/0`, {
        raw: Buffer.from([0xff, 0x00, 0x41]),
        headers,
        key: null,
      });
      const [ping] = (await service.call("GET", `/api/v3/checks/${uuid}/pings/`)).json().pings as Record<
        string,
        unknown
      >[];
      expect(ping).toMatchObject({
        type: "success",
        method: "PUT",
        scheme: "https",
        remote_addr: "10.1.2.3",
        n: 1,
      });
      expect(ping?.ua).toBe("x".repeat(200));
    });

    it("says the same of itself to HEAD as to GET", async () => {
      const { ping_url } = await service.create();
      const headers = {
        "content-type": "text/html; charset=utf-8",
        "ping-body-limit": "10000",
        "access-control-allow-origin": "*",
        "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
      };
      for (const method of ["GET", "HEAD"]) {
        const answer = await service.call(method, `${ping_url}/3`, { key: null });
        expect([answer.status, answer.headers]).toEqual([200, expect.objectContaining(headers)]);
      }
    });

    it("takes exit statuses and actions by slug, and creates with 201", async () => {
      const base = `/ping/${service.keys.pingKey}`;
      expect((await service.call("POST", `${base}/Job_1/start?create=1`, { key: null })).text).toBe(
        "Created",
      );
      expect((await service.call("GET", `${base}/Job_1/255`, { key: null })).text).toBe("OK");
      expect((await service.call("GET", `${base}/Job_1/256`, { key: null })).text).toBe("invalid url format");
      expect((await service.list("?slug=Job_1")).map((check) => check.status)).toEqual(["down"]);
      expect((await service.call("GET", `${base}/none?create=0`, { key: null })).status).toBe(404);
      expect((await service.call("GET", "/ping/wrong-key/none?create=1", { key: null })).text).toBe(
        "not found",
      );
    });

    it("clears started on a fail of another run and on a success without a run id, not on another run's success", async () => {
      const { uuid, ping_url } = await service.create();
      const [one, two] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
      const started = async (path: string) => {
        await service.call("GET", `${ping_url}${path}`);
        return (await service.get(uuid)).started;
      };
      expect(await started(`/start?rid=${one}`)).toBe(true);
      expect(await started(`?rid=${two}`)).toBe(true);
      expect(await started(`/fail?rid=${two}`)).toBe(false);
      expect(await started(`/start?rid=${one}`)).toBe(true);
      expect(await started("")).toBe(false);
    });

    it("takes run ids in any case, and fails on a filtered body that is not UTF-8", async () => {
      const { uuid, ping_url } = await service.create({ filter_http_body: true, success_kw: "ok" });
      const rid = "abcdefab-1111-4111-8111-111111111111";
      await service.call("POST", `${ping_url}/fail?rid=${rid.toUpperCase()}`, { raw: "ok" });
      expect((await service.call("POST", ping_url, { raw: Buffer.from([0xff]) })).status).toBe(500);
      const { pings } = (await service.call("GET", `/api/v3/checks/${uuid}/pings/`)).json();
      expect(pings).toMatchObject([{ n: 1, rid, type: "success" }]);
    });

    it("reads a filtered body before the run id", async () => {
      const { ping_url } = await service.create({ filter_http_body: true });
      expect((await service.call("POST", `${ping_url}?rid=x`, { raw: "ok" })).status).toBe(400);
      expect((await service.call("POST", `${ping_url}?rid=x`, { raw: Buffer.from([0xff]) })).status).toBe(
        500,
      );
    });

    it("has refusals of pings kept by nobody, save those of a slug that leads nowhere", async () => {
      const { ping_url } = await service.create({ slug: "here" });
      const kept = async (path: string) =>
        (await service.call("GET", path, { key: null })).headers["cache-control"] === undefined;
      const bySlug = `/ping/${service.keys.pingKey}`;
      const unknown = "/ping/00000000-0000-4000-8000-000000000000/start";
      for (const path of [`${ping_url}?rid=x`, `${ping_url}/256`, unknown, `${bySlug}/here/256`])
        expect(await kept(path)).toBe(false);
      for (const path of [`${bySlug}/none`, "/ping/wrong/here", "/ping/a/b/c/d"])
        expect(await kept(path)).toBe(true);
    });

    it("ignores pings of a paused check with manual_resume", async () => {
      const { uuid, ping_url } = await service.create({ manual_resume: true });
      await service.call("POST", `/api/v3/checks/${uuid}/pause`);
      await service.call("GET", ping_url);
      expect(await service.get(uuid)).toMatchObject({ status: "paused", n_pings: 1, last_ping: null });
    });
  });

  it("accepts what a form field for integers accepts in the filters of flips", async () => {
    const { uuid, ping_url } = await service.create();
    await service.call("GET", ping_url);
    for (const query of [
      "seconds=60.0",
      "seconds=+60",
      "seconds=1_000",
      "start=x&start=0",
      "end=%2B10000000000",
    ]) {
      expect(await service.flips(uuid, `?${query}`)).toHaveLength(1);
    }
    for (const query of ["seconds=1e3", "seconds=%20", "start=5.0", "end=1&end="]) {
      expect((await service.call("GET", `/api/v3/checks/${uuid}/flips/?${query}`)).status).toBe(400);
    }
  });

  it("draws a badge for each tag, whatever characters it has", async () => {
    await service.create({ tags: 'a/b ü "q" <t> 100% .svg' });
    const badges = (await service.call("GET", "/api/v3/badges/")).json().badges as Record<
      string,
      Record<string, string>
    >;
    expect(Object.keys(badges).sort()).toEqual(["*", '"q"', ".svg", "100%", "<t>", "a/b", "ü"].sort());
    for (const addresses of Object.values(badges)) {
      const svg = await service.call("GET", addresses.svg ?? "", { key: null });
      expect([svg.status, svg.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
      const json = await service.call("GET", addresses.json3 ?? "", { key: null });
      expect(json.json()).toEqual({ status: "up", total: 1, grace: 0, down: 0 });
      expect((await service.call("GET", addresses.shields ?? "", { key: null })).json()).toMatchObject({
        schemaVersion: 1,
      });
      const forged = (addresses.svg ?? "").replace(/(\/badge\/[^/]+\/)[-\w]{8}/, "$1aaaaaaaa");
      expect((await service.call("GET", forged, { key: null })).status).toBe(404);
    }
  });

  it("looks at the format of a check's badge before the check", async () => {
    const { uuid } = await service.create();
    const { badge_url } = await service.get(uuid);
    const known = String(badge_url).replace(/\.svg$/, ".foo");
    const unknown = known.replace(/[^/]+\.foo$/, `${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}.foo`);
    for (const address of [known, unknown]) {
      const answer = await service.call("GET", address, { key: null });
      expect([answer.status, answer.text]).toEqual([404, ""]);
      expect(answer.headers).toMatchObject({ "access-control-allow-origin": "*" });
    }
    const page = await service.call("GET", unknown.replace(/foo$/, "svg"), { key: null });
    expect([page.status, page.text]).toEqual([404, expect.stringContaining("<html>")]);
  });

  it("has no answer about a badge kept, and no page under an address that none has", async () => {
    const { uuid } = await service.create();
    const { badge_url } = await service.get(uuid);
    for (const [method, status] of [
      ["GET", 200],
      ["HEAD", 405],
      ["OPTIONS", 204],
    ] as const) {
      const answer = await service.call(method, String(badge_url), { key: null });
      expect([answer.status, answer.headers["cache-control"]]).toEqual([
        status,
        "max-age=0, no-cache, no-store, must-revalidate, private",
      ]);
    }
    expect((await service.call("POST", String(badge_url), { key: null })).status).toBe(403);
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      const answer = await service.call(method, `${badge_url}/`, { key: null });
      expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([404, undefined]);
    }
  });

  it("keeps legacy names out of time zones", async () => {
    const stored = async (tz: string) => (await service.create({ schedule: "0 3 * * *", tz })).tz;
    expect(await stored("Asia/Saigon")).toBe("Asia/Ho_Chi_Minh");
    expect(await stored("UCT")).toBe("Etc/UTC");
    for (const tz of ["UTC", "Etc/UTC", "EST", "Europe/Kyiv"]) expect(await stored(tz)).toBe(tz);
  });
});
