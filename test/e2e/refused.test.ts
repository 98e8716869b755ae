import { ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";
import { checkRowsOf } from "../support/stateFile";

/** The errors of a run, as the engine prints them: without the blank lines around. */
const errorsOf = (text: string): string[] => text.split("\n").filter((line) => /error: |^\s+\* /.test(line));

onEachHost("what cannot be done", (on) => {
  const scene = eachWithScene({}, { ...ONE_WRITE, ...on });

  it("leaves state and service alone when the key is wrong, read-only, or the service is gone", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup", channels: ["Pager"] } });
    await stack.up();
    const [row, check] = [checkRowsOf(stack)[0], await service.check("backup")];
    const readOnly = service.emulator.projects.alpha?.readOnlyKey ?? "";
    const broken = {
      "wrong api key": { CHECKS_API_KEY: "0".repeat(32) },
      "read-write key": { CHECKS_API_KEY: readOnly },
      "nothing listens at the service's address; given up after 1 s": {
        CHECKS_URL: "http://127.0.0.1:9",
        CHECKS_DEADLINE_SECONDS: "1",
      },
    };
    stack.declare({ backup: { slug: "backup", channels: ["Pager"], grace: 60 } });
    for (const [words, environment] of Object.entries(broken)) {
      for (const args of [["refresh"], ["up", "--skip-preview"], ["destroy", "--skip-preview"]]) {
        const run = await stack.pulumi([...args, "--yes"], environment);
        const mayRead = args[0] === "refresh" && environment === broken["read-write key"];
        if (!mayRead) {
          expect(run.code).not.toBe(0);
          expect(run.text).toContain(words);
          expect(run.text).not.toMatch(/^\s+at .*:\d+:\d+/m);
        }
        expect(checkRowsOf(stack)).toMatchObject([{ id: row?.id, inputs: row?.inputs }]);
      }
    }
    expect(await service.check("backup")).toEqual(check);
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid: check.uuid, grace: 60 });
  });

  it("is told before any request when it is the input that is wrong, all problems at once", async () => {
    const { stack, service } = scene;
    await service.admin.clearRequests();
    stack.declare({
      backup: { slug: "Backup", grace: 5, tags: ["two words"], schedule: "61 * * * *", tz: "Europe/Rigaa" },
    });
    const run = await stack.preview();
    expect(run.code).not.toBe(0);
    for (const property of ["slug", "grace", "tags", "schedule", "tz"])
      expect(run.text).toMatch(new RegExp(`${property}(\\[0\\])?: \\S`));
    stack.declare({ worker: { slug: "worker", subject: ["a"], filterSubject: true, onExisting: "maybe" } });
    const another = await stack.preview();
    for (const property of ["filterSubject", "onExisting"]) expect(another.text).toContain(`${property}: `);
    expect((await service.admin.requests()).total).toBe(0);
  });

  it("does not print a secret that fails validation", async () => {
    const { stack } = scene;
    stack.write(
      "index.js",
      `
      const pulumi = require("@pulumi/pulumi");
      const { Check } = require("pulumi-checks");
      new Check("backup", { slug: pulumi.secret("TOP SECRET"), desc: pulumi.secret(["HUSH"]), tz: pulumi.secret("Psst/Psst") });
      `,
    );
    const run = await stack.tryUp();
    expect(run.code).not.toBe(0);
    expect(run.text).toMatch(/slug: must consist/);
    expect(run.text).not.toMatch(/TOP SECRET|HUSH|Psst/);
  });

  it("is one check for two resources", async () => {
    const { stack, service } = scene;
    stack.declare({ one: { slug: "backup" }, two: { slug: "backup" } });
    const run = await stack.preview();
    expect(run.code).not.toBe(0);
    expect(run.text).toMatch(
      /Check "(one|two)": slug: the Check "(one|two)" of this program has the same slug/,
    );
    expect(await service.checks()).toEqual([]);
  });

  it("says what to set when nothing is configured", async () => {
    const { stack } = scene;
    stack.declare({ backup: { slug: "backup" } });
    const noAddress = await stack.pulumi(["up", "--yes", "--skip-preview"], { CHECKS_URL: "" });
    expect(noAddress.text).toContain("pulumi config set checks:url ADDRESS");
    const noKey = await stack.pulumi(["up", "--yes", "--skip-preview"], { CHECKS_API_KEY: "" });
    expect(noKey.text).toContain("pulumi config set --secret checks:apiKey");
  });

  it("stops at the account's limit, keeps what was made, and goes on when the limit is raised", async () => {
    const { stack, service } = scene;
    await service.admin.limits({ check_limit: 2 });
    stack.declare(Object.fromEntries(["a", "b", "c"].map((slug) => [slug, { slug }])));
    const run = await stack.tryUp();
    expect(errorsOf(run.text).join("\n")).toMatch(/limit of checks is reached/);
    const made = await service.checks();
    expect(made).toHaveLength(2);
    await service.admin.limits({ check_limit: 20 });
    await stack.up();
    const all = await service.checks();
    expect(all).toHaveLength(3);
    expect(all).toEqual(expect.arrayContaining(made));
  });

  it("goes on after a create whose pause failed, by an update", async () => {
    const { stack, service } = scene;
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "status", status: 400, body: '{"error":"not today"}' },
    });
    stack.declare({ backup: { slug: "backup", paused: true, manualResume: true } });
    const run = await stack.tryUp();
    expect(run.code).not.toBe(0);
    expect(run.text).toContain("not today");
    const { uuid } = await service.check("backup");
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid, status: "paused" });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});
