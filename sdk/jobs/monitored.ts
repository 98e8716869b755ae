/** A schedule in a cloud and its check, declared once. */
import * as pulumi from "@pulumi/pulumi";
import { checkMark } from "../../schedule/jobs/marks";
import { Check } from "../monitor/check";
import { slugify } from "../monitor/slugify";
import { refusal, refuseNoArgs } from "../program/refusal";
import { derived } from "../program/within";
import { argsOfTimes, type JobCheckArgs, resumedByHand } from "./jobCheckArgs";
import { PING_URL } from "./pingUrl";
import { type CloudSchedulerArgs, declared, type EventBridgeArgs } from "./scheduledTimes";

/** What comes of the declaration of a schedule. */
export interface MonitoredJob<T> {
  /** The check that watches the job. */
  check: Check;
  /** The variable `CHECKS_PING_URL` with the ping URL, a secret, for the environment of what the schedule starts. */
  environment: { [PING_URL]: pulumi.Output<string> };
  /** The arguments for the schedule's resource: as they were given, with a line in `description` that names the check. */
  args: Omit<T, "description"> & { description: pulumi.Input<string> };
}

/**
 * A schedule or a rule of EventBridge, or a job of Cloud Scheduler, and its check: the schedule's own declaration is the
 * check's.
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
 * It takes the arguments, and not the resource, since what the schedule starts needs the ping URL before there can be a
 * schedule that starts it. The check's schedule, zone and period follow from them, `flexibleTimeWindow` and a long
 * `attemptDeadline` make its grace longer, and it is paused while the schedule is (`state: "DISABLED"`, `paused: true`).
 * `pulumi-checks coverage` finds the two by the line in the description.
 *
 * ```ts
 * import { monitored } from "pulumi-checks";
 *
 * const figures = monitored("monthly-figures", { schedule: "0 9 1 * *", timeZone: "Asia/Tokyo", paused: false });
 * // new gcp.cloudscheduler.Job("monthly-figures", { ...figures.args, region, httpTarget: { uri } })
 * export const pingUrl = figures.environment.CHECKS_PING_URL; // a secret
 * ```
 *
 * @param name Of the check's resource; the job is called by its argument `name`, or else like this.
 * @param args Those of the schedule's resource, all or as many as are known: what says when the job runs must be among them.
 * @param check What the check needs beyond it.
 * @throws {pulumi.RunError} when a check cannot expect just the job's runs, as for `at(…)`: the message says why, and what to
 * do. Where the schedule itself is an output, the run fails as soon as it is known.
 */
export function monitored<T extends EventBridgeArgs | CloudSchedulerArgs>(
  name: string,
  args: T,
  check: JobCheckArgs = {},
  options?: pulumi.CustomResourceOptions,
): MonitoredJob<T> {
  const subject = `monitored "${name}"`;
  if (pulumi.Resource.isInstance(args)) {
    throw refusal(
      subject,
      "args",
      "is a resource",
      "Pass its arguments, and create the resource with the args that are returned",
    );
  }
  refuseNoArgs(subject, args);
  const { times, paused, longestDescription } = declared(subject, args);
  const called = derived(args.name as pulumi.Input<string | undefined>, (one) => one ?? name);
  const slug = check.slug ?? derived(called, slugify);
  const texts = { own: args.description, slug } as pulumi.Input<{ own?: string; slug: string }>;
  const description = derived(texts, (known) => {
    const lines = [...(known.own ? [known.own] : []), checkMark(known.slug)].join("\n");
    const over = lines.length - longestDescription;
    if (over <= 0) return lines;
    throw refusal(
      subject,
      "description",
      `is ${over} characters too long with the line that names its check`,
      "Shorten it",
    );
  });
  const watching = new Check(
    name,
    {
      ...check,
      name: check.name ?? called,
      slug,
      ...argsOfTimes(times),
      grace: check.grace ?? derived(times, (known) => known.grace),
      paused,
      manualResume: check.manualResume ?? resumedByHand(paused),
    },
    options,
  );
  return { check: watching, environment: { [PING_URL]: watching.pingUrl }, args: { ...args, description } };
}
