import fc from "fast-check";
import { isOver, lastRefundableDay } from "../../../../../provider/payments/refund/refundWindow";

const HOUR = 3_600_000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);

describe("the three months in which a transaction can be refunded", () => {
  it.each([
    ["2025-01-15", "2025-04-15"],
    ["2025-01-31", "2025-04-30"],
    ["2024-11-30", "2025-02-28"],
    ["2023-11-30", "2024-02-29"],
    ["2023-11-29", "2024-02-29"],
    ["2025-10-01", "2026-01-01"],
    ["2025-12-31", "2026-03-31"],
    ["2025-02-28", "2025-05-28"],
    ["2024-02-29", "2024-05-29"],
    ["2025-01-15T23:59:59.000Z", "2025-04-15"],
    ["2025-01-15 10:00:00", "2025-04-15"],
  ])("of %s end with %s", (date, last) => {
    expect(lastRefundableDay(date)).toBe(last);
  });

  it.each(["", "15.01.2025", "2025-13-01", "2025-02-30", "2025-1-5", "20250115", "2025-01-155", "yesterday"])(
    "of %j are not known; the service decides",
    (date) => {
      expect(lastRefundableDay(date)).toBeUndefined();
    },
  );

  it("are over when that day has ended everywhere on earth", () => {
    const end = midnight("2025-04-15");
    expect(isOver("2025-04-15", end, "2025-01-15")).toBe(false);
    expect(isOver("2025-04-15", end + 36 * HOUR - 1, "2025-01-15")).toBe(false);
    expect(isOver("2025-04-15", end + 36 * HOUR, "2025-01-15")).toBe(true);
  });

  it.each(["2025-01-15T22:30:00.000Z", "2025-01-15 22:30"])(
    "are over a day later for %s: with a time of day it is of the next day where the service is perhaps",
    (date) => {
      const end = midnight("2025-04-15");
      expect(isOver("2025-04-15", end + 60 * HOUR - 1, date)).toBe(false);
      expect(isOver("2025-04-15", end + 60 * HOUR, date)).toBe(true);
    },
  );

  it("never end in another than the third month after", () => {
    const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const [year = 0, month = 0] = date.toISOString().split("-").map(Number);
        const [lastYear = 0, lastMonth = 0] = (lastRefundableDay(date.toISOString()) ?? "")
          .split("-")
          .map(Number);
        expect(lastYear * 12 + lastMonth).toBe(year * 12 + month + 3);
      }),
    );
  });
});
