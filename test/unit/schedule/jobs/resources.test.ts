import { jobOfResource } from "../../../../schedule/jobs";

const job = (type: string, inputs: Record<string, unknown>) =>
  jobOfResource({ type, resource: "own", inputs, file: "prod" });

const spec = { schedule: "0 1 * * *" };

it.each([
  ["kubernetes:batch/v1:CronJob", { metadata: { name: "given" }, spec }, "given"],
  // The engine has added random letters.
  [
    "kubernetes:batch/v1beta1:CronJob",
    { metadata: { name: "own-1a2b", annotations: { "pulumi.com/autonamed": "true" } }, spec },
    "own",
  ],
  ["aws:cloudwatch/eventRule:EventRule", { name: "r", scheduleExpression: "rate(5 minutes)" }, "r"],
  [
    "aws:scheduler/schedule:Schedule",
    { __defaults: ["name"], name: "own-1", scheduleExpression: "cron(0 1 * * ? *)" },
    "own",
  ],
  ["aws-native:scheduler:Schedule", { scheduleExpression: "rate(1 day)" }, "own"],
  // These providers do not say that they made it.
  ["aws-native:scheduler:Schedule", { name: "own-3f1a2b7", scheduleExpression: "rate(1 day)" }, "own"],
  ["google-native:cloudscheduler/v1:Job", { name: "own-3f1a2b7c", schedule: "0 1 * * *" }, "own"],
  ["aws-native:events:Rule", { name: "own-2", scheduleExpression: "rate(1 day)" }, "own-2"],
  // As a policy sees it in an update, and where the provider says nothing of a prefix.
  [
    "aws:cloudwatch/eventRule:EventRule",
    { name: "db-20261127185401000000000001", namePrefix: "db-", scheduleExpression: "rate(1 day)" },
    "own",
  ],
  ["aws:scheduler/schedule:Schedule", { name: "s", namePrefix: "", scheduleExpression: "rate(1 day)" }, "s"],
  ["gcp:cloudscheduler/job:Job", { name: "j", schedule: "0 1 * * *" }, "j"],
])("finds a job in %s %j", (type, inputs, name) => {
  expect(job(type, inputs)).toMatchObject({ name, file: "prod", times: { ok: true } });
});

it.each([
  ["aws:cloudwatch/eventRule:EventRule", { eventPattern: "{}" }],
  ["aws:scheduler/schedule:Schedule", { scheduleExpression: "at(2030-01-01T00:00:00)" }],
  // Rules, which have no at(…), run once like this.
  ["aws:cloudwatch/eventRule:EventRule", { scheduleExpression: "cron(0 10 24 12 ? 2098)" }],
  ["aws-native:scheduler:Schedule", { scheduleExpression: "cron(0 10 * * ? 2024-2025)" }],
  ["gcp:cloudscheduler/job:Job", {}],
  ["kubernetes:batch/v1:Job", { spec: {} }],
  ["aws:s3/bucket:Bucket", {}],
])("finds none in %s %j", (type, inputs) => expect(job(type, inputs)).toBeUndefined());

it("reads the marks of annotations, tags in both spellings and descriptions, and what is off", () => {
  const tags = { "pulumi-checks/check": "x" };
  const rule = { scheduleExpression: "rate(1 day)" };
  const schedule = "aws:cloudwatch/eventRule:EventRule";
  expect(job(schedule, { ...rule, tags, state: "DISABLED" })).toMatchObject({ slug: "x", suspended: true });
  expect(
    job("aws-native:events:Rule", { ...rule, tags: [{ key: "pulumi-checks/monitor", value: "false" }] }),
  ).toMatchObject({
    unmonitored: true,
  });
  expect(job(schedule, { ...rule, description: "Nightly.\n\npulumi-checks check: y" })).toMatchObject({
    slug: "y",
  });
  expect(
    job("gcp:cloudscheduler/job:Job", { schedule: "0 1 * * *", paused: true, attemptDeadline: "320.5s" }),
  ).toMatchObject({ suspended: true, deadline: 321, timeZone: "UTC" });
});

it("takes an empty annotation or tag for none: the job's name tells its check", () => {
  const spec = { schedule: "0 1 * * *" };
  const metadata = { name: "backup", annotations: { "pulumi-checks/check": "" } };
  expect(job("kubernetes:batch/v1:CronJob", { metadata, spec })).not.toHaveProperty("slug");
  const rule = { scheduleExpression: "rate(1 day)", tags: { "pulumi-checks/check": "" } };
  expect(job("aws:cloudwatch/eventRule:EventRule", rule)).not.toHaveProperty("slug");
});

it("tells of a CronJob that cannot be read", () => {
  expect(job("kubernetes:batch/v1:CronJob", { metadata: {} })).toEqual({
    file: "prod",
    reason: expect.stringContaining("is a CronJob that cannot be read: spec"),
  });
});

describe("the times of a job in a state", () => {
  const RULE = "aws:cloudwatch/eventRule:EventRule";
  const SCHEDULE = "aws:scheduler/schedule:Schedule";
  const GOOGLE = "gcp:cloudscheduler/job:Job";
  const daily = { scheduleExpression: "cron(0 1 * * ? *)" };
  const window = (mode: string, maximumWindowInMinutes?: number | null) => ({
    ...daily,
    flexibleTimeWindow: { mode, maximumWindowInMinutes },
  });

  it.each<[string, object, object]>([
    [RULE, daily, { timeZone: "UTC", times: { check: { schedule: "0 1 * * *", tz: "UTC" } } }],
    [
      SCHEDULE,
      { ...daily, scheduleExpressionTimezone: "Asia/Tokyo" },
      {
        scheduler: "eventBridge",
        schedule: "cron(0 1 * * ? *)",
        timeZone: "Asia/Tokyo",
        times: { check: { schedule: "0 1 * * *", tz: "Asia/Tokyo" } },
      },
    ],
    [SCHEDULE, window("FLEXIBLE", 15), { times: { check: { grace: 4500 } } }],
    [SCHEDULE, { ...daily, endDate: "2030-01-01T00:00:00Z" }, { times: { ok: false, property: "endDate" } }],
    [
      GOOGLE,
      { ...spec, timeZone: "Asia/Tokyo", attemptDeadline: "1800s" },
      {
        scheduler: "cloudScheduler",
        timeZone: "Asia/Tokyo",
        deadline: 1800,
        times: { check: { schedule: "0 1 * * *", tz: "Asia/Tokyo", grace: 1800 } },
      },
    ],
    [GOOGLE, { ...spec, description: "pulumi-checks check: z" }, { slug: "z" }],
    [RULE, { ...daily, isEnabled: false }, { suspended: true }],
  ])("are all that says when it runs: %s %j", (type, inputs, expected) => {
    expect(job(type, inputs as Record<string, unknown>)).toMatchObject(expected);
  });

  it.each<[string, object]>([
    [SCHEDULE, window("OFF")],
    [SCHEDULE, window("OFF", null)],
    [SCHEDULE, { ...daily, flexibleTimeWindow: null, endDate: null, scheduleExpressionTimezone: null }],
    [RULE, { ...daily, isEnabled: true, state: "ENABLED", tags: null, description: null }],
    [GOOGLE, { ...spec, timeZone: null, attemptDeadline: null, paused: false, description: null }],
  ])("are plain where the rest is not set: %s %j", (type, inputs) => {
    const found = job(type, inputs as Record<string, unknown>);
    expect(found).toMatchObject({
      timeZone: "UTC",
      times: { ok: true, check: { schedule: "0 1 * * *", tz: "UTC" }, notes: [] },
    });
    for (const key of ["suspended", "deadline", "slug", "unmonitored"]) expect(found).not.toHaveProperty(key);
    expect(found).not.toHaveProperty("times.check.grace");
  });

  it.each([
    [RULE, { scheduleExpression: 5 }, "is a schedule of EventBridge that cannot be read"],
    [SCHEDULE, { ...daily, flexibleTimeWindow: {} }, "is a schedule of EventBridge that cannot be read"],
    [GOOGLE, { schedule: [] }, "is a job of Cloud Scheduler that cannot be read"],
  ])("cannot be read in %s %j", (type, inputs, reason) => {
    expect(job(type, inputs)).toEqual({ file: "prod", reason });
  });
});
