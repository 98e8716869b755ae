import type * as pulumi from "@pulumi/pulumi";
import type { CheckTimes } from "../../schedule/schedulers";
import type { CheckArgs } from "../monitor/check";
import { refusal, refuseNoObject } from "../program/refusal";
import { deriveFrom } from "../program/within";

/** What the job's declaration says of its check. */
const OF_JOB = ["schedule", "tz", "timeout", "paused"] as const;

/** Arguments for a job's check: all arguments of a check except its times, which come from the job's declaration. */
export interface JobCheckArgs extends Omit<CheckArgs, "slug" | "grace" | (typeof OF_JOB)[number]> {
  /** Identifies the check when it is first adopted or created. @default `slugify` of the job's name */
  slug?: pulumi.Input<string> | undefined;
  /**
   * Seconds (or `"5m"`, `"1h30m"`) after its scheduled time by which the job must have reported success.
   * @default what the job's declaration says of its delays and its end, or else an hour
   */
  grace?: CheckArgs["grace"];
}

/**
 * The types do not see a time among arguments that several checks have in common, nor in JavaScript: that of the job
 * would count in its place, without a word.
 * @throws {pulumi.RunError} which names the argument.
 */
export function refuseWrongCheck(subject: string, check: object | null | undefined): void {
  refuseNoObject(subject, "check", check);
  const given = new Map(Object.entries(check ?? {}));
  const wrong = OF_JOB.find((name) => given.get(name) !== undefined && given.get(name) !== null);
  if (wrong === undefined) return;
  throw refusal(
    subject,
    `check.${wrong}`,
    "comes from the job's own declaration",
    "Set it there, and leave it out here",
  );
}

/** The times of a job as arguments of its check: a schedule with its zone, or a period. */
export function argsOfTimes(times: pulumi.Input<CheckTimes>): Pick<CheckArgs, "schedule" | "tz" | "timeout"> {
  return {
    schedule: deriveFrom(times, (known) => ("schedule" in known ? known.schedule : undefined)),
    tz: deriveFrom(times, (known) => ("schedule" in known ? known.tz : undefined)),
    timeout: deriveFrom(times, (known) => ("timeout" in known ? known.timeout : undefined)),
  };
}

/**
 * A run that is still under way when its job is suspended, or one started by hand, still pings. That must not resume the
 * check, which would then alert because the next run does not come.
 */
export function resumedByHand(paused: pulumi.Input<boolean>): CheckArgs["manualResume"] {
  return deriveFrom(paused, (known) => known || undefined);
}
