/** The result of an advice run as data. The JSON output is exactly this, and all other formats derive from it. */
import { z } from "zod";
import { ExitCode } from "../command";

export const TOPICS = ["grace", "period", "zone", "schedule", "flapping", "runTime"] as const;
export type Topic = (typeof TOPICS)[number];

/** Fields of a check, under their names in programs. */
const settings = z.object({
  /** Seconds between pings of a simple check. */
  timeout: z.number().optional(),
  schedule: z.string().optional(),
  tz: z.string().optional(),
  /** In seconds. */
  grace: z.number(),
});

const count = z.number().int().nonnegative();

const option = z.object({
  /** In seconds. */
  grace: z.number(),
  /** Alarms although the run came by itself before the next one was due. */
  falseAlarms: count,
  /** Alarms that reported a missed or failed run. */
  rightAlarms: count,
  /** Alarms that cannot be judged, because the check was paused when they would have ended. */
  unclear: count,
  /** Seconds by which a missed run would be reported later than now; negative if sooner. */
  later: z.number(),
});

const advice = z.object({
  about: z.enum(TOPICS),
  /** The advice with its evidence: one sentence, without the check's name. */
  says: z.string(),
  /** The fields to change; absent if a person has to decide. */
  change: settings.partial().optional(),
});
export type Advice = z.output<typeof advice>;

const place = z.object({ file: z.string(), line: z.number() });

const check = z.object({
  label: z.string(),
  /** Empty if it has none, or if its program keeps it secret. */
  slug: z.string(),
  /** Named project of the configuration. */
  project: z.string(),
  uniqueKey: z.string(),
  /** `project/stack`, if a stack declares it. */
  stack: z.string().optional(),
  /** Where its program declares it. */
  place: place.optional(),
  settings,
  /** Ends of runs that were judged: successes and failures. */
  runs: count,
  /** The first and the last one (ISO 8601). */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Pings before this (ISO 8601) do not count, because the settings were different. */
  settingsSince: z.iso.datetime().optional(),
  /** Each round grace and the present one, with the present period or schedule; empty if there are too few runs. */
  options: z.array(option),
  advice: z.array(advice),
});
export type AdvisedCheck = z.output<typeof check>;

export const adviceReport = z.object({
  schema: z.literal("pulumi-checks/advice"),
  version: z.literal(1),
  at: z.iso.datetime(),
  /** Fewest ended runs for any advice. */
  leastRuns: count,
  /** The acceptable number of false alarms in a history. */
  mostFalseAlarms: count,
  checks: z.array(check),
  /** What could not be read. Unless this is empty, no advice does not mean that all is well. */
  problems: z.array(z.string()),
  notes: z.array(z.string()),
  /** Slugs of the checks missing in `checks`; `problems` and `notes` have the reasons. */
  leftOut: z.array(z.string()).optional(),
});
export type AdviceReport = z.output<typeof adviceReport>;

/** Whether there are too few runs for any advice. */
export function hasTooFew({ runs }: AdvisedCheck, { leastRuns }: AdviceReport): boolean {
  return runs < leastRuns;
}

/** Advice counts as findings. If something could not be read, having none proves nothing. */
export function exitCodeOf({ checks, problems }: AdviceReport): number {
  if (problems.length > 0) return ExitCode.incomplete;
  return checks.some((one) => one.advice.length > 0) ? ExitCode.findings : ExitCode.clean;
}
