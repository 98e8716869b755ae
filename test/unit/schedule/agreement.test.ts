import fc from "fast-check";
import { nextFire } from "../../../schedule";
import { disagreement } from "../../../schedule/agreement";

const FROM = new Date("2026-11-22T10:00:00Z");
const cron = (schedule: string, tz = "UTC") => ({ schedule, tz });
const between = (
  job: Parameters<typeof disagreement>[0],
  check: Parameters<typeof disagreement>[1],
  grace = 3600,
) => disagreement(job, check, grace, FROM);

it("goes by the times, and not by how they are written", () => {
  expect(between(cron("0 0 * * SUN"), cron("0 0 * * 0"))).toBeUndefined();
  expect(between(cron("*-*-* 05:00:00", "Asia/Tokyo"), cron("0 20 * * *"))).toBeUndefined();
  expect(between(cron("0 5 * * *", "Europe/Kiev"), cron("0 5 * * *", "Europe/Kyiv"))).toBeUndefined();
  expect(between(cron("0 5 29 2 *"), cron("02-29 05:00"))).toBeUndefined();
  expect(between(cron("0 5 * * *"), cron("0 6 * * *"))).toEqual({
    kind: "unexpected",
    at: new Date("2026-11-23T05:00:00Z"),
  });
  expect(between(cron("0 5 * * 1"), cron("0 5 * * 0,1"))).toEqual({
    kind: "missing",
    at: new Date("2026-11-29T05:00:00Z"),
  });
});

it("sees differences that show only in summer, in one month, or when the clocks change", () => {
  expect(between(cron("30 2 * * *", "Europe/London"), cron("30 2 * * *"))).toMatchObject({
    at: new Date("2027-03-28T01:30:00Z"),
  });
  expect(between(cron("* * * 1-9,11-12 *"), cron("* * * * *"))).toMatchObject({ kind: "missing" });
  expect(between(cron("*-*-* 03:30:00", "Europe/Riga"), cron("30 3 * * *", "Europe/Riga"))).toMatchObject({
    kind: "missing",
    at: new Date("2027-03-28T01:00:00Z"),
  });
});

it("sees a difference at whatever hour and on whatever day it shows, also of a job that runs every minute", () => {
  const often = ["* * * * *", "*/2 * * * *", "*/5 * * * *"];
  for (const hour of [0, 6, 12, 18])
    for (const schedule of often) {
      const from = new Date(FROM.getTime() + hour * 3_600_000);
      const [minute] = schedule.split(" ");
      for (const other of [
        `${minute} 8-23 * * *`,
        `${minute} 0-21 * * *`,
        `${minute} * 1-30 * *`,
        `${minute} * * 1-9,11,12 *`,
      ])
        expect([other, disagreement(cron(schedule), cron(other), 3600, from)?.kind]).toEqual([
          other,
          "unexpected",
        ]);
      const weekends = cron(
        `Mon..Fri ${schedule === "* * * * *" ? "*:*" : `*:00/${minute?.slice(2)}`}\nSat,Sun 08..23:00`,
      );
      expect(disagreement(cron(schedule), weekends, 3600, from)?.kind).toBe("unexpected");
    }
});

it("disagrees with nothing that the scheduler does not say", () => {
  const daily = { job: cron("01:30", "Europe/London"), check: cron("30 1 * * *", "Europe/London") };
  expect(disagreement(daily.job, daily.check, 3600, FROM, ["overlap"])).toMatchObject({
    at: new Date("2027-03-28T01:00:00Z"),
  });
  expect(disagreement(daily.job, daily.check, 3600, FROM, ["gap", "overlap"])).toBeUndefined();
  const hourly = { job: cron("0 0-23 * * *", "Europe/London"), check: cron("0 * * * *", "Europe/London") };
  expect(disagreement(hourly.job, hourly.check, 3600, FROM)).toEqual({
    kind: "missing",
    at: new Date("2027-10-31T01:00:00Z"),
  });
  expect(disagreement(hourly.job, hourly.check, 3600, FROM, ["overlap"])).toBeUndefined();
  // What differs at other times is still found.
  const others = cron("0 3-23 * * *", "Europe/London");
  expect(disagreement(others, hourly.check, 3600, FROM, ["overlap"])).toMatchObject({ kind: "missing" });
});

it("lets a check with a period wait for the longest pause between two runs, and for no more than two", () => {
  expect(between(cron("0 5 * * *"), { timeout: 86_400 })).toBeUndefined();
  expect(between(cron("0 5 * * 1-5"), { timeout: 86_400 })).toEqual({ kind: "impatient", longest: 259_200 });
  // One day a year has 25 hours.
  expect(between(cron("0 5 * * *", "Europe/Riga"), { timeout: 86_400 })).toBeUndefined();
  expect(between(cron("0 5 * * *", "Europe/Riga"), { timeout: 86_400 }, 1800)).toEqual({
    kind: "impatient",
    longest: 90_000,
  });
  // On working days it would not notice that several are missing, and so no period is right.
  expect(between(cron("0 5 * * 1-5"), { timeout: 259_200 })).toEqual({ kind: "patient", longest: 259_200 });
  expect(between(cron("0 9-17 * * *"), { timeout: 57_600 })).toEqual({ kind: "patient", longest: 57_600 });
  expect(between(cron("0 9-17 * * *"), { timeout: 7199 }, 57_600)).toBeUndefined();
  // The hours of the changes are not what a job is like.
  expect(between(cron("0 3 * * *", "Europe/Riga"), { timeout: 100_000 })).toBeUndefined();
  expect(between(cron("*/60 3 * * *", "Europe/Riga"), { timeout: 100_000 }, 80_000)).toBeUndefined();
  expect(between({ timeout: 300 }, { timeout: 300 })).toBeUndefined();
  expect(between({ timeout: 300 }, { timeout: 600 })).toEqual({ kind: "patient", longest: 300 });
  expect(between({ timeout: 3600 }, cron("0 * * * *"))).toEqual({ kind: "byClock" });
});

it("takes what a scheduler leaves open for agreement at repeated times only, not in the hours around them", () => {
  const newYork = (schedule: string) => cron(schedule, "America/New_York");
  const job = newYork("30 1,3 * * *");
  const compared = (others: string) => disagreement(job, newYork(others), 3600, FROM, ["gap", "overlap"]);
  expect(compared("01:30\n03:30")).toBeUndefined();
  // Left out at 03:30 of the day when the clocks are put back: at 08:30 of UTC.
  const elsewhen = "*-01..10-* 03:30\n*-11-01..06,08..31 03:30\n*-12-* 03:30";
  expect(compared(`01:30\n${elsewhen}`)).toEqual({
    kind: "unexpected",
    at: new Date("2027-11-07T08:30:00Z"),
  });
});

it("is right about what it says, and misses no difference of the next month", () => {
  const schedule = fc
    .tuple(
      fc.constantFrom("0", "30", "0,30", "*/20"),
      fc.constantFrom("2", "3", "*/6", "1-5"),
      fc.constantFrom("*", "1", "1,15", "*/2"),
      fc.constantFrom("*", "1-5", "0"),
    )
    .map(([minute, hour, day, weekday]) => `${minute} ${hour} ${day} * ${weekday}`);
  const tz = fc.constantFrom("UTC", "Europe/London", "Europe/Riga", "America/New_York");
  const times = fc.record({ schedule, tz });
  const start = fc.integer({ min: 0, max: 500 }).map((day) => new Date(FROM.getTime() + day * 86_400_000));
  fc.assert(
    fc.property(times, times, start, (job, check, from) => {
      const found = disagreement(job, check, 3600, from);
      if (found) {
        if (!("at" in found)) throw new Error(`two schedules, and ${found.kind}`);
        const fires = (one: typeof job) => {
          const next = nextFire(one.schedule, one.tz, new Date(found.at.getTime() - 1));
          return next?.getTime() === found.at.getTime();
        };
        expect([fires(job), fires(check)]).toEqual([found.kind === "unexpected", found.kind === "missing"]);
      } else {
        expect(month(job, from)).toEqual(month(check, from));
      }
    }),
    { numRuns: 60 },
  );
});

/** All times of a month. */
function month({ schedule, tz }: { schedule: string; tz: string }, from: Date): number[] {
  const end = from.getTime() + 30 * 86_400_000;
  const times: number[] = [];
  for (let at = from; ; ) {
    const next = nextFire(schedule, tz, at);
    if (!next || next.getTime() > end) return times;
    times.push(next.getTime());
    at = next;
  }
}
