import { Unfinished } from "../../../../provider/core/resource";
import { withoutBackOff } from "../../../support/provider/backOff";
import { changes, Run, titled } from "../../../support/provider/run";
import { refusal } from "../../../support/refusal";
import { inService, Service } from "../../../support/service";

describe.each(["server", "spec"] as const)("the life of a check (dialect %s)", (dialect) => {
  let service: Service;
  let run: Run;
  withoutBackOff();
  inService(
    (opened) => {
      service = opened;
      run = new Run(service);
    },
    { dialect },
  );

  it("begins with two requests, and ends with two", async () => {
    const made = await run.create({ slug: "backup", name: "Backup" });
    expect((await service.admin.requests()).total).toBe(2);
    expect(made.state).toMatchObject({
      slug: "backup",
      name: "Backup",
      uuid: made.id,
      pingUrl: `${service.emulator.url}/ping/${made.id}`,
      badgeUrl: expect.stringContaining("/b/2/"),
      updateUrl: `${service.emulator.url}/api/v3/checks/${made.id}`,
      pauseUrl: `${service.emulator.url}/api/v3/checks/${made.id}/pause`,
      resumeUrl: `${service.emulator.url}/api/v3/checks/${made.id}/resume`,
      uniqueKey: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await service.checks()).toHaveLength(1);
    await service.admin.clearRequests();
    await new Run(service).delete(made);
    // One look at whose the check is, one deletion.
    expect((await service.admin.requests()).total).toBe(2);
    expect(await service.checks()).toEqual([]);
  });

  it("has a state in which nothing changes by itself", async () => {
    const made = await run.create({
      slug: "backup",
      tags: ["b", "a"],
      schedule: " 0 3 * * * ",
      tz: "Europe/Kiev",
    });
    const pingUrl = String(made.state.pingUrl);
    await fetch(`${pingUrl}/start`);
    await fetch(pingUrl);
    await service.admin.advance(3 * 86_400);
    expect(await new Run(service).read(made)).toEqual(made);
    expect(Object.keys(made.state)).not.toContain("status");
  });

  it("is changed in place, and its name, slug and kind with it", async () => {
    const made = await run.create({ slug: "backup", timeout: 600 });
    const args = { slug: "renamed", name: "New", schedule: "daily", tz: "Europe/Riga" };
    const updated = await run.update(made, args);
    expect(updated.id).toBe(made.id);
    expect(updated.state).not.toHaveProperty("timeout");
    expect(await service.check("renamed")).toMatchObject({ uuid: made.id, name: "New", tz: "Europe/Riga" });
    expect(changes(updated, args)).toEqual([]);
  });

  it("is renamed to the slug of another check with a warning, if that is not one of the program", async () => {
    const made = await run.create({ slug: "backup" });
    const other = await new Run(service).create({ slug: "taken" });
    const together = new Run(service);
    for (const one of [made, other]) together.claim(one);
    const swapped = await together.update(made, { slug: "taken" });
    await together.update(other, { slug: "backup" });
    expect(together.said).toEqual([]);
    const before = new Run(service);
    before.declare(other, { slug: "taken" });
    await before.update(swapped, { slug: "backup" });
    expect(before.said).toEqual([]);
    const alone = new Run(service);
    alone.claim(swapped);
    await alone.update(swapped, { slug: "backup" });
    expect(alone.said).toEqual([
      `check "backup": slug: ${titled("backup", other.id)} has this slug too, so pings by slug are refused. Unless this run deletes that check or gives it another slug, give one of the two another slug.`,
    ]);
  });

  it("that was deleted by hand is seen as gone, and not revived by an update", async () => {
    const made = await run.create({ slug: "backup" });
    await service.request("DELETE", `/checks/${made.id}`);
    expect(await new Run(service).read(made)).toBeUndefined();
    expect(await refusal(run.update(made, { slug: "backup", grace: 60 }))).toBe(
      `check "backup": the check was deleted outside of Pulumi. Run \`pulumi up --refresh\`, which creates it again`,
    );
    expect(await service.checks()).toEqual([]);
    await run.delete(made);
  });

  describe("paused", () => {
    it("is so from the start when the program says so, and resumed when it says so", async () => {
      const made = await run.create({ slug: "backup", paused: true, manualResume: true });
      expect(made.state.paused).toBe(true);
      expect((await service.check("backup")).status).toBe("paused");
      const resumed = await run.update(made, { slug: "backup", paused: false });
      expect(resumed.state.paused).toBe(false);
      expect((await service.check("backup")).status).toBe("new");
    });

    it("is neither paused nor resumed twice", async () => {
      const args = { slug: "backup", paused: true };
      const made = await run.create(args);
      await service.admin.clearRequests();
      await run.update(made, { ...args, name: "n" });
      const resumed = await run.update(made, { slug: "backup", paused: false });
      await run.update(resumed, { slug: "backup", paused: false, name: "m" });
      expect((await service.admin.requests()).byRoute).toEqual({
        "POST /api/v3/checks/<uuid>": 3,
        "POST /api/v3/checks/<uuid>/resume": 1,
      });
    });

    it("is left as it is when the program does not say", async () => {
      const made = await run.create({ slug: "backup" });
      expect(made.state).not.toHaveProperty("paused");
      await service.request("POST", `/checks/${made.id}/pause`, {});
      expect(await new Run(service).read(made)).toEqual(made);
      await run.update(made, { slug: "backup", name: "n" });
      expect((await service.check("backup")).status).toBe("paused");
    });

    it("by hand is seen as a difference when the program says it runs", async () => {
      const args = { slug: "backup", paused: false };
      const made = await run.create(args);
      await service.request("POST", `/checks/${made.id}/pause`, {});
      const seen = await new Run(service).read(made);
      expect(seen && changes(seen, args)).toEqual(["paused"]);
    });

    it("and pinged meanwhile is running already, which is as wanted", async () => {
      const made = await run.create({ slug: "backup", paused: true });
      await service.admin.faults({
        match: { path: "/resume$" },
        times: 1,
        action: { kind: "status", status: 503, when: "after" },
      });
      const resumed = await run.update(made, { slug: "backup", paused: false });
      expect(resumed.state.paused).toBe(false);
      expect((await service.check("backup")).status).toBe("new");
    });

    it("stays a resource when the check was made and the pause failed; the next up finishes it", async () => {
      const args = { slug: "backup", paused: true };
      await service.admin.faults({
        match: { path: "/pause$" },
        action: { kind: "status", status: 400, body: "no" },
      });
      const failure: unknown = await run.create(args).catch((error: unknown) => error);
      if (!(failure instanceof Unfinished)) throw failure;
      expect(failure.reason).toBe(
        'check "backup": pausing the check: the service answered 400 (the service said: no)',
      );
      const half = { id: failure.id, state: failure.state };
      expect(half.state).toMatchObject({ uuid: half.id, paused: false, pingUrl: expect.any(String) });
      const refreshed = await new Run(service).read(half);
      expect(refreshed && changes(refreshed, args)).toEqual(["paused"]);
      await service.admin.clearFaults();
      const finished = await new Run(service).update(half, args);
      expect(finished.id).toBe((await service.check("backup")).uuid);
      expect((await service.check("backup")).status).toBe("paused");
      expect(changes(finished, args)).toEqual([]);
    });

    it("stays a resource when the update went well and the resume failed", async () => {
      const made = await run.create({ slug: "backup", paused: true });
      await service.admin.faults({ match: { path: "/resume$" }, action: { kind: "status", status: 403 } });
      const failure: unknown = await run
        .update(made, { slug: "backup", name: "new name", paused: false })
        .catch((error: unknown) => error);
      if (!(failure instanceof Unfinished)) throw failure;
      expect(failure.id).toBe(made.id);
      expect(failure.state).toMatchObject({ name: "new name", paused: true });
    });
  });
});

describe("a check of a project that is not ours", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  it("is neither changed, nor deleted, nor thought to be gone", async () => {
    const made = await new Run(service).create({ slug: "backup" });
    const stranger = new Run(service, { apiKey: service.emulator.projects.beta.readWriteKey });
    const calls = [
      stranger.read(made),
      stranger.update(made, { slug: "backup", name: "n" }),
      stranger.delete(made),
    ];
    for (const call of calls) {
      expect(await refusal(call)).toMatch(
        /^check "backup": (reading|updating|deleting) the check: the service refused access with this API key \(403\)\. The check belongs to another project/,
      );
    }
    expect((await service.check("backup")).name).toBe("");
  });

  it("is made in the project that the program names", async () => {
    const projects = JSON.stringify({ beta: { apiKey: service.emulator.projects.beta.readWriteKey } });
    const run = new Run(service, { projects });
    const made = await run.create({ slug: "in-beta", project: "beta" });
    const inBeta = await service.checks(service.emulator.projects.beta.readWriteKey);
    expect(inBeta.map(({ slug }) => slug)).toEqual(["in-beta"]);
    expect(await new Run(service, { projects }).read(made)).toEqual(made);
    expect(await refusal(new Run(service).delete(made))).toContain('there is no project named "beta"');
    await new Run(service, { projects }).delete(made);
    expect(await service.checks(service.emulator.projects.beta.readWriteKey)).toEqual([]);
  });

  it("is made again when it was deleted, also where the address has a password, which nobody is told", async () => {
    const url = service.emulator.url.replace("://", "://ops:PASSWORD@");
    const run = () => new Run(service, { url });
    const made = await run().create({ slug: "backup" });
    await service.request("DELETE", `/checks/${made.id}`);
    expect(await run().read(made)).toBeUndefined();
    const elsewhere = {
      ...made,
      state: { ...made.state, updateUrl: "https://other.example.com/api/v3/checks/x" },
    };
    const said = await refusal(run().read(elsewhere));
    expect(said).toContain(
      "this check lives on https://other.example.com, but the configured service is http://",
    );
    expect(said).not.toContain("PASSWORD");
  });

  it("is made again, too, when no check is left that tells that the service writes another address than it is reached by", async () => {
    const url = service.emulator.url.replace("127.0.0.1", "localhost");
    const first = new Run(service);
    const rows = [await first.create({ slug: "backup" }), await first.create({ slug: "report" })];
    for (const { id } of rows) await service.request("DELETE", `/checks/${id}`);
    await service.admin.clearRequests();
    const next = new Run(service, { url });
    for (const row of rows) expect(await next.read(row)).toBeUndefined();
    expect((await service.admin.requests()).byRoute).toMatchObject({ "GET /api/v3/badges/": 1 });
    for (const row of rows) await new Run(service, { url }).delete(row);
    const { readOnlyKey } = service.emulator.projects.alpha;
    const [row] = rows;
    if (row) expect(await new Run(service, { url, apiKey: readOnlyKey }).read(row)).toBeUndefined();
  });

  it("stays when its project gets another name in the configuration and in the program", async () => {
    const apiKey = service.emulator.projects.beta.readWriteKey;
    const made = await new Run(service, { projects: JSON.stringify({ beta: { apiKey } }) }).create({
      slug: "in-beta",
      project: "beta",
    });
    const run = new Run(service, { projects: JSON.stringify({ gamma: { apiKey } }) });
    expect(await run.create({ slug: "in-beta", project: "gamma" })).toMatchObject({ id: made.id });
    await run.delete(made);
    expect(run.said.at(-1)).toBe(
      'check "in-beta": another resource of this stack, or the one that replaces this, has the check now, and it is kept',
    );
    expect(await service.checks(apiKey)).toHaveLength(1);
  });
});
