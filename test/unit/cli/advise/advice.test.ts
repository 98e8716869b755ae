import { adviceFor } from "../../../../cli/advise/advice";
import type { Heard, Settings } from "../../../../cli/advise/rule";
import {
  BEGIN,
  DAY,
  fail,
  HOUR,
  jitter,
  MINUTE,
  start,
  studied,
  success,
  times,
} from "../../../support/cli/advise/histories";

const nightly = (grace: number, tz = "UTC"): Settings => ({ times: { schedule: "30 2 * * *", tz }, grace });
const every = (timeout: number, grace: number): Settings => ({ times: { timeout }, grace });

const advised = (settings: Settings, pings: readonly Heard[], more: object = {}, mostFalse = 0) =>
  adviceFor(studied(settings, pings, more), mostFalse);

describe("a steady job", () => {
  const steady = times(40, (day) => success(BEGIN + day * DAY + 20_000));

  it("gets no advice where its grace is short", () => {
    expect(advised(nightly(300), steady)).toEqual([]);
    expect(advised(nightly(600), steady)).toEqual([]);
  });

  it("gets a shorter grace where that tells a missed run much sooner", () => {
    expect(advised(nightly(3600), steady)).toEqual([
      {
        about: "grace",
        says: "a grace of 5 min instead of 1 h would have given no false alarm in 40 runs, and reported a missed run 55 min sooner",
        change: { grace: 300 },
      },
    ]);
  });

  it("gets a timeout of its period where the check waits for many of them", () => {
    const hourly = times(100, (hour) => success(BEGIN + hour * HOUR + jitter(hour) * MINUTE));
    expect(advised(every(86_400, 3600), hourly)).toEqual([
      {
        about: "period",
        says: "its pings come every 1 h, and it expects one every 1 d; a timeout of 1 h with a grace of 5 min would have given no false alarm in 100 runs, and reported a missed run 23 h 55 min sooner",
        change: { timeout: 3600, grace: 300 },
      },
    ]);
  });

  it("gets a timeout of its period where the check alerts between its runs", () => {
    const hourly = times(100, (hour) => success(BEGIN + hour * HOUR));
    expect(advised(every(1800, 300), hourly)).toMatchObject([
      {
        about: "period",
        says: expect.stringContaining("which gives 99 false alarms"),
        change: { timeout: 3600 },
      },
    ]);
  });

  it("gets no timeout where its pings keep no period", () => {
    const uneven = times(100, (index) => success(BEGIN + (index + jitter(index)) * HOUR));
    expect(advised(every(86_400, 3600), uneven).map(({ about }) => about)).not.toContain("period");
  });
});

it("a shorter grace is not advised where a pause would have ended its alarm: nobody knows whether that was false", () => {
  const nights = times(40, (day): Heard => {
    const at = BEGIN + day * DAY;
    return day === 20 ? { kind: "break", at: at + 25 * MINUTE, rid: null } : success(at + 20_000);
  });
  const settings = nightly(3600);
  const advisedFor = (history: Heard[]) =>
    adviceFor({ settings, history, timed: [], downs: 0, zones: ["UTC"] }, 0);
  expect(advisedFor(nights)).toEqual([]);
  expect(advisedFor(nights.slice(21))).toMatchObject([{ change: { grace: 300 } }]);
});

describe("a job whose runs never put a shorter grace to the test", () => {
  const failing = (step: number) =>
    times(40, (index) => fail(BEGIN + index * step + jitter(index) * 50 * MINUTE));

  it("gets no shorter grace and no shorter timeout where all its runs fail", () => {
    expect(advised(nightly(3600), failing(DAY))).toEqual([]);
    expect(advised(every(86_400, 3600), failing(HOUR))).toEqual([]);
    const started = times(40, (day) => [start(BEGIN + day * DAY), fail(BEGIN + day * DAY + 50 * MINUTE)]);
    expect(advised(nightly(3600), started.flat())).toEqual([]);
  });

  it("gets no shorter grace where each success comes after a failure, when the check waits for nothing", () => {
    const inTurns = times(40, (day) => (day % 2 ? success : fail)(BEGIN + day * DAY + 50 * MINUTE));
    expect(advised(nightly(3600), inTurns)).toEqual([]);
  });

  it("gets one from ten successes on that the check waited for", () => {
    const ending = (successes: number) =>
      times(40, (day) => (day < 40 - successes ? fail : success)(BEGIN + day * DAY + 20_000));
    expect(advised(nightly(3600), ending(10))).toEqual([]);
    expect(advised(nightly(3600), ending(11))).toMatchObject([{ change: { grace: 300 } }]);
  });
});

describe("a jittery job", () => {
  /** Each night up to 20 minutes late. */
  const late = times(60, (day) => success(BEGIN + day * DAY + jitter(day) * 20 * MINUTE));

  it("gets a grace with headroom", () => {
    expect(advised(nightly(300), late)).toEqual([
      {
        about: "grace",
        says: "its grace of 5 min gives 44 false alarms in 60 runs; one of 30 min would have given no false alarm, and reported a missed run 25 min later",
        change: { grace: 1800 },
      },
    ]);
  });

  it("keeps its grace where so many false alarms are tolerated", () => {
    expect(advised(nightly(900), late, {}, 20)).toEqual([]);
    expect(advised(nightly(900), late, {}, 5)).toMatchObject([{ change: { grace: 1800 } }]);
  });

  it("is not given a longer grace for nights that it missed, or failed", () => {
    const missed = late.filter((_, day) => day % 20 !== 7);
    expect(advised(nightly(1800), missed)).toEqual([]);
    const failed = late.map((ping, day) => (day % 20 === 7 ? fail(ping.at + 3 * HOUR) : ping));
    expect(advised(nightly(1800), failed)).toEqual([]);
  });

  it("is not given a longer grace for runs that it missed where its check has a period", () => {
    const missed = late.filter((_, day) => day % 20 !== 7);
    expect(advised(every(86_400, 1800), missed)).toEqual([]);
    const hourly = times(100, (hour) => success(BEGIN + hour * HOUR + jitter(hour) * 5 * MINUTE));
    expect(advised(every(3600, 600), hourly.toSpliced(50, 1))).toEqual([]);
  });

  it("is given no more than a weekend takes with headroom where it runs on working days", () => {
    const working = late.filter((_, day) => day % 7 < 5);
    expect(advised(every(86_400, 3600), working)).toMatchObject([{ change: { grace: (4 * DAY) / 1000 } }]);
  });

  it("that comes long after its schedule's times is said to keep another schedule", () => {
    const noon = times(40, (day) => success(BEGIN + day * DAY + 13 * HOUR));
    expect(advised(nightly(600), noon)).toEqual([
      {
        about: "schedule",
        says: "its pings do not come at the times of its schedule: it gives 39 false alarms in 40 runs, and a grace that gives none would be too long to report a missed run",
      },
    ]);
  });

  it("may take as long as its runs do, once it tells their beginnings", () => {
    const runs = times(40, (day) => {
      const began = BEGIN + day * DAY + MINUTE;
      return [start(began), success(began + (15 + 20 * jitter(day)) * MINUTE)];
    }).flat();
    expect(advised(nightly(1800), runs)).toMatchObject([{ about: "grace", change: { grace: 3600 } }]);
  });
});

describe("a job whose run time grows", () => {
  const runs = (minutes: (day: number) => number) =>
    times(60, (day) => ({ at: BEGIN + day * DAY, duration: minutes(day) * 60 }));
  const pings = times(60, (day) => success(BEGIN + day * DAY + MINUTE));

  it("is told when it will exceed its grace", () => {
    expect(advised(nightly(7200), pings, { timed: runs((day) => 20 + day) })).toEqual([
      {
        about: "runTime",
        says: "its run time grows: it was 29 min 30 s in the first third of its runs, and is 1 h 9 min in the last; at this rate it exceeds its grace of 2 h, within which a run that reported its start must end, about 2026-08-12",
      },
    ]);
  });

  it("is not told of single long runs, nor of an even jitter", () => {
    const long = runs((day) => (day % 10 === 9 ? 300 : 20));
    expect(advised(nightly(600), pings, { timed: long })).toEqual([]);
    expect(advised(nightly(600), pings, { timed: runs((day) => 20 + 40 * jitter(day)) })).toEqual([]);
    // Three runs that reported their start are no trend, however many did not.
    const growing = runs((day) => 20 + day).filter((_, day) => [0, 30, 59].includes(day));
    expect(advised(nightly(600), pings, { timed: growing })).toEqual([]);
  });
});

it("a flapping check is named, with what its job told", () => {
  const pings = times(60, (day) => (day % 6 === 5 ? fail : success)(BEGIN + day * DAY + MINUTE));
  expect(advised(nightly(600), pings, { downs: 10 })).toEqual([
    {
      about: "flapping",
      says: "it flaps: it went down 10 times in 60 runs, false alarms not counted; its job reported 10 failures",
    },
  ]);
  expect(advised(nightly(600), pings, { downs: 4 })).toEqual([]);
});

describe("when the clocks change", () => {
  /** 60 days around the change of 25 October, at 02:30 of the wall in a zone that is that far from UTC. */
  const atWall = (offset: (at: number) => number) =>
    times(60, (day) => {
      const wall = Date.parse("2026-09-25T02:31:00Z") + day * DAY;
      return success(wall - offset(wall) * HOUR);
    });
  /** On the wall of Riga. */
  const CHANGE = Date.parse("2026-10-25T04:00:00Z");
  const inRiga = atWall((at) => (at < CHANGE ? 3 : 2));
  const inUtc = atWall(() => 0);

  it("a job that keeps the clock of its check gets no advice", () => {
    expect(advised(nightly(600, "Europe/Riga"), inRiga, { zones: ["UTC", "Europe/Riga"] })).toEqual([]);
    expect(advised(nightly(600), inUtc, { zones: ["UTC", "Europe/Riga"] })).toEqual([]);
  });

  it("a job that keeps another one is told, with the zone where only one fits", () => {
    const [advice] = advised(nightly(7200, "Europe/Riga"), inUtc, { zones: ["UTC", "Asia/Tokyo"] });
    expect(advice).toEqual({
      about: "zone",
      says: "its job does not keep the clock of Europe/Riga: runs came 3 h 1 min after its times before the clocks changed, and 2 h 1 min after them since; by the clock of UTC all 60 came at one time",
      change: { tz: "UTC" },
    });
  });

  it("is told, too, where the clocks changed several times in its history", () => {
    const nights = (count: number, hour: number) =>
      times(count, (day) => success(Date.parse("2026-01-10T00:01:00Z") + day * DAY + (hour + 0.5) * HOUR));
    // Since January, through both changes of 2026, and up to the fourth night after the second one.
    for (const count of [300, 292]) {
      const found = advised(nightly(7200, "Europe/Riga"), nights(count, 2), { zones: ["UTC", "Asia/Tokyo"] });
      expect(found).toMatchObject([
        {
          says: expect.stringContaining(
            "3 h 1 min after its times before the clocks changed, and 2 h 1 min after them since",
          ),
          change: { tz: "UTC" },
        },
      ]);
    }
  });

  it("a job whose zone is none of those that are known is not", () => {
    const found = advised(nightly(6 * 3600), inRiga, { zones: ["UTC", "Asia/Tokyo"] });
    expect(found.map(({ about }) => about)).not.toContain("zone");
  });
});
