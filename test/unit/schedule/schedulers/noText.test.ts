import * as pulumi from "@pulumi/pulumi";
import { schedules } from "../../../../sdk";

/** What a parsed manifest, or a program in JavaScript, may hand over. */
const given = (value: unknown) => value as never;

describe("a declaration whose schedule is no text", () => {
  it.each<[string, (value: never) => unknown, string]>([
    ["fromKubernetes", (schedule) => schedules.fromKubernetes({ schedule }), "schedule"],
    ["fromCloudScheduler", (schedule) => schedules.fromCloudScheduler({ schedule }), "schedule"],
    [
      "fromEventBridge",
      (one) => schedules.fromEventBridge({ scheduleExpression: one }),
      "scheduleExpression",
    ],
    ["fromGitHubActions", (cron) => schedules.fromGitHubActions({ schedule: [{ cron }] }), "schedule"],
    ["fromCrontab", (line) => schedules.fromCrontab({ line, timeZone: "UTC" }), "line"],
    ["fromNomad", (cron) => schedules.fromNomad({ crons: [cron] }), "crons"],
  ])("is refused in a sentence by %s", (name, convert, property) => {
    const about = `schedules.${name}: ${property}: `;
    for (const missing of [undefined, null])
      expect(() => convert(given(missing))).toThrow(`${about}is missing; say when the job runs`);
    expect(() => convert(given(pulumi.output("0 3 * * *")))).toThrow(
      `${about}must be a text; where it is an Output, convert its value within apply`,
    );
  });
});
