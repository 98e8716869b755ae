/** What a coverage run found, as data: the JSON output is exactly this, and every other output is made from it. */
import { z } from "zod";
import { SCHEDULERS } from "../../schedule/jobs";
import { ExitCode } from "../command";

/** The kinds of gaps between jobs and checks. */
export const GAPS = ["noCheck", "schedule", "grace", "neverPinged", "unclear", "noJob"] as const;
export type GapClass = (typeof GAPS)[number];

const place = {
  /** Relative to where the command ran; of a resource that the engine does not place, the stack. */
  file: z.string(),
  line: z.number().optional(),
};

const job = z.object({
  /** What its scheduler calls it. */
  name: z.string(),
  scheduler: z.enum(SCHEDULERS),
  /** As its declaration spells it. */
  schedule: z.string(),
  timeZone: z.string().optional(),
  /** Seconds after its time by which a run has ended. */
  deadline: z.number().optional(),
  /** The slug that its check must have; empty where none can be made of its name. */
  slug: z.string(),
  /** `project/stack`, of a resource. */
  stack: z.string().optional(),
  ...place,
});
export type CoveredJob = z.output<typeof job>;

/** A check, named without anything that could ping it, or that its program keeps secret. */
const check = z.object({
  label: z.string(),
  /** Named project of the configuration. */
  project: z.string(),
  uniqueKey: z.string(),
  stack: z.string().optional(),
  file: z.string().optional(),
  line: z.number().optional(),
});
export type CoveringCheck = z.output<typeof check>;

const gap = z.object({
  gap: z.enum(GAPS),
  /** Absent for a check without a job. */
  job: job.optional(),
  /** Absent for a job without a check. */
  check: check.optional(),
  /** What is the matter, without the name. */
  says: z.string(),
});
export type Gap = z.output<typeof gap>;

/** How a job stands: suspended ones and those that are to have no check need none. */
export const STANDINGS = ["covered", "gap", "ignored", "suspended", "unmonitored"] as const;

const count = z.number().int().nonnegative();

export const coverageReport = z.object({
  schema: z.literal("pulumi-checks/coverage"),
  version: z.literal(1),
  at: z.iso.datetime(),
  /** The share of the jobs that need a check which have one without a gap; null if no job needs one. */
  percent: z.number().nullable(),
  /** Below this the run ends with 2; single gaps do not count then. */
  failUnder: z.number().optional(),
  counts: z.object({ jobs: count, needed: count, covered: count, checks: count }),
  jobs: z.array(z.object({ ...job.shape, standing: z.enum(STANDINGS), checks: z.array(z.string()) })),
  gaps: z.array(gap),
  /** Gaps that the ignore file takes out; they do not count. */
  ignored: z.array(z.object({ gap, because: z.object({ reason: z.string(), until: z.string() }) })),
  /** What could not be read. If it is not empty, having no gaps does not mean covered. */
  problems: z.array(z.string()),
  notes: z.array(z.string()),
});
export type CoverageReport = z.output<typeof coverageReport>;

/** A missed percentage is certain, whatever could not be read: unread jobs do not raise it by themselves. */
export function exitCodeOf({ percent, failUnder, gaps, problems }: CoverageReport): number {
  if (problems.length > 0) return ExitCode.incomplete;
  if (failUnder === undefined) return gaps.length > 0 ? ExitCode.findings : ExitCode.clean;
  if (percent === null) return ExitCode.incomplete;
  return percent < failUnder ? ExitCode.findings : ExitCode.clean;
}

/** The gaps of one class, in the order of the report. */
export function ofClass({ gaps }: CoverageReport, wanted: GapClass): Gap[] {
  return gaps.filter((one) => one.gap === wanted);
}
