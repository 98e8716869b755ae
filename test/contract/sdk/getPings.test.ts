import * as pulumi from "@pulumi/pulumi";
import { uniqueKeyOf } from "../../../provider/monitor/snapshot";
import { getCheck, getPingBody, getPings } from "../../../sdk";
import { describeWithService } from "../../support/sdk/eachDialect";
import { deathOf, inProgram } from "../../support/sdk/program";
import type { Service } from "../../support/service";

const RUN = "0f3c9a52-8a1e-4a34-9a57-2a4b8a1f6d11";

/** A run that started, then failed with the end of its log. */
async function fail(service: Service): Promise<{ uuid: string }> {
  const check = await service.request("POST", "/checks/", { slug: "job" });
  await fetch(`${check.ping_url}/start?rid=${RUN}`);
  await fetch(`${check.ping_url}/fail?rid=${RUN}`, { method: "POST", body: "disk full\nžagar\n" });
  await service.admin.clearRequests();
  return check;
}

describeWithService("the pings of a check", (service) => {
  it("come newest first, under their names in the SDK", async () => {
    const { uuid } = await fail(service());
    const { pings } = await inProgram(service(), () => getPings({ slug: "job" }));
    expect(pings).toHaveLength(2);
    const [failed, started] = pings;
    expect(failed).toMatchObject({ type: "fail", n: 2, scheme: "http", method: "POST", rid: RUN });
    expect(failed?.remoteAddr).toBe("127.0.0.1");
    expect(failed?.bodyUrl).toContain(`/checks/${uuid}/pings/2/body`);
    expect(failed?.duration).toBeGreaterThanOrEqual(0);
    expect(started).toMatchObject({ type: "start", n: 1 });
    expect(started).not.toHaveProperty("duration");
    expect(started).not.toHaveProperty("bodyUrl");
  });

  it("are asked for with one request when the UUID is known", async () => {
    const { uuid } = await fail(service());
    await inProgram(service(), () => getPings({ uuid }));
    expect((await service().admin.requests()).byRoute).toEqual({ "GET /api/v3/checks/<uuid>/pings/": 1 });
  });

  it("have bodies, unchanged", async () => {
    const { uuid } = await fail(service());
    const { uniqueKey } = await inProgram(service(), () => getCheck({ uuid }));
    for (const selector of [{ slug: "job" }, { uuid }, { uniqueKey }]) {
      const { body } = await inProgram(service(), () => getPingBody({ ...selector, n: 2 }));
      expect(body).toBe("disk full\nžagar\n");
    }
  });

  it.each([
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0x41]), undefined],
    ["a byte order mark", Buffer.from("\ufeffend\r\n\0"), "\ufeffend\r\n\0"],
    ["a short text in Latin-1 that ends in half a character", Buffer.from("caf\xe9", "latin1"), undefined],
    ["half a character alone", Buffer.from([0xc5]), undefined],
    [
      "a text of more than is kept, cut within a character",
      Buffer.from("ž".repeat(6000)).subarray(1),
      undefined,
    ],
    ["the same, whole at the beginning", Buffer.from(`a${"ž".repeat(6000)}`), `a${"ž".repeat(4999)}`],
    [
      "as many bytes as any service keeps, cut within a character",
      Buffer.from(`a${"ž".repeat(500)}`).subarray(0, 1000),
      `a${"ž".repeat(499)}`,
    ],
    ["a byte less, which is not cut", Buffer.from("ž".repeat(500)).subarray(0, 999), undefined],
  ])("have bodies, byte by byte: %s", async (_what, sent, text) => {
    const check = await service().request("POST", "/checks/", { slug: "job" });
    await fetch(String(check.ping_url), { method: "POST", body: sent });
    const found = await inProgram(service(), () => getPingBody({ slug: "job", n: 1 }));
    expect(Buffer.from(found.bodyBase64, "base64").equals(sent.subarray(0, 10_000))).toBe(true);
    expect(found.body).toBe(text);
  });

  it("have bodies, whole: an answer that was cut short is asked for again", async () => {
    const { uuid } = await fail(service());
    await service().admin.faults({ match: { path: "/body" }, times: 1, action: { kind: "truncate" } });
    const log = jest.spyOn(pulumi.log, "info").mockResolvedValue();
    const { body } = await inProgram(service(), () => getPingBody({ uuid, n: 2 }));
    log.mockRestore();
    expect(body).toBe("disk full\nžagar\n");
  });

  it("have bodies of the service alone: a page in its place is asked for again, one that the job sent is not", async () => {
    const check = await service().request("POST", "/checks/", { slug: "job" });
    await fetch(String(check.ping_url), { method: "POST", body: "<html>report</html>" });
    await service().admin.faults({ match: { path: "/body" }, times: 1, action: { kind: "html" } });
    const log = jest.spyOn(pulumi.log, "info").mockResolvedValue();
    const { body } = await inProgram(service(), () => getPingBody({ slug: "job", n: 1 }));
    log.mockRestore();
    expect(body).toBe("<html>report</html>");
  });

  it("say so when there is no body", async () => {
    await fail(service());
    for (const n of [1, 3]) {
      expect(await deathOf(inProgram(service(), () => getPingBody({ slug: "job", n })))).toBe(
        `getPingBody: n: the service has no body for ping ${n} of this check. ` +
          "The ping had none, is too old, or there is no such check; getPings shows a bodyUrl for each ping that has one",
      );
    }
  });

  it("are not for read-only keys, which are told what is needed", async () => {
    const { uuid } = await fail(service());
    const { readOnlyKey: apiKey } = service().emulator.projects.alpha;
    for (const selector of [{ uuid }, { slug: "job" }]) {
      const list = await deathOf(inProgram(service(), () => getPings(selector), { apiKey }));
      const body = await deathOf(inProgram(service(), () => getPingBody({ ...selector, n: 2 }), { apiKey }));
      expect(list).toMatch(/^getPings: only a read-write key may see logged pings, and /);
      expect(body).toMatch(/^getPingBody: only a read-write key may see logged pings, and /);
      expect(list).toMatch(/Set the read-write key of the project in checks:apiKey or CHECKS_API_KEY$/);
      expect(list).not.toContain(apiKey);
    }
  });

  it.each([401, 403])("blame no key where a page in front of the service answers %d", async (status) => {
    const { uuid } = await fail(service());
    await service().admin.faults({
      match: { path: "/pings/" },
      action: { kind: "status", status, body: "<html>Blocked</html>", contentType: "text/html" },
    });
    for (const ask of [() => getPings({ uuid }), () => getPingBody({ uuid, n: 2 })]) {
      const said = await deathOf(inProgram<unknown>(service(), ask));
      expect(said).toContain(`the service answered ${status} with a page of HTML`);
      expect(said).toMatch(/this says nothing about the key$/);
    }
  });

  it("say when there is no such check", async () => {
    const uuid = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
    expect(await deathOf(inProgram(service(), () => getPings({ uuid })))).toContain(
      `getPings: uuid: there is no check with this UUID (unique key ${uniqueKeyOf(uuid).slice(0, 8)}…). `,
    );
  });
});
