import { symlinkSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { jobs, monitored, schedules, slugify } from "../../../../sdk";
import { inOwnFolder, refusalOf, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

/** What a program in JavaScript may pass. */
const given = (value: unknown) => value as never;
const NO_TEXTS: unknown[] = [undefined, null, 5, {}, [], pulumi.output("crontab")];

describe.each([
  ["fromCrontab", jobs.fromCrontab],
  ["fromSystemd", jobs.fromSystemd],
  ["fromGitHubWorkflows", jobs.fromGitHubWorkflows],
])("jobs.%s in a program without types", (name, read) => {
  it("refuses a path that is no text", () => {
    for (const path of NO_TEXTS) {
      expect(refusalOf(() => read(given(path)))).toBe(
        `jobs.${name}: path: must be a text: the file or folder that declares the jobs`,
      );
    }
  });

  it("refuses options that it does not have, and values that they do not take", () => {
    const refused = (options: unknown) => refusalOf(() => read(".", given(options)));
    expect(refused(null)).toContain(`jobs.${name}: options: must be an object. `);
    expect(refused("skip")).toContain(`jobs.${name}: options: must be an object. `);
    expect(refused({ timezone: "UTC" })).toBe(
      `jobs.${name}: timezone: is not an option. There are timeZone, form, refused`,
    );
    expect(refused({ refused: "sikp" })).toBe(`jobs.${name}: refused: must be "fail" or "skip"`);
    expect(refused({ form: "root" })).toBe(`jobs.${name}: form: must be "user" or "system"`);
    expect(refused({ timeZone: pulumi.output("UTC") })).toBe(`jobs.${name}: timeZone: must be a text`);
  });
});

it("a link to nowhere is named, and not its folder", () => {
  write("backup.timer", "[Timer]", "OnCalendar=daily");
  symlinkSync("/nonexistent/backup.service", "backup.service");
  expect(refusalOf(() => jobs.fromSystemd(".", { timeZone: "UTC" }))).toContain(
    "jobs.fromSystemd: backup.service: it is a link to a file that does not exist. ",
  );
});

describe("a schedule in a program without types", () => {
  it.each<[string, (declaration: never) => unknown, string]>([
    ["fromKubernetes", schedules.fromKubernetes, "schedule: is missing; say when the job runs"],
    ["fromEventBridge", schedules.fromEventBridge, "scheduleExpression: is missing; say when the job runs"],
    ["fromCloudScheduler", schedules.fromCloudScheduler, "schedule: is missing; say when the job runs"],
    ["fromGitHubActions", schedules.fromGitHubActions, "schedule: has no entry"],
    ["fromSystemdTimer", schedules.fromSystemdTimer, "onCalendar: nothing says when the timer runs"],
    ["fromCrontab", schedules.fromCrontab, "line: is missing; say when the job runs"],
    ["fromNomad", schedules.fromNomad, "cron: exactly one of cron and crons must be given"],
  ])("is refused in a sentence by %s if there is no declaration", (name, convert, reason) => {
    for (const missing of [undefined, null])
      expect(refusalOf(() => convert(given(missing)))).toContain(`schedules.${name}: ${reason}`);
  });

  it.each<[string, (timeZone: never) => unknown]>([
    ["fromKubernetes", (timeZone) => schedules.fromKubernetes({ schedule: "0 3 * * *", timeZone })],
    ["fromCloudScheduler", (timeZone) => schedules.fromCloudScheduler({ schedule: "0 3 * * *", timeZone })],
    ["fromSystemdTimer", (timeZone) => schedules.fromSystemdTimer({ onCalendar: "daily", timeZone })],
    ["fromCrontab", (timeZone) => schedules.fromCrontab({ line: "0 3 * * * backup", timeZone })],
    ["fromNomad", (timeZone) => schedules.fromNomad({ cron: "0 3 * * *", timeZone })],
  ])("is refused by %s if its zone is no text", (name, convert) => {
    for (const zone of [5, {}, pulumi.output("UTC")]) {
      expect(refusalOf(() => convert(given(zone)))).toBe(
        `schedules.${name}: timeZone: must be a text; where it is an Output, convert its value within apply`,
      );
    }
  });

  it("is refused if its grace is no number, which was put before the scheduler's delay", () => {
    for (const grace of ["600", "10m", {}, pulumi.output(600), Number.NaN]) {
      expect(
        refusalOf(() =>
          schedules.fromEventBridge({
            scheduleExpression: "rate(1 hour)",
            flexibleTimeWindow: { mode: "FLEXIBLE", maximumWindowInMinutes: 15 },
            grace: given(grace),
          }),
        ),
      ).toBe("schedules.fromEventBridge: grace: must be a number of seconds");
    }
  });

  it("does not set what is null, as a parsed manifest has it", () => {
    const none = given(null);
    expect(schedules.fromKubernetes({ schedule: "TZ=UTC 0 3 * * *", timeZone: none, grace: none })).toEqual({
      schedule: "0 3 * * *",
      tz: "UTC",
    });
    expect(schedules.fromEventBridge({ scheduleExpression: "rate(1 hour)", endDate: none })).toEqual({
      timeout: 3600,
    });
    expect(schedules.fromNomad({ cron: none, crons: ["0 3 * * *"] })).toEqual({
      schedule: "0 3 * * *",
      tz: "UTC",
    });
    const timer = { onCalendar: "daily", timeZone: "UTC" };
    expect(
      schedules.trySystemdTimer({ ...timer, onUnitActiveSec: none, onBootSec: none, accuracySec: none }),
    ).toEqual({ ok: true, check: { schedule: "daily", tz: "UTC" }, notes: [] });
    expect(refusalOf(() => schedules.fromCrontab({ line: "0 3 * * * backup", timeZone: none }))).toContain(
      "timeZone: is needed",
    );
  });
});

it("a name that is no text is refused by slugify and monitored", () => {
  for (const name of NO_TEXTS) {
    expect(refusalOf(() => slugify(given(name)))).toBe(
      "slugify: name: must be a text; where it is an Output, call slugify within apply",
    );
    expect(refusalOf(() => monitored(given(name), { scheduleExpression: "rate(1 hour)" }))).toBe(
      "monitored: name: must be a text. Pass the name of the resource as the first argument",
    );
  }
  for (const name of [5, {}]) {
    expect(refusalOf(() => monitored("job", { scheduleExpression: "rate(1 hour)", name: given(name) }))).toBe(
      'monitored "job": name: must be a text',
    );
  }
});

it("further arguments of monitored that are no object are refused", () => {
  for (const check of ["Pager", 5, []]) {
    expect(refusalOf(() => monitored("job", { scheduleExpression: "rate(1 hour)" }, given(check)))).toBe(
      'monitored "job": check: must be an object. Pass the arguments by name, in { }',
    );
  }
});

it("monitored refuses a rule that has only events, which come at no time that a check could expect", () => {
  const eventPattern = JSON.stringify({ source: ["aws.s3"] });
  for (const none of [{}, { scheduleExpression: undefined }, { scheduleExpression: null }]) {
    expect(refusalOf(() => monitored("import", given({ eventPattern, ...none })))).toMatch(
      /^monitored "import": eventPattern: starts the job by events, .* Leave the check out, or declare a Check with /,
    );
  }
  expect(refusalOf(() => monitored("import", given({ eventPattern: undefined })))).toBe(
    'monitored "import": schedule: is missing; say when the job runs',
  );
});

it("monitored refuses what the job's own declaration says of its check", () => {
  const job = { scheduleExpression: "rate(1 hour)" };
  for (const name of ["schedule", "tz", "timeout", "paused"]) {
    // As among arguments that several checks have in common, where the types do not see it.
    const common = { tags: ["prod"], [name]: "1h" };
    expect(refusalOf(() => monitored("sync", job, common))).toBe(
      `monitored "sync": check.${name}: comes from the job's own declaration. Set it there, and leave it out here`,
    );
  }
});
