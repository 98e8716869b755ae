import type * as pulumi from "@pulumi/pulumi";
import type { CheckTimes } from "../../schedule/schedulers";
import type { CheckArgs } from "../monitor/check";
import { deriveFrom } from "../program/within";

/** Arguments for a job's check: all arguments of a check except its times, which come from the job's declaration. */
export interface JobCheckArgs
  extends Omit<CheckArgs, "slug" | "schedule" | "tz" | "timeout" | "paused" | "grace"> {
  /** Identifies the check when it is first adopted or created. @default `slugify` of the job's name */
  slug?: pulumi.Input<string> | undefined;
  /**
   * Seconds (or `"5m"`, `"1h30m"`) after its scheduled time by which the job must have reported success.
   * @default what the job's declaration says of its delays and its end, or else an hour
   */
  grace?: CheckArgs["grace"];
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
