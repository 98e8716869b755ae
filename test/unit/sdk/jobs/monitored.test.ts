import * as pulumi from "@pulumi/pulumi";
import { jobOfResource } from "../../../../schedule/jobs";
import { type CloudSchedulerArgs, type EventBridgeArgs, monitored } from "../../../../sdk";
import { insideOf } from "../../../support/sdk/program";

const PING = "https://ping.example.com/uuid";
/** What the engine was asked to register, by name. */
const registered = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs: { __provider, ...inputs } }) => {
      registered.set(name, inputs);
      return { id: "uuid", state: { ...inputs, uuid: "uuid", pingUrl: PING } };
    },
    call: () => ({}),
  });
});
beforeEach(() => registered.clear());

const NIGHTLY = {
  scheduleExpression: "cron(30 2 * * ? *)",
  scheduleExpressionTimezone: "America/New_York",
  flexibleTimeWindow: { mode: "FLEXIBLE", maximumWindowInMinutes: 15 },
  groupName: "jobs",
};
const FIGURES = { schedule: "0 9 1 * *", timeZone: "Asia/Tokyo", region: "asia-northeast1" };

/** The check that is made of a declaration, and the arguments that come back. */
async function made(
  name: string,
  args: EventBridgeArgs | CloudSchedulerArgs,
  ...more: [object?]
): Promise<{ check: Record<string, unknown> | undefined; args: object }> {
  const job = monitored(name, args, ...more);
  await insideOf(job.check.uuid);
  return { check: registered.get(name), args: (await insideOf(pulumi.output(job.args))).value };
}

describe("a schedule with its check", () => {
  it("of EventBridge", async () => {
    expect(await made("nightly-backup", NIGHTLY)).toEqual({
      check: {
        name: "nightly-backup",
        slug: "nightly-backup",
        schedule: "02:30",
        tz: "America/New_York",
        grace: 4500,
        paused: false,
      },
      args: { ...NIGHTLY, description: "pulumi-checks check: nightly-backup" },
    });
  });

  it("of a long name, of which the check has as much as it can", async () => {
    const { check } = await made("long", { ...FIGURES, name: pulumi.output("n".repeat(120)) });
    expect(check).toMatchObject({ name: `${"n".repeat(99)}…`, slug: "n".repeat(100) });
  });

  it("of a rule of EventBridge that counts from the last run, and of what is said besides", async () => {
    const rule = {
      name: "Roll Up",
      scheduleExpression: "rate(1 hour)",
      description: "Sums.",
      isEnabled: false,
    };
    const extra = { grace: "5m", tags: ["prod"], channels: "*" };
    expect(await made("rollup", rule, extra)).toEqual({
      check: { name: "Roll Up", slug: "roll-up", timeout: 3600, ...extra, paused: true, manualResume: true },
      args: { ...rule, description: "Sums.\npulumi-checks check: roll-up" },
    });
  });

  it("with what is said for it in place of what follows from the declaration", async () => {
    const said = { name: "The figures", slug: "figures", grace: "2h", manualResume: false };
    const { check } = await made("sums", { ...FIGURES, paused: true }, said);
    expect(check).toMatchObject({ ...said, paused: true });
  });

  it("of Cloud Scheduler", async () => {
    expect(await made("figures", FIGURES, { slug: "monthly-figures" })).toEqual({
      check: {
        name: "figures",
        slug: "monthly-figures",
        schedule: "0 9 1 * *",
        tz: "Asia/Tokyo",
        paused: false,
      },
      args: { ...FIGURES, description: "pulumi-checks check: monthly-figures" },
    });
  });

  it.each<[string, EventBridgeArgs | CloudSchedulerArgs, object]>([
    ["is paused while its state says so", { ...NIGHTLY, state: "DISABLED" }, { paused: true }],
    ["runs while its state says so", { ...NIGHTLY, state: "ENABLED" }, { paused: false }],
    ["is paused while its job is", { ...FIGURES, paused: true }, { paused: true, manualResume: true }],
    ["waits for a long attempt", { ...FIGURES, attemptDeadline: "7200s" }, { grace: 7260 }],
    [
      "follows outputs",
      { schedule: pulumi.output("*/5 * * * *"), paused: pulumi.output(true) },
      { schedule: "*/5 * * * *", tz: "UTC", paused: true },
    ],
  ])("%s", async (_, args, check) => {
    expect((await made("job", args)).check).toMatchObject(check);
  });

  it("has an hour for a short attempt, whatever the configuration gives all checks", async () => {
    const { check } = await made("job", { ...FIGURES, attemptDeadline: "30s" });
    expect(check).toMatchObject({ grace: 3600 });
  });

  it("gives the ping URL as a variable", async () => {
    const { environment } = monitored("nightly-backup", NIGHTLY);
    expect(Object.keys(environment)).toEqual(["CHECKS_PING_URL"]);
    expect(await insideOf(environment.CHECKS_PING_URL)).toMatchObject({ value: PING });
  });

  it.each([
    ["aws:scheduler/schedule:Schedule", NIGHTLY],
    ["aws:cloudwatch/eventRule:EventRule", { scheduleExpression: "rate(1 hour)", description: "Sums." }],
    ["gcp:cloudscheduler/job:Job", FIGURES],
  ])("is paired by coverage, whatever the two are called: %s", async (type, declaration) => {
    const { args } = await made("a-check", declaration, { slug: "of-its-own" });
    const job = jobOfResource({
      type,
      resource: "another",
      inputs: args as Record<string, unknown>,
      file: "x",
    });
    expect(job).toMatchObject({ slug: "of-its-own", times: { ok: true } });
  });
});

it("with a description that has just enough room for the line that names its check has that", async () => {
  const { args } = await made("job", { schedule: "0 9 * * *", description: "x".repeat(475) });
  expect(args).toMatchObject({ description: `${"x".repeat(475)}\npulumi-checks check: job` });
});

it("of a year in which it runs again has a check", async () => {
  const { check } = await made("late", { scheduleExpression: "cron(0 1 29 2 ? 2092,2096)" });
  expect(check).toMatchObject({ schedule: "2092,2096-02-29 01:00" });
});

describe("a schedule without a check that could expect it", () => {
  it.each<[string, EventBridgeArgs | CloudSchedulerArgs, string]>([
    [
      "runs once",
      { scheduleExpression: "at(2026-11-20T13:00:00)" },
      "scheduleExpression: runs once, and a check is for what runs again and again; leave the check out",
    ],
    [
      "ends",
      { scheduleExpression: "rate(1 day)", endDate: "2030-01-01T00:00:00Z" },
      "endDate: ends the schedule, after which its check would be down for ever; leave the check out, or convert without endDate",
    ],
    [
      "names a year that is over",
      { scheduleExpression: "cron(0 1 * * ? 2020)" },
      "scheduleExpression: does not run again, or only once, after which its check would be down for ever. Leave the check out, or change its year",
    ],
    [
      "names one day of one year",
      { scheduleExpression: "cron(0 1 29 2 ? 2096)" },
      "scheduleExpression: does not run again, or only once, after which its check would be down for ever. Leave the check out, or change its year",
    ],
    ["is wrong", { schedule: "99 * * * *" }, "schedule: the minute must be 0 to 59"],
    [
      "has a description as long as it may be",
      { schedule: "0 9 * * *", description: "x".repeat(500) },
      "description: is 25 characters too long with the line that names its check. Shorten it",
    ],
    [
      "has a description that is one character too long",
      { schedule: "0 9 * * *", description: "x".repeat(476) },
      "description: is 1 character too long with the line that names its check. Shorten it",
    ],
  ])("is refused when it %s, before anything is made", async (_, args, reason) => {
    expect(() => monitored("job", args)).toThrow(new Error(`monitored "job": ${reason}`));
    await new Promise(setImmediate);
    expect(registered.size).toBe(0);
  });

  it.each([
    ["an output", pulumi.output({ schedule: "0 9 * * *" })],
    ["a promise", Promise.resolve({ schedule: "0 9 * * *" })],
  ])("is refused when it is %s: what it returns could hold nothing of it", (_, args) => {
    expect(() => monitored("job", args as unknown as EventBridgeArgs)).toThrow(
      new Error('monitored "job": args: is an Output. Pass an object; its values may be Outputs'),
    );
  });

  it("is refused when its name gives no slug, under the name of the job", () => {
    expect(() => monitored("日本", { schedule: "0 9 * * *" })).toThrow(
      new Error('monitored "日本": slug: nothing of the job\'s name can stand in one. Set it yourself'),
    );
  });

  it("is refused when it is the resource itself", () => {
    const rule = new pulumi.ComponentResource("test:index:Rule", "rule") as unknown as EventBridgeArgs;
    expect(() => monitored("job", rule)).toThrow(
      new Error(
        'monitored "job": args: is a resource. Pass its arguments, and create the resource with the args that are returned',
      ),
    );
  });
});
