import type { Conversion } from "../../../../schedule/schedulers";
import { schedules } from "../../../../sdk";
import { firingsOf } from "../../../support/schedule/firings";

const AFTER = Date.parse("2026-10-24T23:30:00Z");
const LAST = Date.parse("2026-10-25T02:30:00Z");

const timeZone = "Europe/London";
const SEVERAL = "Several of its times come twice: with a grace of an hour or less the check may alert then.";
const convert: Record<string, (cron: string) => Conversion> = {
  "Cloud Scheduler": (schedule) => schedules.tryCloudScheduler({ schedule, timeZone }),
  GitHub: (cron) => schedules.tryGitHubActions({ schedule: { cron, timezone: timeZone } }),
};

describe.each(Object.keys(convert))(
  "%s, which does not say what it does in an hour that comes twice",
  (name) => {
    const note = `${name} does not say whether it runs a job again at times that the clocks of ${timeZone} show twice; the check expects the first run only.`;

    it.each([
      ["*/30 1 * * *", "2026-10-25T00:00Z", "2026-10-25T00:30Z"],
      ["*/30 * * * *", "2026-10-25T00:00Z", "2026-10-25T00:30Z", "2026-10-25T02:00Z", "2026-10-25T02:30Z"],
      ["30 1 * * *", "2026-10-25T00:30Z"],
    ])("has only its sure runs expected: %s", (cron, ...runs) => {
      const conversion = convert[name]?.(cron);
      if (!conversion?.ok) throw new Error(conversion?.reason);
      expect(conversion.notes).toContain(note);
      expect(firingsOf(conversion.check, AFTER, LAST)).toEqual(runs.map((run) => Date.parse(run)));
    });

    it.each([
      ["*/30 1 * * *", true],
      ["30 1 * * *", false],
    ])("is said to need a longer grace where several times come twice: %s", (cron, isSaid) => {
      const conversion = convert[name]?.(cron);
      const notes = conversion?.ok ? conversion.notes : [];
      expect(notes.includes(SEVERAL)).toBe(isSaid);
    });

    it("has nothing left open at other hours", () => {
      expect(convert[name]?.("*/30 4 * * *")).toEqual({
        ok: true,
        check: { schedule: "*/30 4 * * *", tz: timeZone },
        notes: [],
      });
    });
  },
);

it("names the length of what comes twice where that is no hour", () => {
  const conversion = schedules.tryCloudScheduler({
    schedule: "*/10 * * * *",
    timeZone: "Australia/Lord_Howe",
  });
  expect(conversion).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining("with a grace of 30 minutes or less")]),
  });
});

it("is said of schedulers that do run twice, too, where the check cannot expect that", () => {
  const conversion = schedules.tryKubernetes({ schedule: "5,35 3 * * *", timeZone: "Europe/Riga" });
  expect(conversion).toMatchObject({ notes: [expect.stringContaining("twice"), SEVERAL] });
});

describe("of several ways to write a schedule", () => {
  it("takes the one that leaves nothing to be noted, where the job's own does", () => {
    const schedule = { cron: "*/30 2 * * *", timezone: "America/New_York" };
    // With the star the service leaves out what the clocks jump over, and GitHub runs it afterwards.
    expect(schedules.tryGitHubActions({ schedule })).toEqual({
      ok: true,
      check: { schedule: "0,30 2 * * *", tz: "America/New_York" },
      notes: [],
    });
  });

  it("takes none with a star where the service itself misfires with it", () => {
    const tz = "Australia/Lord_Howe";
    expect(schedules.tryCrontab({ line: "*/20 * * * * job", timeZone: tz })).toEqual({
      ok: true,
      check: { schedule: "*:00/20", tz },
      notes: [expect.stringContaining("the check expects the first run only")],
    });
  });
});

it("a job at hour 0 and at one that the clocks jump over gets the star that follows the clock at its hour", () => {
  const timeZone = "America/New_York";
  expect(schedules.tryKubernetes({ schedule: "30 0,2 * * *", timeZone })).toEqual({
    ok: true,
    check: { schedule: "30 */24,2 * * *", tz: timeZone },
    notes: [],
  });
  // Neither its minute nor its hour is 0, so that no star is left to write.
  expect(schedules.tryKubernetes({ schedule: "15 2,4 * * *", timeZone })).toEqual({
    ok: true,
    check: { schedule: "02,04:15", tz: timeZone },
    notes: [],
  });
});
