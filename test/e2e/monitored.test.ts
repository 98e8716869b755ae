/** Schedules in clouds and their checks, declared once; the clouds are stubs that record what they are given. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compiled } from "../support/compiledProgram";
import { coverageOf } from "../support/coverage";
import { StubbedStack } from "../support/sdk/stubs/stubbedStack";
import { Service } from "../support/service";

/** The SDK of `@pulumi/aws` is the official one; of `gcp` there is the token alone, which is all that the engine sees. */
const PROGRAM = `
const lambda = require("@pulumi/aws/lambda");
const scheduler = require("@pulumi/aws/scheduler");
const cloudwatch = require("@pulumi/aws/cloudwatch");
const pulumi = require("@pulumi/pulumi");
const { monitored } = require("pulumi-checks");

const { schedules = {}, rules = {}, jobs = {} } = JSON.parse(require("fs").readFileSync("jobs.json", "utf8"));
const role = "arn:aws:iam::123456789012:role/stub";
const worker = (name, variables) =>
  new lambda.Function(name, { role, handler: "index.handler", runtime: "nodejs22.x", environment: { variables } });
for (const [name, { check, ...args }] of Object.entries(schedules)) {
  const job = monitored(name, args, check);
  const target = { arn: worker(name, job.environment).arn, roleArn: role };
  new scheduler.Schedule(name, { ...job.args, target });
}
for (const [name, args] of Object.entries(rules)) {
  const job = monitored(name, args);
  const rule = new cloudwatch.EventRule(name, job.args);
  new cloudwatch.EventTarget(name, { rule: rule.name, arn: worker(name, job.environment).arn });
}
class Job extends pulumi.CustomResource {
  constructor(name, args) {
    super("gcp:cloudscheduler/job:Job", name, args);
  }
}
for (const [name, args] of Object.entries(jobs)) new Job(name, monitored(name, args).args);
`;

const OFF = { flexibleTimeWindow: { mode: "OFF" } };
const NIGHTLY = {
  scheduleExpression: "cron(30 2 * * ? *)",
  scheduleExpressionTimezone: "Asia/Tokyo",
  ...OFF,
};
const REPORT = { scheduleExpression: "cron(0 7 ? * MON *)", name: "Weekly Report", ...OFF };
const ROLLUP = { scheduleExpression: "rate(1 hour)", description: "Sums." };
const FIGURES = { schedule: "0 9 1 * *", timeZone: "Asia/Tokyo" };

describe("a program with schedules of EventBridge and Cloud Scheduler", () => {
  let service: Service;
  let stack: StubbedStack;

  beforeEach(async () => {
    service = await Service.start();
    stack = new StubbedStack(service.environment, { "index.js": PROGRAM }, ["aws", "gcp"]);
    await stack.init();
  });
  afterEach(async () => {
    stack.remove();
    await service.stop();
  });

  const declare = (jobs: object) => stack.write("jobs.json", JSON.stringify(jobs));
  const checks = async () =>
    Object.fromEntries(
      (await service.checks()).map(({ slug, schedule, tz, timeout, grace, status }) => [
        slug,
        [schedule ?? timeout, tz ?? "", grace, status],
      ]),
    );

  it("has their checks, which follow them in the same up", async () => {
    declare({ schedules: { once: { ...OFF, scheduleExpression: "at(2030-01-01T00:00:00)" } } });
    const refused = await stack.run("preview");
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      'error: monitored "once": scheduleExpression: runs once, and a check is for what runs again and again; leave the check out',
    );

    const schedules = { nightly: { ...NIGHTLY, check: { slug: "db-backup" } }, report: REPORT };
    declare({ schedules, rules: { rollup: ROLLUP }, jobs: { figures: FIGURES } });
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    expect(await checks()).toEqual({
      "db-backup": ["30 2 * * *", "Asia/Tokyo", 3600, "new"],
      "weekly-report": ["0 7 * * 1", "UTC", 3600, "new"],
      rollup: [3600, "", 3600, "new"],
      figures: ["0 9 1 * *", "Asia/Tokyo", 3600, "new"],
    });
    const made = stack.done();
    expect(made["created Schedule nightly"]).toMatchObject({
      ...NIGHTLY,
      description: "pulumi-checks check: db-backup",
      target: { arn: "arn:stub:nightly-1a2b3c" },
    });
    expect(made["created EventRule rollup"]).toMatchObject({
      description: "Sums.\npulumi-checks check: rollup",
    });
    const { ping_url: pingUrl, uuid } = await service.check("db-backup");
    // What the engine marks as a secret before it hands it to a plugin.
    expect(made["created Function nightly"]).toMatchObject({
      environment: {
        variables: {
          CHECKS_PING_URL: {
            "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
            value: pingUrl,
          },
        },
      },
    });
    expect(await coverageOf(stack, service)).toMatchObject({
      percent: 100,
      counts: { jobs: 4, needed: 4, covered: 4, checks: 4 },
      gaps: [],
      problems: [],
    });
    expect((await stack.exported()) + stack.output.join("")).not.toContain(String(pingUrl));
    const unchanged = await stack.run("preview");
    expect(unchanged.text).toMatch(/\d+ unchanged/);
    expect(unchanged.text).not.toMatch(/to (create|update|delete|replace)/);

    // One at another time, one switched off, one gone, and one paused.
    declare({
      schedules: {
        nightly: { ...schedules.nightly, scheduleExpression: "cron(45 4 * * ? *)" },
        report: { ...REPORT, state: "DISABLED" },
      },
      jobs: { figures: { ...FIGURES, paused: true } },
    });
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    expect(await checks()).toEqual({
      "db-backup": ["45 4 * * *", "Asia/Tokyo", 3600, "new"],
      "weekly-report": ["0 7 * * 1", "UTC", 3600, "paused"],
      figures: ["0 9 1 * *", "Asia/Tokyo", 3600, "paused"],
    });
    expect(await service.check("db-backup")).toMatchObject({ uuid, ping_url: pingUrl });
    expect(Object.keys(stack.done()).sort()).toEqual([
      "deleted EventRule rollup",
      "deleted EventTarget rollup",
      "deleted Function rollup",
      "updated Job figures",
      "updated Schedule nightly",
      "updated Schedule report",
    ]);
    expect(await coverageOf(stack, service)).toMatchObject({ percent: 100, counts: { jobs: 3, needed: 1 } });
  });

  it("examples/eventbridge: a Lambda that a schedule starts, and its check", async () => {
    const example = readFileSync(join(__dirname, "../../examples/eventbridge/index.ts"), "utf8");
    stack.write("index.js", compiled(example));
    expect(await stack.run("up")).toMatchObject({ code: 0 });
    expect(await checks()).toEqual({ "nightly-backup": ["30 2 * * *", "Europe/Riga", 4500, "new"] });
    const made = stack.done();
    expect(made["created Schedule nightly-backup"]).toMatchObject({
      scheduleExpression: "cron(30 2 * * ? *)",
      target: { arn: "arn:stub:backup-1a2b3c", roleArn: "arn:stub:starter-1a2b3c" },
    });
    expect(JSON.stringify(made["created Function backup"])).toContain(
      String((await service.check("nightly-backup")).ping_url),
    );
    expect(await coverageOf(stack, service)).toMatchObject({
      percent: 100,
      counts: { jobs: 1, needed: 1, covered: 1, checks: 1 },
      gaps: [],
    });
  });
});
