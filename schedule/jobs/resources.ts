/** Jobs among a Pulumi program's resources: CronJobs, EventBridge rules and schedules, Cloud Scheduler jobs. */
import { z } from "zod";
import { attemptSeconds, convertCloudScheduler, convertEventBridge } from "../schedulers";
import type { Job, JobProblem, Place } from "./job";
import { jobOfCronJob } from "./kubernetes";
import { marksAmong, marksIn } from "./marks";
import { runsAgain } from "./runsAgain";

/** A resource in a state. */
export interface ResourceOfState extends Place {
  /** Its type token. */
  type: string;
  /** The name in the program. */
  resource: string;
  /** The program's inputs, plus the names that the engine made. */
  inputs: Readonly<Record<string, unknown>>;
}

type Reader = (inputs: unknown, resource: string, place: Place) => Job | JobProblem | undefined;

/** By type token; the version that some tokens contain does not matter. */
const READERS: readonly [RegExp, Reader][] = [
  [/^kubernetes:batch\/v\w+:CronJob$/, (inputs, resource, place) => jobOfCronJob(inputs, place, resource)],
  [/^aws:cloudwatch\/eventRule:EventRule$/, eventBridge],
  [/^aws:scheduler\/schedule:Schedule$/, eventBridge],
  [/^aws-native:(?:events:Rule|scheduler:Schedule)$/, eventBridge],
  [/^gcp:cloudscheduler\/job:Job$/, cloudScheduler],
  [/^google-native:cloudscheduler\/v\w+:Job$/, cloudScheduler],
];

/** The job of a resource; undefined if it is none. */
export function jobOfResource({
  type,
  resource,
  inputs,
  ...place
}: ResourceOfState): Job | JobProblem | undefined {
  const [, read] = READERS.find(([pattern]) => pattern.test(type)) ?? [];
  return read?.(inputs, resource, place);
}

const autonamed = {
  name: z.string().nullish(),
  namePrefix: z.string().nullish(),
  __defaults: z.array(z.unknown()).nullish(),
};

/** What of a resource tells whether its program or the engine made its name. */
type Named = { [K in keyof typeof autonamed]?: z.output<(typeof autonamed)[K]> };

/** The name in the program is used if the engine or the cloud made the name, which then has random letters at its end. */
function nameOf({ name, namePrefix, __defaults: made }: Named, resource: string): string {
  const isMade = name == null || namePrefix || made?.includes("name") || looksAutonamed(resource, name);
  return isMade ? resource : name;
}

/** Guesses from the form of the name, because not every provider reports which names the engine made. */
function looksAutonamed(resource: string, name: string): boolean {
  return name.startsWith(`${resource}-`) && /^[0-9a-f]{7,8}$/.test(name.slice(resource.length + 1));
}

const rule = z.looseObject({
  ...autonamed,
  scheduleExpression: z.string().nullish(),
  scheduleExpressionTimezone: z.string().nullish(),
  flexibleTimeWindow: z
    .looseObject({ mode: z.string(), maximumWindowInMinutes: z.number().nullish() })
    .nullish(),
  endDate: z.string().nullish(),
  state: z.string().nullish(),
  isEnabled: z.boolean().nullish(),
  tags: z.unknown().optional(),
  description: z.string().nullish(),
});

/**
 * A rule without a schedule reacts to events, and `at(…)` runs once, as a `cron(…)` of one date does; none is a repeating
 * job.
 */
function eventBridge(given: unknown, resource: string, place: Place): Job | JobProblem | undefined {
  const parsed = rule.safeParse(given);
  if (!parsed.success) return { ...place, reason: "is a schedule of EventBridge that cannot be read" };
  const {
    scheduleExpression,
    scheduleExpressionTimezone,
    flexibleTimeWindow: window,
    endDate,
    ...rest
  } = parsed.data;
  if (!scheduleExpression || scheduleExpression.trim().startsWith("at(")) return undefined;
  const zone = scheduleExpressionTimezone ?? undefined;
  const times = convertEventBridge({
    scheduleExpression,
    ...(zone !== undefined && { scheduleExpressionTimezone: zone }),
    ...(window && {
      flexibleTimeWindow: {
        mode: window.mode,
        ...(window.maximumWindowInMinutes != null && {
          maximumWindowInMinutes: window.maximumWindowInMinutes,
        }),
      },
    }),
    ...(endDate != null && { endDate }),
  });
  if (times.ok && !runsAgain(times.check)) return undefined;
  const isOff = rest.state === "DISABLED" || rest.isEnabled === false;
  return {
    name: nameOf(rest, resource),
    scheduler: "eventBridge",
    schedule: scheduleExpression,
    timeZone: zone ?? "UTC",
    ...(isOff && { suspended: true as const }),
    ...marksIn(rest.description ?? ""),
    ...marksAmong(tagsOf(rest.tags)),
    times,
    ...place,
  };
}

const schedulerJob = z.looseObject({
  ...autonamed,
  schedule: z.string().nullish(),
  timeZone: z.string().nullish(),
  attemptDeadline: z.string().nullish(),
  paused: z.boolean().nullish(),
  description: z.string().nullish(),
});

function cloudScheduler(given: unknown, resource: string, place: Place): Job | JobProblem | undefined {
  const parsed = schedulerJob.safeParse(given);
  if (!parsed.success) return { ...place, reason: "is a job of Cloud Scheduler that cannot be read" };
  const { schedule, timeZone, attemptDeadline, paused, ...rest } = parsed.data;
  if (!schedule) return undefined;
  const deadline = attemptSeconds(attemptDeadline ?? undefined);
  return {
    name: nameOf(rest, resource),
    scheduler: "cloudScheduler",
    schedule,
    timeZone: timeZone ?? "UTC",
    ...(deadline !== undefined && { deadline }),
    ...(paused === true && { suspended: true as const }),
    ...marksIn(rest.description ?? ""),
    times: convertCloudScheduler({
      schedule,
      ...(timeZone != null && { timeZone }),
      ...(deadline !== undefined && { grace: deadline }),
    }),
    ...place,
  };
}

/** Tags as an object, or as a list of `{ key, value }` (`aws-native`). */
function tagsOf(tags: unknown): Record<string, unknown> {
  const listed = z.array(z.looseObject({ key: z.string(), value: z.unknown() })).safeParse(tags);
  if (listed.success) return Object.fromEntries(listed.data.map(({ key, value }) => [key, value]));
  const named = z.record(z.string(), z.unknown()).safeParse(tags);
  return named.success ? named.data : {};
}
