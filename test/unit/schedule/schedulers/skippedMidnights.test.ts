import { schedules } from "../../../../sdk";

const REASON = "runs this job on a wrong day, or not at all, when the clocks of";

describe("a job on a day that begins with a jump of the clocks", () => {
  it.each([
    ["Africa/Cairo", "0 4 * * 5"],
    ["Africa/Cairo", "30 23 * * 5,6"],
    ["Asia/Beirut", "0 4 * * 0"],
  ])("is refused where Kubernetes forgets that day: in %s at %s", (timeZone, schedule) => {
    expect(schedules.tryKubernetes({ schedule, timeZone })).toEqual({
      ok: false,
      property: "schedule",
      reason: `Kubernetes ${REASON} ${timeZone} skip midnight; give the job another time zone`,
    });
  });

  it.each([
    ["Africa/Cairo", "0 4 * * 4,5", "the day before is one of the job's, too"],
    ["Africa/Cairo", "0 4 * * 1", "the clocks never jump on that day"],
    ["Asia/Beirut", "0 4 * * *", "every day is one of the job's"],
    ["America/Havana", "0 4 * * 0", "west of UTC the day is found"],
  ])("is converted where Kubernetes runs it: in %s at %s (%s)", (timeZone, schedule) => {
    expect(schedules.tryKubernetes({ schedule, timeZone })).toEqual({
      ok: true,
      check: { schedule, tz: timeZone },
      notes: [],
    });
  });

  it("is refused for Nomad only at 23:00, which comes a day early", () => {
    const timeZone = "Africa/Cairo";
    expect(schedules.tryNomad({ cron: "0 4 * * 5", timeZone })).toMatchObject({ ok: true, notes: [] });
    for (const cron of ["0 23 * * 5", "0 4,23 * * 5"]) {
      expect(schedules.tryNomad({ cron, timeZone })).toEqual({
        ok: false,
        property: "cron",
        reason: `Nomad ${REASON} ${timeZone} skip midnight; give the job another time zone`,
      });
    }
    expect(schedules.tryNomad({ cron: "0 23 * * 0", timeZone: "America/Havana" })).toMatchObject({
      ok: true,
    });
  });
});
