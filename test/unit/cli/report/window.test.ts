import { cellsOf, gridOf } from "../../../../cli/report/cells";
import { type WindowAsked, windowOf } from "../../../../cli/report/window";
import { at } from "../../../support/cli/report/sample";

const NOW = at("2026-05-20T12:30:00Z");

const ask = (asked: Partial<WindowAsked>) => {
  const { start, end } = windowOf({ zone: "UTC", ...asked }, NOW);
  return `${iso(start)} ${iso(end)}`;
};
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

describe("the window", () => {
  it("is the last thirty days, the present one included", () => {
    expect(ask({})).toBe("2026-04-21T00:00 2026-05-20T12:30");
  });

  it("takes a number of days before now, or before another end", () => {
    expect(ask({ days: "1" })).toBe("2026-05-20T00:00 2026-05-20T12:30");
    expect(ask({ days: "7", to: "2026-05-10" })).toBe("2026-05-04T00:00 2026-05-11T00:00");
  });

  it("takes dates, both of which belong to it", () => {
    expect(ask({ from: "2026-05-01", to: "2026-05-10" })).toBe("2026-05-01T00:00 2026-05-11T00:00");
    expect(ask({ from: "2026-05-01" })).toBe("2026-05-01T00:00 2026-05-20T12:30");
  });

  it("takes times", () => {
    expect(ask({ from: "2026-05-01T10:30", to: "2026-05-01 11:30:00" })).toBe(
      "2026-05-01T10:30 2026-05-01T11:30",
    );
    expect(ask({ from: "2026-05-01T10:30+03:00", to: "2026-05-01T10:30Z" })).toBe(
      "2026-05-01T07:30 2026-05-01T10:30",
    );
    expect(ask({ from: "2026-05-01T10:30:00.000Z", to: "2026-05-01T11:30:59.123456+00:00" })).toBe(
      "2026-05-01T10:30 2026-05-01T11:30",
    );
  });

  it("takes 24:00 for the end of the day", () => {
    expect(ask({ from: "2026-05-01", to: "2026-05-10T24:00" })).toBe("2026-05-01T00:00 2026-05-11T00:00");
    expect(ask({ from: "2026-03-28T24:00", to: "2026-03-29T24:00", zone: "Europe/Riga" })).toBe(
      "2026-03-28T22:00 2026-03-29T21:00",
    );
  });

  it("ends now at the latest", () => {
    expect(ask({ from: "2026-05-20", to: "2026-05-31" })).toBe("2026-05-20T00:00 2026-05-20T12:30");
  });

  it("has the days of a time zone", () => {
    expect(ask({ from: "2026-05-01", to: "2026-05-01", zone: "Europe/Riga" })).toBe(
      "2026-04-30T21:00 2026-05-01T21:00",
    );
    expect(ask({ days: "2", zone: "America/New_York" })).toBe("2026-05-19T04:00 2026-05-20T12:30");
  });

  it("has longer and shorter days where the clock changes", () => {
    const zone = "Europe/Riga";
    expect(ask({ from: "2026-03-29", to: "2026-03-29", zone })).toBe("2026-03-28T22:00 2026-03-29T21:00");
    expect(ask({ from: "2026-03-29T03:30", to: "2026-03-29T04:00", zone: "UTC" })).toBe(
      "2026-03-29T03:30 2026-03-29T04:00",
    );
  });

  it("begins at the end of a gap when the time asked for is jumped over", () => {
    expect(ask({ from: "2026-03-29T03:30", to: "2026-03-29", zone: "Europe/Riga" })).toBe(
      "2026-03-29T01:00 2026-03-29T21:00",
    );
  });

  it.each([
    [{ from: "2026-05-01", days: "3" }, "Give one of them"],
    [{ from: "yesterday" }, "--from: it must be a date such as 2026-05-01"],
    [{ from: "2026-02-30" }, "--from: it must be a date"],
    [{ to: "2026-05-01T25:00" }, "--to: it must be a date"],
    [{ to: "2026-05-01T10:00+25:00" }, "--to: it must be a date"],
    [{ to: "2026-05-01T10:00+02:99" }, "--to: it must be a date"],
    [{ days: "0" }, "--days: it must be a whole number of days"],
    [{ days: "1.5" }, "--days: it must be a whole number of days"],
    [{ from: "2026-05-21" }, "the window lies in the future"],
    [{ from: "2026-05-02", to: "2026-05-01" }, "--from: the window has no length. Name a time before --to"],
    [{ from: "0001-01-01" }, "--from: the window has more than 3660 days. Name a later time"],
  ])("refuses %j", (asked, words) => {
    expect(() => ask(asked)).toThrow(words);
  });
});

describe("the cells of the timeline", () => {
  const grid = (asked: Partial<WindowAsked>) =>
    gridOf(windowOf({ zone: "UTC", ...asked }, NOW), asked.zone ?? "UTC");

  it("are days", () => {
    const { unit, cells } = grid({ days: "30" });
    expect([unit, cells.length]).toEqual(["day", 30]);
    expect(cells.map(({ from }) => iso(from).slice(11))).toEqual(Array(30).fill("00:00"));
  });

  it("are hours in a window of up to three days", () => {
    const { unit, cells } = grid({ from: "2026-05-19T10:15", to: "2026-05-19T12:00", zone: "Asia/Kolkata" });
    expect(unit).toBe("hour");
    expect(cells.map(({ from }) => iso(from).slice(11))).toEqual(["04:45", "05:30"]);
  });

  it.each([
    ["2026-04-04", ["13:00", "14:00", "15:00", "15:30", "16:30"]],
    ["2026-10-03", ["13:00", "13:30", "14:30", "15:30", "16:00"]],
  ])("are hours of the wall clock on a day with a change of half an hour: %s", (day, begins) => {
    const asked = { start: at(`${day}T13:00:00Z`), end: at(`${day}T17:00:00Z`) };
    const { cells } = gridOf(asked, "Australia/Lord_Howe");
    expect(cells.map(({ from }) => iso(from).slice(11))).toEqual(begins);
  });

  it("are weeks in a window of more than a hundred days", () => {
    const { unit, cells } = grid({ days: "365" });
    expect([unit, cells.length]).toEqual(["week", 53]);
  });

  it("are the days of the zone, also when its clock changes", () => {
    const { cells } = grid({ from: "2026-03-27", to: "2026-03-31", zone: "Europe/Riga" });
    expect(cells.map(({ from, to }) => (to - from) / 3600)).toEqual([24, 24, 23, 24, 24]);
  });

  it("count three days as three where the clock is set back, too", () => {
    const asked = { start: at("2025-10-24T21:00:00Z"), end: at("2025-10-27T22:00:00Z") };
    const { unit, cells } = gridOf(asked, "Europe/Riga");
    expect([unit, cells.length]).toEqual(["hour", 73]);
    const hundred = { start: at("2025-07-31T21:00:00Z"), end: at("2025-11-08T22:00:00Z") };
    expect(gridOf(hundred, "Europe/Riga").unit).toBe("day");
  });

  it("share out what was measured", () => {
    const [hour, start] = [3600, at("2026-05-19T00:00:00Z")];
    const cells = cellsOf(gridOf({ start, end: start + 3 * hour }, "UTC"), [
      { from: start, to: start + 1.5 * hour, state: "up" },
      { from: start + 1.5 * hour, to: start + 1.75 * hour, state: "down" },
      { from: start + 1.75 * hour, to: start + 3 * hour, state: "paused" },
    ]);
    const shares = cells.map(({ upSeconds, downSeconds, pausedSeconds }) => [
      upSeconds,
      downSeconds,
      pausedSeconds,
    ]);
    expect(shares).toEqual([
      [3600, 0, 0],
      [1800, 900, 900],
      [0, 0, 3600],
    ]);
  });
});
