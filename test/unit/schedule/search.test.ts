import { checkSchedule, isRefusedByOlderReleases } from "../../../schedule";
import { parseCron } from "../../../schedule/cron";
import { parseOnCalendar } from "../../../schedule/onCalendar";
import { words } from "../../../schedule/piece";
import { nextTime, type Recurrence } from "../../../schedule/recurrence";
import { type Clock, clockOf } from "../../../schedule/wallClock";

const START = new Date("2000-01-01T00:00:00Z");
const YEAR = 366;

/** The pattern, counting the days it is asked about. */
function counted(pattern: Recurrence): { pattern: Recurrence; days: () => number } {
  let days = 0;
  const isDay: Recurrence["isDay"] = (day) => {
    days++;
    return pattern.isDay(day);
  };
  return { pattern: { ...pattern, isDay }, days: () => days };
}

const cron = (expression: string): Recurrence => parseCron(words({ text: expression, at: 0 }));

function calendar(expression: string): Recurrence {
  const [pattern] = parseOnCalendar({ text: expression, at: 0 });
  if (!pattern) throw new Error("no pattern");
  return pattern;
}

describe("the search for the next time", () => {
  it.each([
    ["cron", cron("* * 30,31 2 */7")],
    ["OnCalendar", calendar("Mon 2-30 *:*:*")],
  ])("gives %s up after the few kinds of years there are", (_, never) => {
    const { pattern, days } = counted(never);
    expect(nextTime(pattern, clockOf("UTC"), START)).toBeUndefined();
    expect(days()).toBeGreaterThan(0);
    expect(days()).toBeLessThanOrEqual(15 * 29);
  });

  it("does not take a year without a day for a kind that never has one", () => {
    // 2000 is cut off after its 29 February, and 2100 has none.
    expect(nextTime(cron("0 0 29 2 */7"), clockOf("UTC"), new Date("2004-03-01T00:00:00Z"))).toBe(
      Date.UTC(2032, 1, 29),
    );
    expect(nextTime(calendar("Tue 2-29"), clockOf("UTC"), new Date("2000-03-01T00:00:00Z"))).toBe(
      Date.UTC(2028, 1, 29),
    );
  });

  it("looks at no day before the start, and stops at the first that fits", () => {
    const { pattern, days } = counted(cron("0 0 31 12 *"));
    expect(nextTime(pattern, clockOf("UTC"), START)).toBe(Date.UTC(2000, 11, 31));
    expect(days()).toBeLessThanOrEqual(YEAR);
  });

  it("gives up when the clock jumps over the time on every day for a lifetime", () => {
    let days = 0;
    const broken: Clock = {
      wallAt: (instant) => instant,
      stretches: (midnight) => {
        days++;
        return [{ kind: "gap", from: midnight, to: midnight + 86_400_000, resumes: midnight }];
      },
    };
    expect(nextTime(calendar("12:00"), broken, START)).toBeUndefined();
    expect(days).toBeGreaterThan(40);
    expect(days).toBeLessThanOrEqual(60);
  });

  it("asks each day the same few questions, however many terms a field has", () => {
    const { isDay } = cron(`0 0 ${"31,L/2,".repeat(50)}30 2 ${"1#5,5L,".repeat(50)}4L`);
    const questions = jest.spyOn(Set.prototype, "has");
    const found = isDay({ day: 15, length: 28, weekday: 3 });
    const asked = questions.mock.calls.length;
    questions.mockRestore();
    expect(found).toBe(false);
    expect(asked).toBeLessThan(8);
  });
});

describe("a text far beyond the service's 100 characters", () => {
  it.each(["1,", "* ", "2-30\n", "\u3000", "@", "\u{1f55b}"])(
    "is refused unread when it is %j again and again",
    (part) => {
      expect(checkSchedule(part.repeat(1_000_000))).toEqual({
        position: 1,
        reason: "is longer than any schedule the service takes",
      });
    },
  );

  it("is read as long as it could have 100 characters", () => {
    const longest = `0 0 * * ${"1,".repeat(45)}1`;
    expect(checkSchedule(longest)).toBeUndefined();
    expect(checkSchedule("\u{1f55b}".repeat(100))?.reason).toMatch(/^must be cron/);
  });
});

it("holds nothing but cron to be what older releases refuse", () => {
  expect(isRefusedByOlderReleases("0 0 30 2 1")).toBe(true);
  expect(isRefusedByOlderReleases("0 0 29 2 1")).toBe(false);
  // The third and the fourth word are not what they are in cron.
  expect(isRefusedByOlderReleases("Mon *-2-* 12:00 Europe/Riga")).toBe(false);
  expect(isRefusedByOlderReleases("Mon 12:00\nTue *-2-30 13:00")).toBe(false);
});
