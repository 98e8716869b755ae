import { Stack } from "../support/engine";
import { Service } from "../support/service";

jest.setTimeout(180_000);

describe("a check, from its first up to its destruction", () => {
  let service: Service;
  let stack: Stack;

  beforeEach(async () => {
    service = await Service.start();
    stack = new Stack(service.environment);
    await stack.init();
  });

  afterEach(async () => {
    await service.stop();
    stack.remove();
  });

  it("is created, shows no change, is changed field by field, goes back to defaults, and is destroyed", async () => {
    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    const created = await service.check("backup");
    expect(created).toMatchObject({ timeout: 86_400, grace: 3600, tags: "", status: "new" });

    await service.admin.clearRequests();
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect((await service.admin.requests()).total).toBe(0);

    const changes: [object, object][] = [
      [{ name: "Backup" }, { name: "Backup" }],
      [{ tags: ["prod", "db"] }, { tags: "prod db" }],
      [{ desc: "every night" }, { desc: "every night" }],
      [{ timeout: 600 }, { timeout: 600 }],
      [{ grace: 60 }, { grace: 60 }],
      [
        { schedule: "30 2 * * *", tz: "Europe/Riga" },
        { schedule: "30 2 * * *", tz: "Europe/Riga" },
      ],
      [{ schedule: "Mon..Fri 09:00" }, { schedule: "Mon..Fri 09:00", tz: "UTC" }],
      [{ manualResume: true }, { manual_resume: true, timeout: 86_400 }],
      [{ methods: "POST" }, { methods: "POST" }],
      [{ startKw: ["begin"] }, { start_kw: "begin" }],
      [{ successKw: ["ok", "fine"] }, { success_kw: "ok,fine" }],
      [{ failureKw: ["error"] }, { failure_kw: "error" }],
      [{ filterSubject: true }, { filter_subject: true }],
      [{ filterBody: true }, { filter_body: true }],
      [{ filterHttpBody: true }, { filter_http_body: true }],
      [{ filterDefaultFail: true }, { filter_default_fail: true }],
      [{ channels: ["Pager", "Ops mail"] }, {}],
      [{ channels: "*" }, {}],
    ];
    const defaults = { name: "", tags: "", desc: "", grace: 3600, methods: "", filter_http_body: false };
    for (const [args, expected] of changes) {
      stack.declare({ backup: { slug: "backup", ...args } });
      await stack.up();
      expect(await service.check("backup")).toMatchObject({ ...defaults, ...expected, uuid: created.uuid });
    }
    expect(String((await service.check("backup")).channels).split(",")).toHaveLength(5);

    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    expect(await service.check("backup")).toMatchObject({
      ...defaults,
      timeout: 86_400,
      filter_default_fail: false,
    });

    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });

  it("keeps its UUID, and so its history, when the slug is renamed", async () => {
    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    const { uuid } = await service.check("backup");
    stack.declare({ backup: { slug: "backup-eu" } });
    await stack.up();
    expect((await service.check("backup-eu")).uuid).toBe(uuid);
    expect(await service.checks()).toHaveLength(1);
  });

  it("is replaced when its project changes, and nothing is left in the old one", async () => {
    const beta = service.emulator.projects.beta.readWriteKey;
    const environment = { CHECKS_PROJECTS_BETA_API_KEY: beta };
    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    stack.declare({ backup: { slug: "backup", project: "beta" } });
    const run = await stack.pulumi(["up", "--yes", "--skip-preview"], environment);
    expect(run.text).toContain("replaced");
    expect(await service.checks()).toEqual([]);
    expect(await service.checks(beta)).toHaveLength(1);
    await stack.pulumi(["destroy", "--yes", "--skip-preview"], environment);
    expect(await service.checks(beta)).toEqual([]);
  });

  it("is paused and resumed when the program says so, and left alone when it does not", async () => {
    stack.declare({ backup: { slug: "backup", paused: true, manualResume: true } });
    await stack.up();
    const { uuid, status } = await service.check("backup");
    expect(status).toBe("paused");
    await service.request("POST", `/checks/${uuid}/resume`, {});
    const drift = await stack.preview("--refresh", "--expect-no-changes");
    expect(drift.code).toBe(7);
    expect(drift.text).toContain("paused");
    await stack.up("--refresh");
    expect((await service.check("backup")).status).toBe("paused");
    stack.declare({ backup: { slug: "backup", paused: false, manualResume: true } });
    await stack.up();
    expect((await service.check("backup")).status).toBe("new");

    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    await service.request("POST", `/checks/${uuid}/pause`, {});
    await fetch(`${service.emulator.url}/${uuid}/start`);
    expect((await stack.refreshPreview("--expect-no-changes")).code).toBe(0);
  });
});
