import { checkSchedule, nextFire } from "../../../schedule";

const firstAfter = (expression: string, zone: string, after: string): string | undefined =>
  nextFire(expression, zone, new Date(after))?.toISOString();

describe("when a schedule fires next", () => {
  it("fires strictly after the moment, even when that is one of its own times", () => {
    expect(firstAfter("0 12 * * *", "UTC", "2025-01-01T11:59:59.999Z")).toBe("2025-01-01T12:00:00.000Z");
    expect(firstAfter("0 12 * * *", "UTC", "2025-01-01T12:00:00.000Z")).toBe("2025-01-02T12:00:00.000Z");
    expect(firstAfter("12:00", "UTC", "2025-01-01T12:00:00.001Z")).toBe("2025-01-02T12:00:00.000Z");
  });

  it("lets a zone inside the expression win over the check's", () => {
    expect(firstAfter("12:00 Asia/Tokyo", "America/New_York", "2025-01-01T00:00:00Z")).toBe(
      "2025-01-01T03:00:00.000Z",
    );
  });

  it("reads a zone by the name of its file, as the service does", () => {
    expect(firstAfter("12:00 posix/Asia/Tokyo", "UTC", "2025-01-01T00:00:00Z")).toBe(
      "2025-01-01T03:00:00.000Z",
    );
    expect(firstAfter("12:00 Factory", "Asia/Tokyo", "2025-01-01T00:00:00Z")).toBe(
      "2025-01-01T12:00:00.000Z",
    );
  });

  it("takes the earliest of several lines", () => {
    const lines = "18:00 UTC\n12:00 Asia/Tokyo\n2020-1-1";
    expect(firstAfter(lines, "UTC", "2025-01-01T00:00:00Z")).toBe("2025-01-01T03:00:00.000Z");
    expect(firstAfter(lines, "UTC", "2025-01-01T03:00:00Z")).toBe("2025-01-01T18:00:00.000Z");
  });

  it("ends when there is no time left", () => {
    expect(firstAfter("2025-1-1", "UTC", "2025-01-01T00:00:00Z")).toBeUndefined();
    expect(firstAfter("2025-1-1", "UTC", "2024-12-31T23:59:59Z")).toBe("2025-01-01T00:00:00.000Z");
  });

  it("takes a year of two digits for one from 1970 to 2069", () => {
    expect(firstAfter("99..2030-1-1", "UTC", "2025-01-01T00:00:00Z")).toBe("2026-01-01T00:00:00.000Z");
    expect(firstAfter("69-1-1", "UTC", "2025-01-01T00:00:00Z")).toBe("2069-01-01T00:00:00.000Z");
  });

  it("never fires for what is no schedule", () => {
    expect(firstAfter("@daily", "UTC", "2025-01-01T00:00:00Z")).toBeUndefined();
    expect(firstAfter("*,".repeat(200), "UTC", "2025-01-01T00:00:00Z")).toBeUndefined();
    // Right but for its length, at which it is not read.
    expect(firstAfter(`${"0,".repeat(100)}0 * * * *`, "UTC", "2025-01-01T00:00:00Z")).toBeUndefined();
  });

  it("keeps UTC for a zone that nobody knows", () => {
    expect(firstAfter("0 12 * * *", "Nowhere/City", "2025-01-01T00:00:00Z")).toBe("2025-01-01T12:00:00.000Z");
  });
});

describe("when the clock jumps over an hour", () => {
  const before = "2025-03-09T06:00:00Z";

  it("runs cron jobs with set times as soon as the clock shows a time again", () => {
    expect(firstAfter("30 2 * * *", "America/New_York", before)).toBe("2025-03-09T07:00:00.000Z");
  });

  it("lets repeating cron jobs follow the clock", () => {
    expect(firstAfter("*/30 2 * * *", "America/New_York", before)).toBe("2025-03-10T06:00:00.000Z");
  });

  it("skips OnCalendar times", () => {
    expect(firstAfter("2:30", "America/New_York", before)).toBe("2025-03-10T06:30:00.000Z");
  });

  it("refuses a schedule all of whose times fall into the gap", () => {
    expect(checkSchedule("Sun 3~1..7 3:30 EET")).toEqual({
      position: 1,
      reason: "never fires; no such day or time comes after the year 2000",
    });
  });

  it("accepts one that fired only after the zone gave up summer time", () => {
    expect(checkSchedule("Sun 4-1..7 2:30 America/Mexico_City")).toBeUndefined();
  });
});

describe("when the clock shows an hour twice", () => {
  const inFirstPass = "2025-11-02T05:40:00Z";

  it("runs cron jobs with set times once, in the first pass", () => {
    expect(firstAfter("30 1 * * *", "America/New_York", "2025-11-02T05:00:00Z")).toBe(
      "2025-11-02T05:30:00.000Z",
    );
    expect(firstAfter("30 1 * * *", "America/New_York", inFirstPass)).toBe("2025-11-03T06:30:00.000Z");
  });

  it("runs repeating cron jobs in both", () => {
    expect(firstAfter("*/30 1 * * *", "America/New_York", inFirstPass)).toBe("2025-11-02T06:00:00.000Z");
  });

  it("runs them in both when the day ends in the repeated hour, too", () => {
    expect(firstAfter("*/30 23 * * *", "America/Santiago", "2024-04-07T02:40:00Z")).toBe(
      "2024-04-07T03:00:00.000Z",
    );
  });

  it("fires OnCalendar times once", () => {
    expect(firstAfter("*:30", "America/New_York", inFirstPass)).toBe("2025-11-02T07:30:00.000Z");
  });
});

describe("where the service's own search goes wrong", () => {
  it("goes on after a repeated hour, while the service goes back to 05:16", () => {
    expect(firstAfter("minutely", "America/New_York", "2012-11-04T06:15:00Z")).toBe(
      "2012-11-04T07:00:00.000Z",
    );
  });

  it("skips a midnight that is no time, while the service fires at 2025-03-29T22:00:00Z", () => {
    expect(firstAfter("*/20 0 * * SUN", "Asia/Beirut", "2025-03-29T12:00:00Z")).toBe(
      "2025-04-05T21:00:00.000Z",
    );
  });

  it("keeps to the minute when the clock jumps by half an hour, while the service leaves 15:56 out", () => {
    expect(firstAfter("56 * * * *", "Australia/Lord_Howe", "2023-09-30T15:26:00Z")).toBe(
      "2023-09-30T15:56:00.000Z",
    );
  });

  it("finds a time where the service searches for ever", () => {
    expect(firstAfter("59 */3 * * SUN", "Pacific/Chatham", "2027-04-03T15:14:00Z")).toBe(
      "2027-04-03T18:14:00.000Z",
    );
  });
});
