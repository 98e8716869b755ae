/** The arguments of a CronJob's check, from the job's own declaration and the further arguments. */

import type { input } from "@pulumi/kubernetes/types";
import type * as pulumi from "@pulumi/pulumi";
import { withinLimits } from "../../schedule/limits";
import { type CheckTimes, convertKubernetes } from "../../schedule/schedulers";
import { type JobCheckArgs as AnyJobCheckArgs, argsOfTimes, resumedByHand } from "../jobs/jobCheckArgs";
import type { CheckArgs } from "../monitor/check";
import { slugOfName } from "../monitor/slugify";
import { nameOfCheck } from "../monitor/slugOf";
import { refusal } from "../program/refusal";
import { deriveFrom, property } from "../program/within";

type CronJobSpec = input.batch.v1.CronJobSpec;
type JobTemplate = input.batch.v1.JobTemplateSpec;
type JobSpec = input.batch.v1.JobSpec;

/** Arguments for a CronJob's check: all arguments of a check except its times, which come from the job's declaration. */
export interface JobCheckArgs extends Omit<AnyJobCheckArgs, "grace"> {
  /**
   * Seconds (or `"5m"`, `"1h30m"`) after its scheduled time by which the job must have reported success.
   * @default `startingDeadlineSeconds` and `activeDeadlineSeconds` of the job, and a minute; 3600 in place of the latter
   * where it is not set
   */
  grace?: CheckArgs["grace"];
}

/** Seconds that the end of a pod may take in addition to the work, until the pod has ended and the ping is sent. */
const ENDING = 60;
const DEFAULT_GRACE = 3600;

/** When a CronJob runs. A manifest can have null for values that it does not set. */
interface Times {
  schedule?: string | null | undefined;
  timeZone?: string | null | undefined;
}

/** How late it may start, and how long it may run. */
interface Deadlines {
  starting?: number | null | undefined;
  active?: number | null | undefined;
}

/** The arguments of the check. `subject` names the job in messages. */
export function jobCheck(
  subject: string,
  name: pulumi.Input<string>,
  spec: pulumi.Input<CronJobSpec>,
  { grace, ...extra }: JobCheckArgs,
): CheckArgs {
  const given = spec ?? undefined;
  const template = property(given, "jobTemplate") as pulumi.Input<JobTemplate | undefined> | null;
  const job = property(template ?? undefined, "spec") as pulumi.Input<JobSpec | undefined> | null;
  const declared = { schedule: property(given, "schedule"), timeZone: property(given, "timeZone") };
  const times = deriveFrom(declared as pulumi.Input<Times>, (known) => timesOf(subject, known));
  const deadlines = {
    starting: property(given, "startingDeadlineSeconds"),
    active: property(job ?? undefined, "activeDeadlineSeconds"),
  };
  const paused = deriveFrom(property(given, "suspend") as pulumi.Input<boolean | undefined>, (one) =>
    pausedWhile(subject, one),
  );
  return {
    ...extra,
    name: extra.name ?? deriveFrom(name, nameOfCheck),
    slug: extra.slug ?? deriveFrom(name, (one) => slugOfName(subject, one)),
    ...argsOfTimes(times),
    grace: grace ?? deriveFrom(deadlines as pulumi.Input<Deadlines>, (known) => graceOf(subject, known)),
    paused,
    manualResume: extra.manualResume ?? resumedByHand(paused),
  };
}

function timesOf(subject: string, { schedule, timeZone }: Times): CheckTimes {
  if (schedule == null) throw refusal(subject, "spec.schedule", "is missing", "Say when the job runs");
  const conversion = convertKubernetes({ schedule, ...(timeZone != null && { timeZone }) });
  if (conversion.ok) return conversion.check;
  throw refusal(subject, `spec.${conversion.property}`, conversion.reason);
}

/** Whether the check is paused; a text, as a variable of the environment is one, says nothing that Kubernetes takes. */
function pausedWhile(subject: string, suspend: boolean | null | undefined): boolean {
  if (suspend == null || typeof suspend === "boolean") return suspend ?? false;
  throw refusal(subject, "spec.suspend", "must be true or false");
}

/** How long the job may take to start, to run and to report its end. */
function graceOf(subject: string, { starting, active }: Deadlines): number {
  refuseNoSeconds(subject, "spec.startingDeadlineSeconds", starting);
  refuseNoSeconds(subject, "spec.jobTemplate.spec.activeDeadlineSeconds", active);
  const runs = active == null ? DEFAULT_GRACE : active + ENDING;
  return withinLimits((starting ?? 0) + runs);
}

/** The digits of a text would be put one after the other, in place of being added. */
function refuseNoSeconds(subject: string, place: string, seconds: number | null | undefined): void {
  if (seconds == null || (Number.isInteger(seconds) && seconds >= 0)) return;
  throw refusal(subject, place, "must be a whole number of seconds, 0 or more");
}
