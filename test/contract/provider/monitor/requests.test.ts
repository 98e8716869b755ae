import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { CheckInputs } from "../../../../provider/monitor/check/checkFields";
import { checkMethods } from "../../../../provider/monitor/check/checkMethods";
import { changes, type Remembered, Run, sessionAt } from "../../../support/provider/run";
import { inService, type Service } from "../../../support/service";

const UUID = "0b3a2f4e-7a51-4c6e-9c39-1f2d3e4b5a60";

/** `s0`, `s1`, … */
const slugs = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

describe("how many requests a run makes", () => {
  let service: Service;
  inService((opened) => {
    service = opened;
  });

  const total = async () => (await service.admin.requests()).total;
  const made = async (count: number): Promise<Remembered[]> => {
    const run = new Run(service, { concurrency: "64" });
    const checks = await Promise.all(slugs(count).map((slug) => run.create({ slug })));
    await service.admin.clearRequests();
    return checks;
  };

  it("is one for each new check and one for all", async () => {
    const run = new Run(service);
    await Promise.all(slugs(50).map((slug) => run.create({ slug, tags: ["x"] })));
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 1,
      "POST /api/v3/checks/": 50,
    });
    expect(await service.checks()).toHaveLength(50);
  });

  it("is none more for names of channels, which the service resolves", async () => {
    const run = new Run(service);
    const channels = ["Pager", "Ops mail"];
    await Promise.all(slugs(20).map((slug) => run.create({ slug, channels })));
    expect(await total()).toBe(21);
  });

  it("needs no list of channels for UUIDs and for *", async () => {
    const [channel] = (await service.admin.channels()).alpha ?? [];
    const run = new Run(service);
    await run.create({ slug: "a", channels: [channel?.id] });
    await run.create({ slug: "b", channels: "*" });
    await run.create({ slug: "c", channels: [] });
    expect((await service.admin.requests()).byRoute).not.toHaveProperty("GET /api/v3/channels/");
  });

  it("is none for what does not change", async () => {
    const [check] = await made(1);
    if (!check) throw new Error("no check");
    const run = new Run(service);
    run.claim(check);
    expect(changes(check, { slug: "s0" })).toEqual([]);
    expect(await total()).toBe(0);
  });

  it("is one for a pause by a method, where nobody puts stamps on", async () => {
    const [check] = await made(1);
    await checkMethods.pause.act(sessionAt(service), check?.id ?? "", { slug: "s0" } as CheckInputs);
    expect((await service.admin.requests()).byRoute).toEqual({ "POST /api/v3/checks/<uuid>/pause": 1 });
  });

  it("is one for one read, and a handful for two hundred", async () => {
    const checks = await made(200);
    const run = new Run(service);
    expect(await run.read(checks[0] as Remembered)).toEqual(checks[0]);
    expect(await total()).toBe(1);
    await service.admin.clearRequests();
    const refresh = new Run(service);
    expect(await Promise.all(checks.map((check) => refresh.read(check)))).toEqual(checks);
    expect(await total()).toBe(5);
  });

  it.each([
    ["all", "*"],
    ["named", ["Pager"]],
    ["none", []],
  ])("is one for an update of a check whose channels are %s, and stay so", async (_, channels) => {
    const check = await new Run(service).create({ slug: "backup", channels });
    await service.admin.clearRequests();
    await new Run(service).update(check, { slug: "backup", channels, grace: 120 });
    expect(await total()).toBe(1);
  });

  it("is one for each update and each deletion, and a few looks at whose the checks are before that", async () => {
    const checks = await made(10);
    const run = new Run(service);
    await Promise.all(
      checks.map((check) => run.update(check, { slug: String(check.state.slug), name: "n" })),
    );
    expect(await total()).toBe(10);
    const destroy = new Run(service);
    await Promise.all(checks.map((check) => destroy.delete(check)));
    expect((await service.admin.requests()).byRoute).toEqual({
      "POST /api/v3/checks/<uuid>": 10,
      "DELETE /api/v3/checks/<uuid>": 10,
      "GET /api/v3/checks/<uuid>": 4,
      "GET /api/v3/checks/": 1,
    });
  });

  it("is one for an update with channels that a refresh has found, and one look at their names", async () => {
    const made = await new Run(service).create({ slug: "a", channels: ["Pager"] });
    await service.request("POST", `/checks/${made.id}`, { channels: "Ops mail,Chat room" });
    const seen = await new Run(service).read(made);
    if (!seen) throw new Error("no check");
    const { channels } = seen.state;
    await service.admin.clearRequests();
    const updated = await new Run(service).update(seen, { slug: "a", channels, grace: 120 });
    expect((await service.admin.requests()).byRoute).toEqual({
      "POST /api/v3/checks/<uuid>": 1,
      "GET /api/v3/channels/": 1,
    });
    expect((await new Run(service).read(updated))?.state).toEqual(updated.state);
  });

  it("is the same for the deletion of checks with a stamp, as long as the list is fresh", async () => {
    const stamping = () => new Run(service, { stamp: "true" }, "jobs/one");
    const run = stamping();
    const checks = await Promise.all(slugs(10).map((slug) => run.create({ slug })));
    await service.admin.clearRequests();
    const destroy = stamping();
    await Promise.all(checks.map((check) => destroy.delete(check)));
    expect((await service.admin.requests()).byRoute).toEqual({
      "DELETE /api/v3/checks/<uuid>": 10,
      "GET /api/v3/checks/<uuid>": 4,
      "GET /api/v3/checks/": 1,
    });
  });

  it("is no look more for the deletion of checks that nobody stamps, however old the list is", async () => {
    const checks = await made(10);
    const destroy = new Run(service);
    await Promise.all(checks.slice(0, 5).map((check) => destroy.delete(check)));
    await service.admin.clearRequests();
    const now = Date.now();
    const clock = jest.spyOn(Date, "now").mockImplementation(() => now + 60_000);
    await Promise.all(checks.slice(5).map((check) => destroy.delete(check)));
    clock.mockRestore();
    expect((await service.admin.requests()).byRoute).toEqual({ "DELETE /api/v3/checks/<uuid>": 5 });
  });

  it("is one for a check that is gone, and one for all that proves it", async () => {
    const [check] = await made(1);
    if (!check) throw new Error("no check");
    await service.request("DELETE", `/checks/${check.id}`);
    await service.admin.clearRequests();
    expect(await new Run(service).read(check)).toBeUndefined();
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/<uuid>": 1,
      "GET /api/v3/checks/": 1,
    });
  });

  it("is one for each check that this run has written, which no list of before can show", async () => {
    const checks = await made(8);
    const run = new Run(service);
    await Promise.all(checks.map((check) => run.read(check)));
    const [first] = checks;
    if (!first) throw new Error("no check");
    const updated = await run.update(first, { slug: "s0", name: "new name" });
    await service.admin.clearRequests();
    expect(await run.read(updated)).toEqual(updated);
    expect(await total()).toBe(1);
  });

  it("is shared by resources of one project, and not by those of another", async () => {
    const projects = JSON.stringify({ beta: { apiKey: service.emulator.projects.beta.readWriteKey } });
    const run = new Run(service, { projects });
    await Promise.all(
      slugs(10).map((slug, index) => run.create({ slug, ...(index % 2 && { project: "beta" }) })),
    );
    expect((await service.admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/": 2,
      "POST /api/v3/checks/": 10,
    });
    expect(await service.checks()).toHaveLength(5);
  });
});

describe("a pause and a resume", () => {
  it("are POSTs with an empty body, of which no type is told", async () => {
    const received: unknown[] = [];
    const server = http.createServer(async (request, response) => {
      const chunks: unknown[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { "content-type": type, "content-length": length } = request.headers;
      received.push({ line: `${request.method} ${request.url}`, type, length, body: chunks.join("") });
      response.end(JSON.stringify({ name: "", slug: "s0", tags: "", status: "new", uuid: UUID }));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const session = sessionAt({ key: "0123456789abcdef0123456789abcdef", emulator: { url } } as Service);
    for (const name of ["pause", "resume"] as const)
      await checkMethods[name].act(session, UUID, { slug: "s0" } as CheckInputs);
    server.closeAllConnections();
    server.close();
    expect(received).toEqual(
      ["pause", "resume"].map((name) => ({
        line: `POST /api/v3/checks/${UUID}/${name}`,
        type: undefined,
        length: "0",
        body: "",
      })),
    );
  });
});
