/** The arguments of schedules in clouds, as far as they say when a job runs. */
import type * as pulumi from "@pulumi/pulumi";
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
 * Of a schedule of EventBridge, or of a rule that has one: what the classes `aws.scheduler.Schedule` and
 * `aws.cloudwatch.EventRule` take, and those of `aws-native`.
 */
export interface EventBridgeArgs {
  name?: May<string>;
  /** `cron(…)` or `rate(…)`. */
  scheduleExpression: pulumi.Input<string>;
  /** Of schedules; rules are in UTC. */
  scheduleExpressionTimezone?: May<string>;
  /** Its minutes are added to the grace. */
  flexibleTimeWindow?: May<{ mode: pulumi.Input<string>; maximumWindowInMinutes?: May<number> }>;
  /** Refused: after it the check would be down for ever. */
  endDate?: May<string>;
  /** While it is `DISABLED`, the check is paused. */
  state?: May<string>;
  /** The former way of rules to say it. */
  isEnabled?: May<boolean>;
  description?: May<string>;
}

/** Of a job of Cloud Scheduler: what the class `gcp.cloudscheduler.Job` takes. */
export interface CloudSchedulerArgs {
  name?: May<string>;
  schedule: pulumi.Input<string>;
  /** UTC when absent. */
  timeZone?: May<string>;
  /** Such as `320s`; the grace is longer than that. */
  attemptDeadline?: May<string>;
  /** While it is true, so is the check's. */
  paused?: May<boolean>;
  description?: May<string>;
}

/** What a declaration says of its check. */
export interface Declared {
  times: pulumi.Input<CheckTimes>;
  paused: pulumi.Input<boolean>;
  /** Characters that its description may have. */
  longestDescription: number;
}

/** Reads a declaration; `subject` names the job in refusals. */
export function readDeclaration(subject: string, args: EventBridgeArgs | CloudSchedulerArgs): Declared {
  return "scheduleExpression" in args ? ofEventBridge(subject, args) : ofCloudScheduler(subject, args);
}

function ofEventBridge(subject: string, { state, isEnabled, ...args }: EventBridgeArgs): Declared {
  const { scheduleExpression, scheduleExpressionTimezone, flexibleTimeWindow, endDate } = args;
  const schedule = { scheduleExpression, scheduleExpressionTimezone, flexibleTimeWindow, endDate };
  const switches = { state, isEnabled } as pulumi.Input<{ state?: string; isEnabled?: boolean }>;
  return {
    times: deriveFrom(schedule as pulumi.Input<EventBridgeSchedule>, (known) =>
      accepted(subject, convertEventBridge(known)),
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
      const times = accepted(subject, convertCloudScheduler(known));
      const attempt = attemptSeconds(known.attemptDeadline);
      // A deadline of one attempt, after which there may be others: it makes the hour longer, never shorter. It is said
      // also where it is short: a grace that the configuration gives all checks knows nothing of the job.
      return attempt === undefined ? times : { ...times, grace: Math.max(DEFAULT_GRACE, attempt + ENDING) };
    }),
    paused: deriveFrom(paused as pulumi.Input<boolean | undefined>, (one) => one ?? false),
    longestDescription: 500,
  };
}

/** The service's own, in seconds. */
const DEFAULT_GRACE = 3600;
/** Seconds in which the end of a job is told. */
const ENDING = 60;

function accepted(subject: string, conversion: Conversion): CheckTimes {
  if (conversion.ok) return conversion.check;
  throw refusal(subject, conversion.property, conversion.reason);
}
