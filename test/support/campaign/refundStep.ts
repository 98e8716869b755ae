/** One step of a campaign of refunds, made from its seed alone: what changes, how it is run, what goes wrong. */
import fc from "fast-check";
import type { Fault } from "../../../emulator";

/** What somebody does to the program. The last four would lose track of a record, and are refused. */
const CHANGES = [
  "nothing",
  "add",
  "add",
  "remove",
  "bring back",
  "rename with an alias",
  "shift",
  "swap",
  "change a number",
  "rename",
] as const;

/** How it is run. */
const MANNERS = [
  "plainly",
  "plainly",
  "replacing everything",
  "replacing one",
  "replacing everything after a refresh",
  "tainted",
  "refreshing",
  "aimed at one",
  "retaining",
] as const;

/** The service says no: the next run may ask again. */
const REFUSAL: Fault["action"] = {
  kind: "status",
  status: 400,
  body: '{"error":{"statusCode":400,"message":"not now"}}',
};

const FAULTS: Fault["action"][] = [
  { kind: "reset" },
  { kind: "reset", when: "after" },
  { kind: "status", status: 500 },
  { kind: "status", status: 503, when: "after" },
  REFUSAL,
  { kind: "truncate" },
  { kind: "html", when: "after" },
  { kind: "stall", ms: 1500 },
];

export interface RefundStep {
  change: (typeof CHANGES)[number];
  manner: (typeof MANNERS)[number];
  /** Which refund of the program it is about, counted around. */
  which: number;
  /** What the service does to the next request for a refund. */
  fault: Fault["action"] | undefined;
  /** Which process is killed, and after how many requests; or while the service, which has made a refund, has not answered yet. */
  kill: { victim: "engine" | "provider"; after: number | "it refunded" } | undefined;
}

const step: fc.Arbitrary<RefundStep> = fc.record({
  change: fc.constantFrom(...CHANGES),
  manner: fc.constantFrom(...MANNERS),
  which: fc.nat(5),
  fault: fc.option(fc.constantFrom(...FAULTS), { nil: undefined, freq: 2 }),
  kill: fc.option(
    fc.record({
      victim: fc.constantFrom("engine", "provider"),
      after: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant("it refunded" as const)),
    }),
    { nil: undefined, freq: 3 },
  ),
});

/** Somebody asks again after a refusal; that run is cut off when the money was given back; the next one is like any other. */
const askedAgain: fc.Arbitrary<RefundStep[]> = fc.tuple(step, step, step).map(([refused, again, next]) => [
  { ...refused, change: "add", manner: "plainly", fault: REFUSAL, kill: undefined },
  { ...again, change: "nothing", manner: "plainly", kill: { victim: "engine", after: "it refunded" } },
  { ...next, change: "nothing", kill: undefined },
]);

/** The same steps for the same seed. */
export function stepsOf(seed: number, count: number): RefundStep[] {
  const one = step.map((each) => [each]);
  const any = fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: askedAgain });
  return fc.sample(any, { seed, numRuns: count }).flat().slice(0, count);
}
