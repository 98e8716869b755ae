import { schedules } from "../../../../sdk";

describe("a schedule of EventBridge", () => {
  const convert = (scheduleExpression: string, flexibleTimeWindow?: object) =>
    schedules.tryEventBridge({ scheduleExpression, flexibleTimeWindow } as Parameters<
      typeof schedules.tryEventBridge
    >[0]);

  it.each([
    { mode: "FLEXIBLE", maximumWindowInMinutes: 0 },
    { mode: "FLEXIBLE", maximumWindowInMinutes: 1.5 },
    { mode: "FLEXIBLE" },
    { mode: "flexible", maximumWindowInMinutes: 15 },
    {},
  ])("has no window of %j", (window) => {
    expect(convert("rate(1 hour)", window)).toEqual({
      ok: false,
      property: "flexibleTimeWindow",
      reason:
        "must have the mode OFF, or FLEXIBLE with a whole number of at least 1 as maximumWindowInMinutes",
    });
  });

  it("begins on time where its window is off, whatever its length", () => {
    const check = { timeout: 3600 };
    expect(convert("rate(1 hour)", { mode: "OFF", maximumWindowInMinutes: 15 })).toMatchObject({ check });
    expect(convert("rate(1 hour)", { mode: "OFF" })).toEqual({ ok: true, check, notes: [] });
  });

  it.each(["cron(0 10 * * ?)", "cron(0 10 * * ? * *)", "cron()", "cron(0)"])(
    "has six fields, and %s has not",
    (expression) => {
      expect(convert(expression)).toMatchObject({
        reason:
          "cron(…) must have six fields: minutes, hours, day of the month, month, day of the week and year",
      });
    },
  );

  it.each(["every hour", "0 10 * * ? *", "x cron(0 10 * * ? *)", "cron(0 10 * * ? *) x", "rate(1 hour", ""])(
    "is cron or a rate, and %j is not",
    (expression) => expect(convert(expression)).toMatchObject({ reason: "must be cron(…) or rate(…)" }),
  );

  it.each([
    "rate(1hour)",
    "rate(1 hours x)",
    "rate(x 1 hour)",
    "rate(1.5 hours)",
    "rate(-1 hours)",
    "rate()",
  ])("has a rate of a number and a unit, and %s has not", (expression) =>
    expect(convert(expression)).toMatchObject({
      reason: "rate(…) must be a number and minutes, hours or days",
    }),
  );

  it("may have more blanks than it needs", () => {
    expect(convert(" rate( 2  days ) ")).toMatchObject({ check: { timeout: 172_800 } });
    expect(convert(" cron( 0  10 ? *  L * ) ")).toMatchObject({
      check: { schedule: "0 10 * * 6", tz: "UTC" },
    });
  });

  it("counts the days of the week from 1, Sunday, to 7", () => {
    const on = (weekday: string) => convert(`cron(0 10 ? * ${weekday} *)`);
    expect(on("1")).toMatchObject({ check: { schedule: "0 10 * * 0" } });
    expect(on("7")).toMatchObject({ check: { schedule: "0 10 * * 6" } });
    for (const none of ["0", "8"])
      expect(on(none)).toMatchObject({ reason: "the day of the week must be 1 (Sunday) to 7 or SUN to SAT" });
  });

  it("is told of its zone by the name that it has there", () => {
    const scheduleExpression = "cron(0 10 * * ? *)";
    expect(
      schedules.tryEventBridge({ scheduleExpression, scheduleExpressionTimezone: "Riga" }),
    ).toMatchObject({
      ok: false,
      property: "scheduleExpressionTimezone",
    });
  });
});

describe("a job of Cloud Scheduler in App Engine's English", () => {
  const convert = (schedule: string) => schedules.tryCloudScheduler({ schedule });

  it.each<[string, object]>([
    ["every 5 minutes", { timeout: 300 }],
    ["EVERY 10 mins", { timeout: 600 }],
    [" every  2  Hours ", { timeout: 7200 }],
    ["every 1 hour", { timeout: 3600 }],
    ["every day 00:05", { schedule: "5 0 * * *", tz: "UTC" }],
    ["Every Monday , wednes,thurs 9:30", { schedule: "30 9 * * MON,WED,THU", tz: "UTC" }],
  ])("is %j for a check of %j", (schedule, check) => {
    expect(convert(schedule)).toEqual({ ok: true, check, notes: [] });
  });

  it.each([
    "every 5 minutes from 10:00 to 14:00",
    "not every 5 minutes",
    "every 5 days",
    "every 0 minutes",
    "every day",
    "every day 24:00",
    "every moon 09:00",
    "every mon,day 09:00",
    "1st,3rd monday of month 09:00",
    "1 of jan 09:00 *",
  ])("is refused where it is %j", (schedule) => {
    expect(convert(schedule)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("App Engine's English of a kind that is not converted"),
    });
  });
});

describe("a timer", () => {
  it("needs no machine's zone where each of its times names one", () => {
    const onCalendar = ["01:00 Asia/Tokyo", "02:00 Europe/Riga"];
    const check = { schedule: "01:00 Asia/Tokyo\n02:00 Europe/Riga", tz: "Asia/Tokyo" };
    expect(schedules.fromSystemdTimer({ onCalendar })).toEqual(check);
    expect(schedules.trySystemdTimer({ onCalendar: [...onCalendar, "03:00"] })).toMatchObject({
      ok: false,
      property: "timeZone",
    });
  });

  it.each([
    ["Mon..Fri *-*-* 02:30 Europe/Riga", "Mon..Fri *-*-* 02:30", "Europe/Riga"],
    ["02:30 utc", "02:30", "UTC"],
    ["Mon", "Mon", "Asia/Tokyo"],
    ["2030-01-01", "2030-01-01", "Asia/Tokyo"],
    ["  Mon   02:30 ", "Mon 02:30", "Asia/Tokyo"],
    // systemd's own names, and fractions of a second that are none.
    ["anually", "annually", "Asia/Tokyo"],
    ["biannually", "semiannually", "Asia/Tokyo"],
    ["Bi-Annually UTC", "semiannually", "UTC"],
    ["02:30:05.000", "02:30:05", "Asia/Tokyo"],
    ["02:30:5.0 UTC", "02:30:5", "UTC"],
    ...["*:0/59", "*:05/54", "22/1:00", "*-*-1/30", "*-1/11-01", "*-*~07/6", "2100/99-1-1", "*:0..30/75"].map(
      (step) => [step, step, "Asia/Tokyo"],
    ),
  ])("runs at %j, and its check at %j in %s", (onCalendar, schedule, tz) => {
    expect(schedules.fromSystemdTimer({ onCalendar, timeZone: "Asia/Tokyo" })).toEqual({ schedule, tz });
  });

  it.each([
    ["@1893456000", "runs once, which no check can expect; leave the check out"],
    ["02:30 Riga", "names a time zone that the service does not know; "],
    ["02:30 Mon", "must be weekdays, date, time and time zone, in this order"],
    ["02:30:05.5", "the second must be 0 to 59, without a fraction"],
    ["*-*-10..10/5 02:30", "has a step that systemd and the service count in different ways"],
    ["*-*~03..07/2 02:30", "has a step that systemd and the service count in different ways"],
    // As `systemd-analyze calendar` of systemd 252 does.
    ...[
      ...["*:0/75", "*:0/60", "*:05/55", "23/1:00", "2,20/10:00", "*:00:5/55", "*-*-1/31", "*-1/12-01"],
      ...["6/7-01", "*-*~1/1", "*-*~07/7", "Mon 2100/100-1-1 02:30"],
    ].map((step) => [step, "has a step that leads out of its field at once"]),
    ...["Mon \t 02:30", "02:30\tEurope/Riga", "02:30  Europe/Riga"].map((blank) => [
      blank,
      "has a blank with which systemd does not load the timer",
    ]),
    ["02:30.0", "the minute must be 0 to 59"],
    ["02:30 Europe/Riga UTC", "has two time zones"],
    ["02:30\n03:30", "must be one line each; give a list of them"],
    // Not the weekday's time.
    ["Mon\n03:30", "must be one line each"],
  ])("is refused for %j", (onCalendar, reason) => {
    const refused = { ok: false, property: "onCalendar", reason: expect.stringContaining(reason) };
    expect(schedules.trySystemdTimer({ onCalendar, timeZone: "UTC" })).toMatchObject(refused);
  });
});
