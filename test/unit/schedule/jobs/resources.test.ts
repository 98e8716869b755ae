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

it("tells of a CronJob that cannot be read", () => {
  expect(job("kubernetes:batch/v1:CronJob", { metadata: {} })).toEqual({
    file: "prod",
    reason: expect.stringContaining("is a CronJob that cannot be read: spec"),
  });
});
