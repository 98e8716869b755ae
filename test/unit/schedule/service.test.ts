import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSchedule, nextFire } from "../../../schedule";

interface Recorded {
  /** Expressions, and whether the service accepts each. */
  acceptance: ReadonlyArray<readonly [string, boolean]>;
  firings: ReadonlyArray<{ expression: string; zone: string; after: string; next: readonly string[] }>;
}

/**
 * fixtures/service.json holds what the Python packages of the real service answered (cronsim 2.8, oncalendar 1.1 with
 * tzdata 2026.6); fixtures/record.py records it anew. A quarter of its expressions came
 * from a random generator, the rest was thought up.
 */
const { acceptance, firings }: Recorded = JSON.parse(
  readFileSync(join(__dirname, "fixtures", "service.json"), "utf8"),
);

describe("beside the service's own packages", () => {
  it("accepts whatever the service accepts", () => {
    const accepted = acceptance.filter(([, accepts]) => accepts).map(([expression]) => expression);
    expect(accepted.length).toBeGreaterThan(200);
    expect(accepted.filter((expression) => checkSchedule(expression) !== undefined)).toEqual([]);
  });

  it("refuses whatever the service refuses", () => {
    const refused = acceptance.filter(([, accepts]) => !accepts).map(([expression]) => expression);
    expect(refused.length).toBeGreaterThan(200);
    expect(refused.filter((expression) => checkSchedule(expression) === undefined)).toEqual([]);
  });

  it.each(
    firings.map((firing) => [JSON.stringify(firing.expression), firing.zone, firing.after, firing] as const),
  )(
    "fires %s in %s after %s like the service",
    (_expression, _zone, _after, { expression, zone, after, next }) => {
      expect(nextFires(expression, zone, after)).toEqual(next);
    },
  );
});

/** The next five, to the second. */
function nextFires(expression: string, zone: string, after: string): string[] {
  const times: Date[] = [];
  while (times.length < 5) {
    const time = nextFire(expression, zone, times.at(-1) ?? new Date(after));
    if (!time) break;
    times.push(time);
  }
  return times.map((time) => time.toISOString().replace(".000Z", "Z"));
}
