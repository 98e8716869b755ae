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

describe("a day of the week with a zero before its number", () => {
  it.each(["05", "01-05", "1-05", "1,05", "05L", "02#1", "01/2"])(
    "is refused for Nomad, which takes it for Sunday: %s",
    (weekday) => {
      expect(schedules.tryNomad({ cron: `0 8 * * ${weekday}` })).toEqual({
        ok: false,
        property: "cron",
        reason:
          "the day of the week has a zero before its number, which Nomad reads as Sunday; write it without",
      });
    },
  );

  it("counts elsewhere: in a step, in other fields, and for other schedulers", () => {
    const check = { schedule: "5 8 1 2 0-6/2" };
    expect(schedules.tryNomad({ cron: "05 08 01 02 */02" })).toMatchObject({ ok: true, check });
    const friday = { schedule: "0 8 * * 05", timeZone: "UTC" };
    expect(schedules.tryKubernetes(friday)).toMatchObject({ ok: true, check: { schedule: "0 8 * * 05" } });
  });
});

describe("the working day nearest to a date", () => {
  it("lies after the first of a month where that is a weekend's", () => {
    const check = { schedule: "Mon..Fri *-*-01 08:00\nMon *-*-02,03 08:00", tz: "UTC" };
    expect(schedules.tryNomad({ cron: "0 8 1W * *" })).toEqual({ ok: true, check, notes: [] });
    for (const none of ["0W", "32W"])
      expect(schedules.tryNomad({ cron: `0 8 ${none} * *` })).toMatchObject({
        ok: false,
        reason: "the day of the month must be 1 to 31",
      });
  });

  it("is written up to the 27th, and refused where it may lie beyond the end of February", () => {
    expect(schedules.tryNomad({ cron: "0 8 27W * *" })).toMatchObject({ ok: true, notes: [] });
    expect(schedules.tryNomad({ cron: "0 8 28W * *" })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("nearest to a date after the 27th cannot be written"),
    });
  });
});

it("the fifth such day of a month lies between the 29th and the 31st", () => {
  const check = { schedule: "Fri 2030-*-29..31 08:00", tz: "UTC" };
  expect(schedules.tryNomad({ cron: "0 8 * * 5#5 2030" })).toEqual({ ok: true, check, notes: [] });
});

it("Nomad knows no year after 2099", () => {
  const yearly = (year: number) => schedules.tryNomad({ cron: `0 8 1 1 * 2030,${year}` });
  expect(yearly(2099)).toMatchObject({ ok: true });
  expect(yearly(2100)).toMatchObject({ ok: false, reason: "the year must be 1970 to 2099" });
});

it.each([
  ["023 8 * * *", "has a number that Nomad does not read"],
  ["*/010 8 * * *", "has a number that Nomad does not read"],
  ["0 8 1 1 * 2030/100", "has a number that Nomad does not read"],
  ["0 8 1 1 * 02030", "has a number that Nomad does not read"],
  ["?/5 8 * * *", "has a step after ?, which Nomad does not read"],
])("Nomad does not read %s", (cron, reason) => {
  expect(schedules.tryNomad({ cron })).toMatchObject({
    ok: false,
    property: "cron",
    reason: expect.stringContaining(reason),
  });
});

it("Nomad reads zeros before one digit, a step of years, and ? alone", () => {
  expect(schedules.tryNomad({ cron: "05 08 ? * 1 2030/2" })).toMatchObject({
    ok: true,
    check: { schedule: "Mon 2030/2-*-* 08:05" },
  });
});

it.each([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
])("Nomad, Kubernetes and cron agree on %s", (shortcut, schedule) => {
  const check = { schedule, tz: "UTC" };
  expect(schedules.fromNomad({ cron: shortcut })).toEqual(check);
  expect(schedules.fromKubernetes({ schedule: shortcut, timeZone: "UTC" })).toEqual(check);
  expect(schedules.fromCrontab({ line: `${shortcut} job`, timeZone: "UTC" })).toEqual(check);
});
