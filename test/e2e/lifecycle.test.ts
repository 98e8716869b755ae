import { Stack } from "../support/engine";
import { ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { Service } from "../support/service";

const DEFAULTS = {
  name: "",
  tags: "",
  desc: "",
  grace: 3600,
  methods: "",
  manual_resume: false,
  filter_subject: false,
  filter_body: false,
  filter_http_body: false,
  filter_default_fail: false,
  start_kw: "",
  success_kw: "",
  failure_kw: "",
  status: "new",
};

/** What a check declares beside its slug from up to up, and what the service has then besides the defaults. */
type Course = readonly ({ args: object; has: object } | undefined)[];
const ROUNDS = 4;
const once = (args: object, has: object): Course => [undefined, { args, has }];
const twice = (args: object, has: object, next: object, then: object): Course => [
  ...once(args, has),
  { args: next, has: then },
];

/** A check for each field; all begin and end without it. */
const COURSES: Record<string, Course> = {
  slug: once({ slug: "slug-eu" }, { slug: "slug-eu" }),
  name: once({ name: "Backup" }, { name: "Backup" }),
  tags: once({ tags: ["prod", "db"] }, { tags: "prod db" }),
  desc: once({ desc: "every night" }, { desc: "every night" }),
  timeout: once({ timeout: 600 }, { timeout: 600 }),
  grace: once({ grace: 60 }, { grace: 60 }),
  schedule: twice(
    { schedule: "30 2 * * *", tz: "Europe/Riga" },
    { schedule: "30 2 * * *", tz: "Europe/Riga" },
    { schedule: "Mon..Fri 09:00" },
    { schedule: "Mon..Fri 09:00", tz: "UTC" },
  ),
  // It has a schedule throughout.
  tz: [undefined, "Europe/Riga", "Asia/Tokyo"].map((tz) => ({
    args: { schedule: "30 2 * * *", ...(tz && { tz }) },
    has: { schedule: "30 2 * * *", tz: tz ?? "UTC" },
  })),
  "manual-resume": once({ manualResume: true }, { manual_resume: true }),
  methods: once({ methods: "POST" }, { methods: "POST" }),
  "start-kw": once({ startKw: ["begin"] }, { start_kw: "begin" }),
  "success-kw": once({ successKw: ["ok", "fine"] }, { success_kw: "ok,fine" }),
  "failure-kw": once({ failureKw: ["error"] }, { failure_kw: "error" }),
  "filter-subject": once({ filterSubject: true }, { filter_subject: true }),
  "filter-body": once({ filterBody: true }, { filter_body: true }),
  "filter-http-body": once({ filterHttpBody: true }, { filter_http_body: true }),
  "filter-default-fail": once({ filterDefaultFail: true }, { filter_default_fail: true }),
  subject: once({ subject: ["ok", "fine"] }, { success_kw: "ok,fine", filter_subject: true }),
  "subject-fail": once({ subjectFail: ["error"] }, { failure_kw: "error", filter_subject: true }),
  channels: [
    ...twice(
      { channels: ["Pager", "Ops mail"] },
      { channels: expect.stringMatching(/^[^,]+(,[^,]+){1}$/) },
      { channels: "*" },
      { channels: expect.stringMatching(/^[^,]+(,[^,]+){4}$/) },
    ),
    // No longer named, they are as they are.
    { args: {}, has: { channels: expect.stringMatching(/^[^,]+(,[^,]+){4}$/) } },
  ],
};

onEachHost("a check, from its first up to its destruction", (on) => {
  let service: Service;
  let stack: Stack;

  beforeEach(async () => {
    service = await Service.start();
    stack = new Stack({ ...service.environment, ...ONE_WRITE, ...on });
    await stack.init();
  });

  afterEach(async () => {
    await service.stop();
    stack.remove();
  });

  it("is created, shows no change, is changed field by field, goes back to defaults, and is destroyed", async () => {
    const byId = async () => new Map((await service.checks()).map((check) => [check.uuid, check]));
    const declare = (round: number) => {
      const args = ([name, course]: [string, Course]) => [name, { slug: name, ...course[round]?.args }];
      stack.declare(Object.fromEntries(Object.entries(COURSES).map(args)));
    };
    declare(0);
    await stack.up();
    const ids = new Map((await service.checks()).map(({ slug, uuid }) => [slug, uuid]));
    expect([...ids.keys()].sort()).toEqual(Object.keys(COURSES).sort());

    await service.admin.clearRequests();
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect((await service.admin.requests()).total).toBe(0);

    for (let round = 0; round < ROUNDS; round += 1) {
      declare(round);
      if (round > 0) await stack.up();
      const documents = await byId();
      expect(documents.size).toBe(ids.size);
      for (const [name, course] of Object.entries(COURSES)) {
        const has = course[round]?.has ?? {};
        // A check with a schedule has no timeout.
        const timeout = "schedule" in has ? {} : { timeout: 86_400 };
        const expected = { ...DEFAULTS, slug: name, ...timeout, ...has };
        expect({ round, ...documents.get(ids.get(name) ?? "") }).toMatchObject({ round, ...expected });
      }
    }

    await stack.destroy();
    expect(await service.checks()).toEqual([]);
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
