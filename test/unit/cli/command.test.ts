import { dayOption } from "../../../cli/command";

describe("the last day on which something counts", () => {
  afterEach(() => jest.useRealTimers());

  it("is a day, or a duration from now", () => {
    jest.useFakeTimers({ now: Date.parse("2026-11-26T23:59:59Z") });
    expect(dayOption("2026-12-31")).toBe("2026-12-31");
    expect(dayOption("2026-11-26")).toBe("2026-11-26");
    expect(dayOption("1d")).toBe("2026-11-27");
  });

  it.each([
    ["2026-13-31", "There is no such day."],
    ["2027-02-29", "There is no such day."],
    ["9999999d", "It ends after the year 9999."],
    ["9".repeat(40), "It ends after the year 9999."],
    ["2026-11-25", "That day is over."],
    ["soon", "It must be a day such as 2026-12-31, or a duration such as 30d."],
    ["30", "It must be a day such as 2026-12-31, or a duration such as 30d."],
    ["20261231", "It must be a day such as 2026-12-31, or a duration such as 30d."],
    ["31.12.2026", "It must be a day such as 2026-12-31, or a duration"],
  ])("is refused: %s", (given, reason) => {
    jest.useFakeTimers({ now: Date.parse("2026-11-26T00:00:01Z") });
    expect(() => dayOption(given)).toThrow(reason);
  });
});
