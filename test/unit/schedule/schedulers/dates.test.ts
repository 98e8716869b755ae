import { schedules } from "../../../../sdk";

describe("the check of a job with weekdays, and a date that comes in none of its months", () => {
  it.each([
    ["0 0 30 2 1", "0 0 * 2 1"],
    ["0 0 31 4,6 MON-FRI", "0 0 * 4,6 1-5"],
    ["0 0 29 2 1", "0 0 29 2 1"],
    ["0 0 31 1,2 1", "0 0 31 1,2 1"],
  ])("leaves the date out, as some releases of the service refuse it: %s", (cron, schedule) => {
    const timeZone = "UTC";
    const exact = { ok: true, check: { schedule, tz: timeZone }, notes: [] };
    expect(schedules.tryKubernetes({ schedule: cron, timeZone })).toEqual(exact);
    expect(schedules.tryNomad({ cron, timeZone })).toEqual(exact);
    expect(schedules.tryCrontab({ line: `${cron} job`, timeZone })).toEqual(exact);
    expect(schedules.tryCloudScheduler({ schedule: cron, timeZone })).toEqual(exact);
    expect(schedules.tryGitHubActions({ schedule: { cron } })).toEqual(exact);
  });
});
