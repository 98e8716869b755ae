/** One step of a campaign, made from its seed alone: what is declared, what is run, what goes wrong. */
import fc from "fast-check";
import { type Channel, RANDOM_FAULT_KINDS, type RandomFaults } from "../../../emulator";
import { type Args, arbitraryCheck } from "../provider/arbitraryCheck";

/** Resources of a program: name to arguments. */
export type Program = Record<string, Args>;

export interface Step {
  operation: "up" | "refresh" | "destroy";
  program: Program;
  faults: Omit<RandomFaults, "seed"> | undefined;
  /** Which process is killed after how many requests. */
  kill: { victim: "engine" | "provider"; after: number } | undefined;
  /** Whether the engine writes its state after each resource, or once at the end. */
  checkpoints: boolean;
}

const MOST_CHECKS = 8;
/** A redirect is final, however often it is asked again. */
const KINDS: RandomFaults["kinds"] = RANDOM_FAULT_KINDS.filter((kind) => kind !== "redirect");

/** The same step for the same seed and the same program before it. */
export function stepOf(seed: number, before: Program, channels: readonly Channel[]): Step {
  const [step] = fc.sample(arbitraryStep(before, channels), { seed, numRuns: 1 });
  if (!step) throw new Error("nothing was sampled");
  return step;
}

function arbitraryStep(before: Program, channels: readonly Channel[]): fc.Arbitrary<Step> {
  return fc.record({
    operation: fc.constantFrom("up", "up", "up", "up", "refresh", "destroy"),
    program: arbitraryProgram(before, channels),
    faults: fc.option(
      fc.record({
        rate: fc.constantFrom(0.1, 0.3, 0.6),
        kinds: fc.subarray(KINDS, { minLength: 1 }),
        stallMs: fc.constantFrom(50, 1500),
        limit: fc.integer({ min: 1, max: 20 }),
      }),
      { nil: undefined },
    ),
    kill: fc.option(
      fc.record({
        victim: fc.constantFrom("engine", "provider"),
        after: fc.integer({ min: 0, max: MOST_CHECKS + 2 }),
      }),
      { nil: undefined },
    ),
    checkpoints: fc.boolean(),
  });
}

/** Of each check that could be declared: as before, changed, or gone. */
function arbitraryProgram(before: Program, channels: readonly Channel[]): fc.Arbitrary<Program> {
  const names = Array.from({ length: MOST_CHECKS }, (_, index) => `job-${index}`);
  const choices = names.map((name) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(before[name]) },
      { weight: 3, arbitrary: managed(name, channels) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  );
  return fc
    .tuple(...choices)
    .map((made) =>
      Object.fromEntries(names.flatMap((name, index) => (made[index] ? [[name, made[index] as Args]] : []))),
    );
}

/** Each field is named that would otherwise keep what an earlier step left; the slug may be renamed. */
function managed(name: string, channels: readonly Channel[]): fc.Arbitrary<Args> {
  return fc
    .tuple(arbitraryCheck(channels, "server"), fc.constantFrom("", "", "", "-renamed"))
    .map(([args, suffix]) => ({ channels: [], paused: false, ...args, slug: `${name}${suffix}` }));
}
