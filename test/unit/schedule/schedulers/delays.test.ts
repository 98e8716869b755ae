import { schedules } from "../../../../sdk";

describe("the grace of a converted job", () => {
  const flexible = (maximumWindowInMinutes: number, grace?: number): unknown =>
    schedules.fromEventBridge({
      scheduleExpression: "rate(1 hour)",
      flexibleTimeWindow: { mode: "FLEXIBLE", maximumWindowInMinutes },
      ...(grace !== undefined && { grace }),
    });

  it("is left to the service when neither the job nor the scheduler asks for another", () => {
    expect(schedules.fromNomad({ cron: "@daily" })).toEqual({ schedule: "0 0 * * *", tz: "UTC" });
  });

  it("is the job's own when the scheduler is punctual to the minute", () => {
    expect(schedules.fromNomad({ cron: "@daily", grace: 120 })).toMatchObject({ grace: 120 });
    expect(flexible(1, 120)).toEqual({ timeout: 3600, grace: 120 });
  });

  it("has the scheduler's delay on top of the job's own, or of the service's hour", () => {
    expect(flexible(15, 120)).toEqual({ timeout: 3600, grace: 1020 });
    expect(flexible(15)).toEqual({ timeout: 3600, grace: 4500 });
  });

  it("is refused when it is longer than a check can wait", () => {
    expect(() => flexible(600_000)).toThrow("365 days; make its delay shorter");
    expect(flexible(525_598, 120)).toMatchObject({ grace: 31_536_000 });
    expect(() => flexible(525_598, 121)).toThrow("365 days; make its delay shorter");
  });

  it("is refused as the job's own when the scheduler has no part in it", () => {
    const daily = (grace: number) => schedules.fromNomad({ cron: "@daily", grace });
    expect(daily(31_536_000)).toMatchObject({ grace: 31_536_000 });
    expect(() => daily(31_536_001)).toThrow(
      "grace: the job may take longer than a check can wait, which is 365 days; give it a shorter limit",
    );
    expect(() => flexible(15, 31_536_001)).toThrow("grace: the job may take longer");
  });

  it.each([59, 30, 0, -5])("is refused for %d, which no check has", (grace) => {
    const refused = {
      ok: false,
      property: "grace",
      reason: "must be 60 seconds or more, as that of every check",
    };
    expect(schedules.tryKubernetes({ schedule: "@daily", grace })).toEqual(refused);
    expect(schedules.tryNomad({ cron: "@daily", grace })).toEqual(refused);
    expect(() => flexible(15, grace)).toThrow("grace: must be 60 seconds or more");
    expect(schedules.fromNomad({ cron: "@daily", grace: 60 })).toMatchObject({ grace: 60 });
  });

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])("is refused for %d", (grace) => {
    expect(() => flexible(15, grace)).toThrow("grace: must be a number of seconds");
  });

  it.each([
    ["5min", 3600 + 60 + 300],
    ["1h 30min", 3600 + 60 + 5400],
    ["1h30m", 3600 + 60 + 5400],
    ["2 hours", 3600 + 60 + 7200],
    ["90", 3600 + 60 + 90],
    [90, 3600 + 60 + 90],
    ["1s", 3600 + 61],
    ["1500ms", 3600 + 62],
    ["1w", 3600 + 60 + 604_800],
    ["1month", 3600 + 60 + 2_629_800],
    [".5h", 3600 + 60 + 1800],
    ["+5min .5h", 3600 + 60 + 2100],
    ["90000000μs", 3600 + 60 + 90],
  ])("adds systemd's delay of %j", (randomizedDelaySec, grace) => {
    expect(schedules.fromSystemdTimer({ onCalendar: "daily", timeZone: "UTC", randomizedDelaySec })).toEqual({
      schedule: "daily",
      tz: "UTC",
      grace,
    });
  });

  it.each(["", "5 parsecs", "infinity", "-5min", "5min!", ".h", "++5min"])(
    "refuses systemd's delay of %j",
    (accuracySec) => {
      expect(schedules.trySystemdTimer({ onCalendar: "daily", timeZone: "UTC", accuracySec })).toMatchObject({
        ok: false,
        property: "accuracySec",
      });
    },
  );
});

describe("the period of a converted job", () => {
  it.each([
    ["1m", 60],
    ["1h30m", 5400],
    ["1.5h", 5400],
    [".5h", 1800],
    ["+1h.5m", 3630],
    ["90000000μs", 90],
    ["90s", 90],
    ["90.9s", 90],
    ["8760h", 31_536_000],
  ])("is Go's duration of @every %s", (duration, timeout) => {
    expect(schedules.fromKubernetes({ schedule: `@every ${duration}` })).toEqual({ timeout });
  });

  it.each(["59s", "8760h1s", "8761h", "5 minutes", "h", "", ".h", "1h+5m"])(
    "is refused for @every %s",
    (duration) => {
      expect(schedules.tryKubernetes({ schedule: `@every ${duration}` })).toMatchObject({
        ok: false,
        property: "schedule",
      });
    },
  );

  it.each([
    "rate(0 minutes)",
    "rate(5 weeks)",
    "rate(minutes)",
    "rate(366 days)",
    "every 5 minutes",
    "cron(0 1 * * *)",
  ])("is refused for %s", (scheduleExpression) => {
    expect(schedules.tryEventBridge({ scheduleExpression })).toMatchObject({
      ok: false,
      property: "scheduleExpression",
    });
  });
});

describe("the schedule of a converted job", () => {
  // No run, and no step, that could be written shorter.
  const minutes = Array.from({ length: 31 }, (_, index) => 10 + index + Math.floor(index / 2)).join();
  const tooLong = { ok: false, reason: expect.stringContaining("the 100 characters of a check's schedule") };

  it("has the service's 100 characters at most, and is refused beyond", () => {
    const schedule = `${minutes} 5 1 1 *`;
    expect(schedule).toHaveLength(100);
    expect(schedules.fromKubernetes({ schedule, timeZone: "UTC" })).toEqual({ schedule, tz: "UTC" });
    const longer = `${minutes} 15 1 1 *`;
    expect(schedules.tryKubernetes({ schedule: longer, timeZone: "UTC" })).toMatchObject(tooLong);
  });

  it("has no more either where it is a timer's own", () => {
    const timer = (onCalendar: string) => schedules.trySystemdTimer({ onCalendar, timeZone: "UTC" });
    const onCalendar = `01-01 5:${minutes}`;
    expect(onCalendar).toHaveLength(100);
    expect(timer(onCalendar)).toMatchObject({ ok: true, check: { schedule: onCalendar } });
    expect(timer(`01-01 15:${minutes}`)).toMatchObject(tooLong);
  });
});

describe("a timer", () => {
  it("forgets the times before an empty one, as a drop-in file has it", () => {
    const onCalendar = ["01:00", "02:00", "", "03:00", "04:00"];
    const check = { schedule: "03:00\n04:00", tz: "UTC" };
    expect(schedules.fromSystemdTimer({ onCalendar, timeZone: "UTC" })).toEqual(check);
  });

  it("reads a time without a zone by the machine's clock, beside one that has another", () => {
    const onCalendar = ["01:00 Asia/Tokyo", "02:00"];
    const check = { schedule: "01:00 Asia/Tokyo\n02:00", tz: "Europe/Riga" };
    expect(schedules.fromSystemdTimer({ onCalendar, timeZone: "Europe/Riga" })).toEqual(check);
  });

  it("may have a time that never comes, beside one that does", () => {
    const onCalendar = ["*-02-30", "daily"];
    const check = { schedule: "*-02-30\ndaily", tz: "UTC" };
    expect(schedules.fromSystemdTimer({ onCalendar, timeZone: "UTC" })).toEqual(check);
  });
});

it("GitHub starts a workflow every 5 minutes, and no more often", () => {
  const every = (minutes: number) =>
    schedules.tryGitHubActions({ schedule: { cron: `*/${minutes} * * * *` } });
  expect(every(5)).toMatchObject({ ok: true });
  expect(every(4)).toMatchObject({ ok: false, reason: expect.stringContaining("less than 5 minutes apart") });
});

it("GitHub runs nothing without an entry, and says nothing of a day that is given in two ways with a step", () => {
  expect(schedules.tryGitHubActions({ schedule: [] })).toMatchObject({
    ok: false,
    property: "schedule",
    reason: expect.stringContaining("has no entry, so the workflow never runs by itself"),
  });
  const both = (cron: string) => schedules.tryGitHubActions({ schedule: { cron } });
  expect(both("0 0 */2 * 1")).toMatchObject({ reason: expect.stringContaining("is not documented") });
  expect(both("0 0 1-31/2 * 1")).toMatchObject({ ok: true, check: { schedule: "0 0 1-31/2 * 1" } });
  expect(both(" @daily")).toMatchObject({ reason: expect.stringContaining("is a shortcut with @") });
});

describe("a crontab", () => {
  const zone = "Europe/Riga";

  it("is read past comments, empty lines and settings", () => {
    const line = '# nightly\n\nMAILTO=root\nCRON_TZ="Asia/Tokyo"\n  30 2 * * * job\n';
    expect(schedules.fromCrontab({ line, timeZone: zone })).toEqual({
      schedule: "30 2 * * *",
      tz: "Asia/Tokyo",
    });
  });

  it("takes a CRON_TZ for the lines below it only", () => {
    const line = "30 2 * * * job\nCRON_TZ=Asia/Tokyo";
    expect(schedules.fromCrontab({ line, timeZone: zone })).toMatchObject({ tz: zone });
  });

  it("below a CRON_TZ is not expected at times that the clocks of that zone jump over", () => {
    const convert = (cron: string, settings = "CRON_TZ=America/New_York\n") =>
      schedules.tryCrontab({ line: `${settings}${cron} job`, timeZone: "America/New_York" });
    const cronTz = "CRON_TZ counts with cronie; Debian's cron ignores it and goes by the machine's zone.";
    const check = (schedule: string) => ({ schedule, tz: "America/New_York" });
    expect(convert("30 2 * * *")).toEqual({ ok: true, check: check("02:30"), notes: [cronTz] });
    expect(convert("30 2 * * *", "")).toEqual({ ok: true, check: check("30 2 * * *"), notes: [] });
    expect(convert("*/30 2 * * *")).toEqual({ ok: true, check: check("*/30 2 * * *"), notes: [cronTz] });
    expect(convert("30 1 * * *")).toEqual({
      ok: true,
      check: check("30 1 * * *"),
      notes: [
        cronTz,
        "cron does not say whether it runs a job again at times that the clocks of America/New_York show twice; the check expects the first run only.",
      ],
      unsaid: ["overlap"],
    });
  });

  it.each(["@Daily", "@REBOOT", "@every_minute"])(
    "knows no shortcut %s, as crons go by its letters",
    (shortcut) => {
      expect(schedules.tryCrontab({ line: `${shortcut} job`, timeZone: zone })).toMatchObject({
        ok: false,
        reason: "is not a shortcut that every cron knows; write five fields",
      });
    },
  );

  it("with several jobs, none, or a system line without a command is refused", () => {
    for (const line of ["1 2 * * * a\n3 4 * * * b", "# nothing", "MAILTO=root"]) {
      expect(schedules.tryCrontab({ line, timeZone: zone })).toMatchObject({ ok: false, property: "line" });
    }
    expect(schedules.tryCrontab({ line: "@daily root", form: "system", timeZone: zone }).ok).toBe(false);
    expect(schedules.tryCrontab({ line: "@daily root job", form: "system", timeZone: zone }).ok).toBe(true);
  });
});
