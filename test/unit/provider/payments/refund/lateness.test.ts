import {
  asksWithinSeconds,
  asksWithinSecondsUnder,
  restsAfterSeconds,
} from "../../../../../provider/payments/refund/lateness";
import type { Attempt } from "../../../../../provider/payments/refund/refundFields";

interface Pace {
  timeoutSeconds: number;
  requestsPerMinute: number | undefined;
}

const PACES: Pace[] = [1, 10, 30].flatMap((timeoutSeconds) =>
  [undefined, 1, 5, 100].map((requestsPerMinute) => ({ timeoutSeconds, requestsPerMinute })),
);

/** The record of an attempt that begins at this pace; `refundAttempt` makes it so. */
function recorded(pace: Pace): Attempt {
  const { timeoutSeconds, requestsPerMinute } = pace;
  return {
    at: "2026-01-31T12:00:00.000Z",
    timeoutSeconds,
    ...(requestsPerMinute !== undefined && { asksWithinSeconds: asksWithinSeconds(pace) }),
  };
}

const name = ({ timeoutSeconds, requestsPerMinute }: Pace) =>
  `timeouts of ${timeoutSeconds} s and ${requestsPerMinute ?? "any number of"} requests a minute`;

/** With whatever settings somebody runs meanwhile, two requests must not meet: that would be two refunds. */
describe.each(PACES.map((pace) => [name(pace), pace] as const))("an attempt with %s", (_, first) => {
  const attempt = recorded(first);

  it("asks as long as it may where nothing has changed", () => {
    expect(asksWithinSecondsUnder(attempt, first)).toBe(asksWithinSeconds(first));
  });

  it("is over, with its last request, when a later run begins another one", () => {
    for (const later of PACES) {
      const rests = restsAfterSeconds(attempt, later);
      expect(rests).toBeGreaterThanOrEqual(asksWithinSeconds(first) + first.timeoutSeconds);
      for (const retried of PACES) {
        const lastRequest = asksWithinSecondsUnder(attempt, retried) + retried.timeoutSeconds;
        expect(rests).toBeGreaterThanOrEqual(lastRequest);
      }
    }
  });

  it("is asked under no longer than the run that asks may take", () => {
    for (const retried of PACES) {
      expect(asksWithinSecondsUnder(attempt, retried)).toBeLessThanOrEqual(asksWithinSeconds(retried));
    }
  });

  it("of an earlier version, which does not tell its timeout, counts as one of today's", () => {
    for (const today of PACES) {
      const { at } = attempt;
      const unlimited = { ...today, requestsPerMinute: undefined };
      expect(asksWithinSecondsUnder({ at }, today)).toBe(asksWithinSeconds(unlimited));
      expect(restsAfterSeconds({ at }, today)).toBe(asksWithinSeconds(today) + today.timeoutSeconds);
    }
  });
});
