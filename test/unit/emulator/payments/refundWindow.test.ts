import {
  lastRefundableDay,
  oldestRefundableDay,
  withinRefundWindow,
} from "../../../../emulator/payments/refundWindow";

describe("the refund window", () => {
  it.each([
    ["2026-01-15", "2026-04-15"],
    ["2026-01-31", "2026-04-30"],
    ["2025-11-30", "2026-02-28"],
    ["2023-11-30", "2024-02-29"],
    ["2025-10-05", "2026-01-05"],
    ["2026-12-31T23:59:59.000Z", "2027-03-31"],
  ])("of %s ends with %s, that day included", (date, last) => {
    expect(lastRefundableDay(date)).toBe(last);
    expect(withinRefundWindow(date, Date.parse(`${last}T23:59:59.999Z`))).toBe(true);
    expect(withinRefundWindow(date, Date.parse(`${last}T23:59:59.999Z`) + 1)).toBe(false);
  });

  it("has the day before the oldest refundable one outside, on every day of four years", () => {
    const dayMs = 86_400_000;
    for (let now = Date.UTC(2024, 0, 1, 12); now < Date.UTC(2028, 0, 1); now += dayMs) {
      const oldest = oldestRefundableDay(now);
      expect(withinRefundWindow(oldest, now)).toBe(true);
      const before = new Date(Date.parse(oldest) - dayMs).toISOString();
      expect(withinRefundWindow(before, now)).toBe(false);
    }
  });
});
