import type { input } from "@pulumi/kubernetes/types";
import * as pulumi from "@pulumi/pulumi";
import { type JobCheckArgs, jobCheck } from "../../../../sdk/kubernetes/jobCheck";
import { insideOf } from "../../../support/sdk/program";

type Changes = Partial<Omit<input.batch.v1.CronJobSpec, "jobTemplate">>;

function check(changes: Changes, job: object = {}, extra: JobCheckArgs = {}, name = "Nightly Backup") {
  const jobTemplate = { spec: { template: {}, ...job } };
  const declared = { schedule: "30 2 * * *", timeZone: "Europe/Riga", ...changes, jobTemplate };
  return jobCheck(`CronJob "${name}"`, name, declared, extra);
}

describe("the check of a CronJob", () => {
  it("follows from the job", () => {
    expect(check({})).toMatchObject({
      name: "Nightly Backup",
      slug: "nightly-backup",
      schedule: "30 2 * * *",
      tz: "Europe/Riga",
      timeout: undefined,
      grace: 3600,
      paused: false,
    });
  });

  it("takes what is said for it in place of what the name gives, and nothing said for nothing", () => {
    expect(check({}, {}, { slug: "backup", name: "The backup" }, "夜")).toMatchObject({
      slug: "backup",
      name: "The backup",
    });
    const unset = { slug: undefined, name: undefined } as unknown as JobCheckArgs;
    expect(check({}, {}, unset)).toMatchObject({ slug: "nightly-backup", name: "Nightly Backup" });
  });

  it("has as much of a long name as a check can have, for which 100 letters of any kind count", () => {
    const long = check({}, {}, {}, `${"🚀".repeat(60)} ${"n".repeat(60)}`);
    expect(long).toMatchObject({ name: `${"🚀".repeat(60)} ${"n".repeat(38)}…`, slug: "n".repeat(60) });
    expect(check({}, {}, {}, `${"🚀".repeat(99)}n`)).toMatchObject({ name: `${"🚀".repeat(99)}n` });
    expect(check({}, {}, { name: "n".repeat(101) })).toMatchObject({ name: "n".repeat(101) });
  });

  it("has a period where the job has one", () => {
    expect(check({ schedule: "@every 90m", timeZone: undefined })).toMatchObject({
      timeout: 5400,
      schedule: undefined,
    });
  });

  it("is paused while the job is suspended", () => {
    expect(check({ suspend: true })).toMatchObject({ paused: true, manualResume: true });
    expect(check({ suspend: false })).toMatchObject({ paused: false, manualResume: undefined });
    expect(check({ suspend: true }, {}, { manualResume: false })).toMatchObject({ manualResume: false });
  });

  it.each<[string, Changes, object, number]>([
    ["when the job may start late", { startingDeadlineSeconds: 600 }, {}, 4200],
    ["when the job may run so long", {}, { activeDeadlineSeconds: 1800 }, 1860],
    ["when it may not start late at all", { startingDeadlineSeconds: 0 }, {}, 3600],
    ["of both", { startingDeadlineSeconds: 600 }, { activeDeadlineSeconds: 1800 }, 2460],
    ["of a year at most", { startingDeadlineSeconds: 40_000_000 }, {}, 31_536_000],
  ])("waits as long as the job's deadlines say: %s", (_, changes, job, grace) => {
    expect(check(changes, job)).toMatchObject({ grace });
  });

  it("takes null for absent, as a manifest has it", () => {
    const parsed = JSON.parse(`{
      "schedule": "30 2 * * *", "timeZone": null, "suspend": null, "startingDeadlineSeconds": null,
      "jobTemplate": { "spec": { "activeDeadlineSeconds": null, "template": {} } }
    }`);
    expect(jobCheck('CronJob "backup"', "backup", parsed, {})).toMatchObject({
      schedule: "30 2 * * *",
      tz: "UTC",
      grace: 3600,
      paused: false,
    });
    expect(
      jobCheck('CronJob "backup"', "backup", { ...parsed, schedule: "TZ=Asia/Tokyo 0 5 * * *" }, {}),
    ).toMatchObject({
      tz: "Asia/Tokyo",
    });
    expect(jobCheck('CronJob "backup"', "backup", { ...parsed, jobTemplate: null }, {})).toMatchObject({
      grace: 3600,
    });
  });

  it.each(["{}", '{"schedule": null}'])("is refused where the job says no time: %s", (spec) => {
    expect(() => jobCheck('CronJob "backup"', "backup", JSON.parse(spec), {})).toThrow(
      new Error('CronJob "backup": spec.schedule: is missing. Say when the job runs'),
    );
  });

  it("has what is said besides, which counts first", () => {
    const extra = {
      slug: "backup",
      name: "Backup",
      grace: "5m",
      channels: ["Pager"],
      tags: ["prod"],
    } as const;
    expect(
      check({}, { activeDeadlineSeconds: 1800 }, { ...extra, channels: ["Pager"], tags: ["prod"] }),
    ).toMatchObject(extra);
  });

  it("is known as soon as the job is", async () => {
    const { schedule, slug, paused } = check({
      schedule: pulumi.output("0 5 * * *"),
      suspend: pulumi.output(true),
    });
    expect(slug).toBe("nightly-backup");
    expect(await insideOf(pulumi.output(schedule))).toMatchObject({ value: "0 5 * * *" });
    expect(await insideOf(pulumi.output(paused))).toMatchObject({ value: true });
  });

  it("is refused where the service cannot expect just the job's runs", () => {
    expect(() => check({ schedule: "99 * * * *" })).toThrow(
      new Error('CronJob "Nightly Backup": spec.schedule: the minute must be 0 to 59'),
    );
  });
});
