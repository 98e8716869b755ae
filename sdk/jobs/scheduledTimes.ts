/** The arguments of cloud schedules that say when a job runs. */
import type * as pulumi from "@pulumi/pulumi";
import { NOT_AGAIN, runsAgain } from "../../schedule/jobs/runsAgain";
import {
  attemptSeconds,
  type CheckTimes,
  type CloudSchedulerJob,
  type Conversion,
  convertCloudScheduler,
  convertEventBridge,
  type EventBridgeSchedule,
} from "../../schedule/schedulers";
import { refusal } from "../program/refusal";
import { deriveFrom } from "../program/within";

type May<T> = pulumi.Input<T | undefined>;

/**
 * Arguments of an EventBridge schedule, or of a rule with a schedule: those of the classes `aws.scheduler.Schedule` and
 * `aws.cloudwatch.EventRule`, and of their counterparts in `aws-native`.
 */
export interface EventBridgeArgs {
  name?: May<string>;
  /** `cron(…)` or `rate(…)`. */
  scheduleExpression: pulumi.Input<string>;
  /** Only for schedules; rules are in UTC. */
  scheduleExpressionTimezone?: May<string>;
  /** Its minutes are added to the grace. */
  flexibleTimeWindow?: May<{ mode: pulumi.Input<string>; maximumWindowInMinutes?: May<number> }>;
  /** Refused, because after this date the check would be down for ever. */
  endDate?: May<string>;
  /** While it is `DISABLED`, the check is paused. */
  state?: May<string>;
  /** The older form of `state` for rules. */
  isEnabled?: May<boolean>;
  description?: May<string>;
}

/** Arguments of a Cloud Scheduler job: those of the class `gcp.cloudscheduler.Job`. */
export interface CloudSchedulerArgs {
  name?: May<string>;
  schedule: pulumi.Input<string>;
  /** UTC when absent. */
  timeZone?: May<string>;
  /** Such as `320s`; the grace is longer than that. */
  attemptDeadline?: May<string>;
  /** While it is true, the check is paused, too. */
  paused?: May<boolean>;
  description?: May<string>;
}

/** What a declaration means for its check. */
export interface Declared {
  times: pulumi.Input<CheckTimes>;
  paused: pulumi.Input<boolean>;
  /** Characters that its description may have. */
  longestDescription: number;
}

/** Reads a declaration; `subject` names the job in refusals. */
export function readDeclaration(subject: string, args: EventBridgeArgs | CloudSchedulerArgs): Declared {
  refuseEvents(subject, args);
  return "scheduleExpression" in args ? ofEventBridge(subject, args) : ofCloudScheduler(subject, args);
}

/** A rule of EventBridge may have events in place of a schedule, which the types do not see in JavaScript. */
function refuseEvents(
  subject: string,
  args: { eventPattern?: unknown; scheduleExpression?: unknown; schedule?: unknown },
): void {
  if (args.eventPattern == null || (args.scheduleExpression ?? args.schedule) != null) return;
  throw refusal(
    subject,
    "eventPattern",
    "starts the job by events, and no check can know when the next one comes",
    "Leave the check out, or declare a Check with the longest time between two events as its timeout, which the job pings",
  );
}

function ofEventBridge(subject: string, { state, isEnabled, ...args }: EventBridgeArgs): Declared {
  const { scheduleExpression, scheduleExpressionTimezone, flexibleTimeWindow, endDate } = args;
  const schedule = { scheduleExpression, scheduleExpressionTimezone, flexibleTimeWindow, endDate };
  const switches = { state, isEnabled } as pulumi.Input<{ state?: string; isEnabled?: boolean }>;
  return {
    times: deriveFrom(schedule as pulumi.Input<EventBridgeSchedule>, (known) =>
      requireConverted(subject, convertEventBridge(known)),
    ),
    paused: deriveFrom(switches, (known) => known.state === "DISABLED" || known.isEnabled === false),
    longestDescription: 512,
  };
}

function ofCloudScheduler(
  subject: string,
  { schedule, timeZone, attemptDeadline, paused }: CloudSchedulerArgs,
): Declared {
  const job = { schedule, timeZone, attemptDeadline };
  return {
    times: deriveFrom(job as pulumi.Input<CloudSchedulerJob & { attemptDeadline?: string }>, (known) => {
      const times = requireConverted(subject, convertCloudScheduler(known));
      const attempt = attemptSeconds(known.attemptDeadline);
      // The deadline of one attempt, after which there may be more: it makes the hour longer, never shorter. It is set
      // even if it is short, because a default grace of the configuration knows nothing about the job.
      return attempt === undefined ? times : { ...times, grace: Math.max(DEFAULT_GRACE, attempt + ENDING) };
    }),
    paused: deriveFrom(paused as pulumi.Input<boolean | undefined>, (one) => one ?? false),
    longestDescription: 500,
  };
}

/** The service's default, in seconds. */
const DEFAULT_GRACE = 3600;
/** Seconds in which a job reports its end. */
const ENDING = 60;

function requireConverted(subject: string, conversion: Conversion): CheckTimes {
  if (!conversion.ok) throw refusal(subject, conversion.property, conversion.reason);
  if (runsAgain(conversion.check)) return conversion.check;
  // Only schedules of EventBridge may name years.
  throw refusal(subject, "scheduleExpression", NOT_AGAIN, "Leave the check out, or change its year");
}
