/** A cloud schedule and its check, declared once. */
import * as pulumi from "@pulumi/pulumi";
import { count } from "../../provider/core/words";
import { checkMark } from "../../schedule/jobs/marks";
import { Check } from "../monitor/check";
import { slugOfName } from "../monitor/slugify";
import { nameOfCheck } from "../monitor/slugOf";
import { refusal, refuseNoArgs, refuseNoName } from "../program/refusal";
import { deriveFrom, isThere } from "../program/within";
import { argsOfTimes, type JobCheckArgs, refuseWrongCheck, resumedByHand } from "./jobCheckArgs";
import { PING_URL } from "./pingUrl";
import { type CloudSchedulerArgs, type EventBridgeArgs, readDeclaration } from "./scheduledTimes";

/** The check of a declared schedule, and what to pass on to the job and its schedule. */
export interface MonitoredJob<T> {
  /** The check that watches the job. */
  check: Check;
  /** The variable `CHECKS_PING_URL` with the ping URL (a secret), for the environment of the job that the schedule starts. */
  environment: { [PING_URL]: pulumi.Output<string> };
  /** The arguments for the schedule's resource: those that were passed in, with a line in `description` that names the check. */
  args: Omit<T, "description"> & { description: pulumi.Input<string> };
}

/**
 * Makes a check from the declaration of an EventBridge schedule or rule, or of a Cloud Scheduler job.
 *
 * ```ts
 * import { monitored } from "pulumi-checks";
 *
 * const nightly = monitored(
 *   "nightly-backup",
 *   {
 *     scheduleExpression: "cron(30 2 * * ? *)",
 *     scheduleExpressionTimezone: "Europe/Riga",
 *     flexibleTimeWindow: { mode: "OFF" },
 *   },
 *   { channels: ["Pager"] },
 * );
 *
 * // new aws.lambda.Function("backup", { …, environment: { variables: nightly.environment } })
 * // new aws.scheduler.Schedule("nightly-backup", { ...nightly.args, target: { arn: backup.arn, roleArn } })
 * export const { environment, args } = nightly;
 * ```
 *
 * It takes the arguments and not the resource, because the job needs the ping URL before the schedule that starts it can
 * be created. The check's schedule, zone and period follow from them, `flexibleTimeWindow` and a long `attemptDeadline`
 * make its grace longer, and it is paused while the schedule is (`state: "DISABLED"`, `paused: true`). `pulumi-checks
 * coverage` finds the two by the line in the description.
 *
 * ```ts
 * import { monitored } from "pulumi-checks";
 *
 * const figures = monitored("monthly-figures", { schedule: "0 9 1 * *", timeZone: "Asia/Tokyo", paused: false });
 * // new gcp.cloudscheduler.Job("monthly-figures", { ...figures.args, region, httpTarget: { uri } })
 * export const pingUrl = figures.environment.CHECKS_PING_URL; // a secret
 * ```
 *
 * @param name Name of the check's resource; the job's name is its argument `name`, or else this one.
 * @param args Arguments of the schedule's resource: all of them, or at least those that say when the job runs.
 * @param further Further arguments of the check.
 * @throws {pulumi.RunError} when a check cannot expect exactly the job's runs, as for `at(…)`: the message says why, and
 * what to do. Where the schedule is an output, the run fails as soon as its value is known.
 */
export function monitored<T extends EventBridgeArgs | CloudSchedulerArgs>(
  name: string,
  args: T,
  further?: JobCheckArgs,
  options?: pulumi.CustomResourceOptions,
): MonitoredJob<T> {
  refuseNoName("monitored", name);
  const subject = `monitored "${name}"`;
  if (pulumi.Resource.isInstance(args)) {
    throw refusal(
      subject,
      "args",
      "is a resource",
      "Pass its arguments, and create the resource with the args that are returned",
    );
  }
  if (!isThere(args))
    throw refusal(subject, "args", "is an Output", "Pass an object; its values may be Outputs");
  refuseNoArgs(subject, args);
  refuseWrongCheck(subject, further);
  const check = further ?? {};
  const { times, paused, longestDescription } = readDeclaration(subject, args);
  const called = deriveFrom(args.name as pulumi.Input<string | undefined>, (one) => one ?? name);
  const slug = check.slug ?? deriveFrom(called, (one) => slugOfName(subject, one));
  const texts = { own: args.description, slug } as pulumi.Input<{ own?: string; slug: string }>;
  const description = deriveFrom(texts, (known) => {
    const lines = [...(known.own ? [known.own] : []), checkMark(known.slug)].join("\n");
    const over = lines.length - longestDescription;
    if (over <= 0) return lines;
    throw refusal(
      subject,
      "description",
      `is ${count(over, "character")} too long with the line that names its check`,
      "Shorten it",
    );
  });
  const watching = new Check(
    name,
    {
      ...check,
      name: check.name ?? deriveFrom(called, nameOfCheck),
      slug,
      ...argsOfTimes(times),
      grace: check.grace ?? deriveFrom(times, (known) => known.grace),
      paused,
      manualResume: check.manualResume ?? resumedByHand(paused),
    },
    options,
  );
  return { check: watching, environment: { [PING_URL]: watching.pingUrl }, args: { ...args, description } };
}
