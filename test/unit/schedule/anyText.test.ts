import fc from "fast-check";
import { checkSchedule, nextFire } from "../../../schedule";
import { anything, calendarLike, cronLike, moment, zone } from "../../support/schedule/expressions";

const schedule = fc.oneof(cronLike, calendarLike);

describe("whatever is given as a schedule", () => {
  it("is accepted, or refused with a reason and a place in it; nothing is thrown", () => {
    fc.assert(
      fc.property(anything, zone, moment, (expression, timeZone, after) => {
        const problem = checkSchedule(expression);
        if (problem) {
          expect(problem.reason).toMatch(/^[^\n]{8,120}$/);
          expect(problem.position).toBeGreaterThanOrEqual(1);
          expect(problem.position).toBeLessThanOrEqual([...expression].length + 1);
        }
        expect([undefined, "Date"]).toContain(nextFire(expression, timeZone, after)?.constructor.name);
      }),
      { numRuns: 2000 },
    );
  });

  it("is never quoted in the reason, since it could be a secret in the wrong place", () => {
    const token = fc.stringMatching(/^[G-Z]{6}[0-9]{2}$/);
    fc.assert(
      fc.property(fc.oneof(schedule, anything), fc.nat(30), token, (expression, at, secret) => {
        const problem = checkSchedule(`${expression.slice(0, at)}${secret}${expression.slice(at)}`);
        expect(problem?.reason).toBeDefined();
        expect(problem?.reason.toUpperCase()).not.toContain(secret);
      }),
      { numRuns: 1000 },
    );
  });

  it("fires after 2000 in UTC when it is accepted, and not when it is refused", () => {
    fc.assert(
      fc.property(fc.oneof(schedule, anything), (expression) => {
        const first = nextFire(expression, "UTC", new Date("2000-01-01T00:00:00Z"));
        expect(checkSchedule(expression) === undefined).toBe(first !== undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it("fires strictly later than the moment asked about, on a whole second", () => {
    let fired = 0;
    fc.assert(
      fc.property(schedule, zone, moment, (expression, timeZone, after) => {
        const next = nextFire(expression, timeZone, after);
        if (!next) return;
        fired++;
        expect(next.getTime()).toBeGreaterThan(after.getTime());
        expect(next.getMilliseconds()).toBe(0);
      }),
      { numRuns: 1000 },
    );
    expect(fired).toBeGreaterThan(500);
  });

  it("has no firing between a moment and the next firing", () => {
    fc.assert(
      fc.property(
        schedule,
        zone,
        moment,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (expression, timeZone, after, share) => {
          const next = nextFire(expression, timeZone, after);
          if (!next) return;
          const between = new Date(
            after.getTime() + Math.floor((next.getTime() - 1 - after.getTime()) * share),
          );
          expect(nextFire(expression, timeZone, between)).toEqual(next);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("means the same in upper and lower case, and with other blanks around and between", () => {
    fc.assert(
      fc.property(cronLike, moment, (expression, after) => {
        const next = nextFire(expression, "Europe/Riga", after);
        expect(nextFire(expression.toLowerCase(), "Europe/Riga", after)).toEqual(next);
        expect(nextFire(`\n ${expression.replaceAll(" ", "\t\u00a0")}\r\n`, "Europe/Riga", after)).toEqual(
          next,
        );
      }),
      { numRuns: 300 },
    );
  });
});
