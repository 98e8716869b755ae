/** The result of a coverage run as data. The JSON output is exactly this, and all other formats derive from it. */
import { z } from "zod";
import { SCHEDULERS } from "../../schedule/jobs";
import { ExitCode } from "../command";

/** The kinds of gaps between jobs and checks. */
export const GAPS = ["noCheck", "schedule", "grace", "neverPinged", "unclear", "noJob"] as const;
export type GapClass = (typeof GAPS)[number];

const place = {
  /** Relative to the working directory; the stack, for a resource whose source is unknown. */
  file: z.string(),
  line: z.number().optional(),
};

const job = z.object({
  /** The scheduler's name for it. */
  name: z.string(),
  scheduler: z.enum(SCHEDULERS),
  /** As the declaration spells it. */
  schedule: z.string(),
  timeZone: z.string().optional(),
  /** Seconds from its scheduled time until a run has ended. */
  deadline: z.number().optional(),
  /** The slug that its check must have; empty if none can be derived from its name. */
  slug: z.string(),
  /** `project/stack`, if it is a resource. */
  stack: z.string().optional(),
  ...place,
});
export type CoveredJob = z.output<typeof job>;

/** A check, identified without anything that could ping it, or that its program keeps secret. */
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
  /** What is wrong, without the name. */
  says: z.string(),
});
export type Gap = z.output<typeof gap>;

/** The status of a job. Suspended jobs, and those marked as unmonitored, need no check. */
export const STANDINGS = ["covered", "gap", "ignored", "suspended", "unmonitored"] as const;

const count = z.number().int().nonnegative();

export const coverageReport = z.object({
  schema: z.literal("pulumi-checks/coverage"),
  version: z.literal(1),
  at: z.iso.datetime(),
  /** The share of jobs with a check and without a gap among those that need a check; null if no job does. */
  percent: z.number().nullable(),
  /** The run exits with 2 below this; then single gaps do not count. */
  failUnder: z.number().optional(),
  counts: z.object({ jobs: count, needed: count, covered: count, checks: count }),
  jobs: z.array(z.object({ ...job.shape, standing: z.enum(STANDINGS), checks: z.array(z.string()) })),
  gaps: z.array(gap),
  /** Gaps that the ignore file covers. They do not count. */
  ignored: z.array(z.object({ gap, because: z.object({ reason: z.string(), until: z.string() }) })),
  /** What could not be read. Unless this is empty, no gaps does not mean full coverage. */
  problems: z.array(z.string()),
  notes: z.array(z.string()),
});
export type CoverageReport = z.output<typeof coverageReport>;

/** What could not be read may hold jobs and checks that change the percentage either way: then nothing is decided. */
export function exitCodeOf({ percent, failUnder, gaps, problems }: CoverageReport): number {
  if (problems.length > 0) return ExitCode.incomplete;
  if (failUnder === undefined) return gaps.length > 0 ? ExitCode.findings : ExitCode.clean;
  if (percent === null) return ExitCode.incomplete;
  return percent < failUnder ? ExitCode.findings : ExitCode.clean;
}

/** The gaps of one kind, in the report's order. */
export function ofClass({ gaps }: CoverageReport, wanted: GapClass): Gap[] {
  return gaps.filter((one) => one.gap === wanted);
}
