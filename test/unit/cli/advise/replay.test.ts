import fc from "fast-check";
import { HEADROOM, saferGrace, suggestedGrace } from "../../../../cli/advise/grace";
import { trialOf } from "../../../../cli/advise/judge";
import type { Heard } from "../../../../cli/advise/rule";
import { MINUTE, playedSlowly, type Watch } from "../../../support/cli/advise/slowReplay";

/** Before the clocks of Europe change, so that histories go over the change. */
const BEGIN = Date.parse("2026-10-20T09:00:00Z");
const RIDS = [null, "a", "b"];

/** Pings of all kinds, whole minutes apart: seldom long, so that there are late runs, missed ones and pauses. */
const histories = fc
  .array(
    fc.record({
      minutes: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 90 }) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 1500 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 4000 }) },
      ),
      kind: fc.oneof(
        { weight: 8, arbitrary: fc.constant("success" as const) },
        { weight: 3, arbitrary: fc.constant("start" as const) },
        { weight: 1, arbitrary: fc.constantFrom("fail" as const, "break" as const) },
      ),
      rid: fc.constantFrom(...RIDS),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .map((pings) => {
    let at = BEGIN;
    return pings.map(({ minutes, kind, rid }): Heard => {
      at += minutes * MINUTE;
      return { kind, at, rid: kind === "break" ? null : rid };
    });
  });

const watches = fc.oneof(
  fc.integer({ min: 1, max: 1500 }).map((everyMinutes): Watch => ({ everyMinutes })),
  fc.constantFrom("UTC", "Europe/Riga", "America/New_York").map((zone): Watch => ({ daily: "12:30", zone })),
);

function timesOf(watch: Watch) {
  return "everyMinutes" in watch
    ? { timeout: watch.everyMinutes * 60 }
    : { schedule: "30 12 * * *", tz: watch.zone };
}

describe("alarms under other settings", () => {
  it("are those that a slow replay of the service counts, minute by minute, and worth the same", () => {
    fc.assert(
      fc.property(histories, watches, fc.integer({ min: 1, max: 2000 }), (pings, watch, grace) => {
        expect(trialOf(pings, timesOf(watch))(grace * 60)).toEqual(playedSlowly(pings, watch, grace));
      }),
      { numRuns: 150 },
    );
  });

  it("are no more than tolerated with a grace that is suggested, by the slow replay as well", () => {
    let suggested = 0;
    fc.assert(
      fc.property(
        histories,
        watches,
        fc.integer({ min: 1, max: 600 }),
        fc.nat(3),
        (pings, watch, now, most) => {
          const trial = trialOf(pings, timesOf(watch));
          for (const grace of [suggestedGrace(trial, now * 60, most), saferGrace(trial, most)]) {
            if (grace === undefined) continue;
            suggested += 1;
            expect(playedSlowly(pings, watch, grace / 60).falseAlarms).toBeLessThanOrEqual(most);
            expect(trial(grace / HEADROOM).falseAlarms).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(suggested).toBeGreaterThan(50);
  });

  it("become no more with a longer grace, where runs do not overlap", () => {
    const alone = histories.map((pings) => pings.map((ping) => ({ ...ping, rid: null })));
    fc.assert(
      fc.property(alone, watches, fc.nat(3000), fc.nat(3000), (pings, watch, one, other) => {
        const trial = trialOf(pings, timesOf(watch));
        const all = (grace: number) =>
          Object.values(trial(grace * 60)).reduce((sum, number) => sum + number, 0);
        expect(all(Math.max(one, other))).toBeLessThanOrEqual(all(Math.min(one, other)));
      }),
    );
  });

  it("are false up to the moment at which the next run is due", () => {
    const noon = Date.parse("2026-05-04T12:30:00Z");
    const at = (end: number): Heard[] =>
      [noon, end].map((time) => ({ kind: "success", at: time, rid: null }));
    const trial = (end: number) => trialOf(at(end), { schedule: "30 12 * * *", tz: "UTC" })(600);
    const [DAY_MS, late] = [24 * 60 * MINUTE, noon + 24 * 60 * MINUTE + 600_000];
    expect(trial(late - 1)).toEqual({ falseAlarms: 0, rightAlarms: 0, unclear: 0 });
    expect(trial(late)).toEqual({ falseAlarms: 1, rightAlarms: 0, unclear: 0 });
    expect(trial(noon + 2 * DAY_MS - 1)).toEqual({ falseAlarms: 1, rightAlarms: 0, unclear: 0 });
    expect(trial(noon + 2 * DAY_MS)).toEqual({ falseAlarms: 0, rightAlarms: 1, unclear: 0 });
  });
});
