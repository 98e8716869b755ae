import { schedules } from "../../../../sdk";

describe("a list with nothing between two commas, or at its ends", () => {
  const timeZone = "UTC";

  it.each([
    ["0 8,,12 * * *", "0 8,12 * * *"],
    ["0,30, 4 * * *", "0,30 4 * * *"],
    ["0 4 ,1 * *", "0 4 1 * *"],
    ["0 4 * JAN,, MON,", "0 4 * 1 1"],
    ["0 4 *, * 5", "0 4 * * 5"],
  ])("means for Kubernetes and Nomad what stands in it: %s", (given, schedule) => {
    const exact = { ok: true, check: { schedule, tz: timeZone }, notes: [] };
    expect(schedules.tryKubernetes({ schedule: given, timeZone })).toEqual(exact);
    expect(schedules.tryNomad({ cron: given, timeZone })).toEqual(exact);
  });

  it("is refused where nothing stands in it, and by other schedulers", () => {
    expect(schedules.tryKubernetes({ schedule: "0 , * * *", timeZone })).toEqual({
      ok: false,
      property: "schedule",
      reason: "the hour must be 0 to 23",
    });
    expect(schedules.tryNomad({ cron: "0 , * * *" }).ok).toBe(false);
    expect(schedules.tryCrontab({ line: "0 8,,12 * * * job", timeZone }).ok).toBe(false);
  });
});
