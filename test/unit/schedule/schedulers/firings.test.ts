import fc from "fast-check";
import {
  type Conversion,
  convertCloudScheduler,
  convertCrontab,
  convertEventBridge,
  convertGitHubActions,
  convertKubernetes,
  convertNomad,
} from "../../../../schedule/schedulers";
import { firings, type Habits, type Interpreter } from "../../../support/schedule/clock";
import { zone } from "../../../support/schedule/expressions";
import { firingsOf } from "../../../support/schedule/firings";
import {
  debian,
  debianHabits,
  eventBridge,
  nomad,
  robfig,
  unixCron,
} from "../../../support/schedule/interpreters";

const COUNT = 200;
const HOUR = 3_600_000;

const ONCE: Habits = { inGap: "skip", inOverlap: "once" };
const FOLLOWS: Habits = { inGap: "skip", inOverlap: "twice" };
const LATE: Habits = { inGap: "afterwards", inOverlap: "once" };
const LATE_AND_TWICE: Habits = { inGap: "afterwards", inOverlap: "twice" };

interface Scheduler {
  name: string;
  expression: fc.Arbitrary<string>;
  convert: (expression: string, timeZone: string) => Conversion;
  interpret: (expression: string) => Interpreter;
  /** What it does when clocks change; several where its documentation leaves that open. */
  habits: (expression: string) => Habits[];
  /** Of a hundred expressions so many are converted. */
  converted: number;
}

const SCHEDULERS: Scheduler[] = [
  {
    name: "Kubernetes",
    expression: cronLike({ question: true, bareStep: true, sunday: 0 }),
    convert: (schedule, timeZone) => convertKubernetes({ schedule, timeZone }),
    interpret: robfig,
    habits: () => [FOLLOWS],
    converted: 60,
  },
  {
    name: "Nomad",
    expression: cronLike({ question: true, bareStep: true, sunday: 7 }),
    convert: (cron, timeZone) => convertNomad({ cron, timeZone }),
    interpret: nomad,
    habits: () => [FOLLOWS],
    converted: 60,
  },
  {
    name: "cron",
    expression: cronLike({ question: false, bareStep: false, sunday: 7 }),
    convert: (fields, timeZone) => convertCrontab({ line: `${fields} true`, timeZone }),
    interpret: debian,
    habits: (expression) => [debianHabits(expression)],
    converted: 90,
  },
  {
    name: "Cloud Scheduler",
    expression: cronLike({ question: false, bareStep: false, sunday: 7 }),
    convert: (schedule, timeZone) => convertCloudScheduler({ schedule, timeZone }),
    interpret: unixCron,
    habits: () => [ONCE, FOLLOWS, LATE, LATE_AND_TWICE],
    converted: 65,
  },
  {
    name: "GitHub",
    expression: cronLike({ question: false, bareStep: true, sunday: 0 }),
    convert: (cron, timezone) => convertGitHubActions({ schedule: { cron, timezone } }),
    interpret: unixCron,
    habits: () => [LATE, LATE_AND_TWICE],
    converted: 45,
  },
  {
    name: "EventBridge",
    expression: eventBridgeLike(),
    convert: (inside, scheduleExpressionTimezone) =>
      convertEventBridge({ scheduleExpression: `cron(${inside})`, scheduleExpressionTimezone }),
    interpret: eventBridge,
    habits: () => [ONCE],
    converted: 90,
  },
];

describe.each(SCHEDULERS)("the check of a job of $name", (scheduler) => {
  it(`expects its next ${COUNT} runs and no other, in ten zones over changes of clocks`, () => {
    let [tried, converted, exact] = [0, 0, 0];
    fc.assert(
      fc.property(scheduler.expression, zone, start(), (expression, timeZone, after) => {
        tried++;
        const conversion = scheduler.convert(expression, timeZone);
        if (!conversion.ok) {
          expect(conversion.reason).toMatch(/^[^\n]{20,300}$/);
          return;
        }
        converted++;
        const run = (habits: Habits): number[] =>
          firings(scheduler.interpret(expression), timeZone, after, COUNT, habits);
        const worlds = scheduler.habits(expression).map(run);
        const expected = firingsOf(conversion.check, after, worlds[0]?.at(-1));
        if (conversion.notes.length === 0) {
          exact++;
          for (const world of worlds) expect(expected.map(iso)).toEqual(world.map(iso));
          return;
        }
        // It says that it may run more often: what is sure is expected, and nothing else.
        for (const world of worlds) {
          const last = world.at(-1) ?? 0;
          expect(expected.filter((firing) => firing <= last && !world.includes(firing)).map(iso)).toEqual([]);
        }
        const sure = run(ONCE).filter((firing) => firing <= (expected.at(-1) ?? 0));
        expect(sure.filter((firing) => !expected.includes(firing)).map(iso)).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
    expect((converted / tried) * 100).toBeGreaterThan(scheduler.converted);
    expect((exact / tried) * 100).toBeGreaterThan(scheduler.converted - 25);
  });
});

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** A full hour, mostly in the night of a usual change of clocks. */
function start(): fc.Arbitrary<number> {
  const hours = fc.integer({ min: 0, max: 30 });
  const days = fc.constantFrom(
    ...["2026-03-07", "2026-03-27", "2026-10-24", "2026-10-31", "2027-04-03", "2027-09-04", "2027-09-25"],
    ...["2027-03-13", "2027-03-27", "2028-03-25", "2028-10-28", "2028-11-04", "2026-07-01"],
  );
  return fc.tuple(days, hours).map(([day, hour]) => Date.parse(`${day}T00:00:00Z`) + hour * HOUR);
}

interface Grammar {
  question: boolean;
  bareStep: boolean;
  /** The largest number of a weekday. */
  sunday: 0 | 7;
}

function cronLike(grammar: Grammar): fc.Arbitrary<string> {
  const weekday = grammar.sunday === 7 ? 7 : 6;
  return fc
    .tuple(
      fc.oneof(fc.constantFrom("0", "30", "*/15"), field(0, 59, grammar)),
      fc.oneof(fc.integer({ min: 0, max: 4 }).map(String), field(0, 23, grammar)),
      mostly("*", field(1, 31, grammar)),
      mostly("*", fc.oneof(field(1, 12, grammar), fc.constantFrom("JAN-JUN", "mar", "OCT,NOV"))),
      mostly("*", fc.oneof(field(0, weekday, grammar), fc.constantFrom("MON-FRI", "sun", "SAT"))),
    )
    .map((fields) => fields.join(" "));
}

function eventBridgeLike(): fc.Arbitrary<string> {
  const grammar: Grammar = { question: false, bareStep: true, sunday: 0 };
  const date = fc.oneof(field(1, 28, grammar), fc.constantFrom("L", "1W", "15W", "27W", "1,15", "L,10"));
  const weekday = fc.oneof(
    field(1, 7, grammar),
    fc.constantFrom("MON-FRI", "L", "6L", "2#1", "1#5", "FRI#2", "SUN", "7L"),
  );
  const days = fc.oneof(
    date.map((word) => [word, "?"]),
    weekday.map((word) => ["?", word]),
  );
  return fc
    .tuple(
      fc.oneof(fc.constantFrom("0", "30", "0/15"), field(0, 59, grammar)),
      fc.oneof(fc.integer({ min: 0, max: 4 }).map(String), field(0, 23, grammar)),
      days,
      mostly("*", field(1, 12, grammar)),
      mostly("*", fc.constantFrom("2026-2035", "2027", "2026/2")),
    )
    .map(([minute, hour, [dates, weekdays], month, year]) =>
      [minute, hour, dates, month, weekdays, year].join(" "),
    );
}

function mostly(usual: string, other: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(fc.constant(usual), other);
}

function field(min: number, max: number, { question, bareStep }: Grammar): fc.Arbitrary<string> {
  const one = fc.integer({ min, max });
  const pair = fc.tuple(one, one).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const step = fc.integer({ min: 1, max: Math.min(max, 20) });
  const terms = fc.oneof(
    fc.constant("*"),
    one.map(String),
    step.map((every) => `*/${every}`),
    pair.map(([a, b]) => `${a}-${b}`),
    fc.tuple(pair, step).map(([[a, b], every]) => `${a}-${b}/${every}`),
    ...(question ? [fc.constant("?")] : []),
    ...(bareStep ? [fc.tuple(one, step).map(([a, every]) => `${a}/${every}`)] : []),
  );
  return fc.oneof(
    { weight: 4, arbitrary: terms },
    fc.tuple(terms, one).map(([a, b]) => `${a},${b}`),
  );
}
