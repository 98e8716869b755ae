import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import type { Values } from "../../provider/core/fields";
import { isUnknown, UNKNOWN } from "../../provider/core/unknown";
import { type Job, type JobProblem, jobOfResource } from "../../schedule/jobs";
import { checkMark } from "../../schedule/jobs/marks";
import { jobsWithout } from "../monitor/jobsWithout";
import { slugOfJob } from "../monitor/slugOfJob";
import { SLUG_UNKNOWN } from "./exempt";
import { isPlain, notePlainTexts } from "./plainTexts";
import { isOurs, readProperties } from "./seen";

/** What can be configured of it. */
export interface JobHasCheckOptions {
  /** Slugs of checks that other stacks declare for jobs of this one. Default: none. */
  otherChecks?: readonly string[] | undefined;
}

/** Every scheduled job of the stack has a check: one of its own slug, or the one that it names. */
export function jobHasCheck({ otherChecks = [] }: JobHasCheckOptions): StackValidationPolicy {
  notePlainTexts();
  return {
    name: "job-has-check",
    description: "Every scheduled job has a check, so that somebody hears of it when it does not run.",
    configSchema: {
      properties: {
        otherChecks: {
          type: "array",
          items: { type: "string" },
          default: otherChecks,
          description: "Slugs of checks that other stacks declare, and jobs of this one have.",
        },
      },
    },
    validateStack({ resources, getConfig, notApplicable }, report) {
      const { otherChecks: elsewhere = otherChecks } = getConfig<JobHasCheckOptions>();
      const checks = new Map<unknown, number>(elsewhere.map((slug) => [slug, Number.POSITIVE_INFINITY]));
      for (const { type, props } of resources) {
        if (!isOurs(type, "check")) continue;
        const { slug } = readProperties(props);
        checks.set(slug, (checks.get(slug) ?? 0) + 1);
      }
      if (checks.has(UNKNOWN)) return notApplicable(SLUG_UNKNOWN);
      const jobs = new Map<string, DeclaredJob[]>();
      for (const resource of resources) {
        const job = jobIn(resource);
        if (job && "reason" in job)
          report(`Nobody knows whether it has a check: ${job.reason}.`, resource.urn);
        else if (job) jobs.set(slugOfJob(job), [...(jobs.get(slugOfJob(job)) ?? []), job]);
      }
      for (const [slug, all] of jobs) {
        const count = checks.get(slug) ?? 0;
        const without = jobsWithout(all, count);
        for (const job of all) {
          const other = without.get(job);
          if (job.unmonitored || job.suspended || (count > 0 && !other)) continue;
          const why =
            count > 0 && other
              ? `the check with ${job.shown.slug} watches "${other.file}".`
              : missing(slug, job.shown.slug);
          report(
            `${job.shown.name} runs on ${job.shown.schedule} and has no check: ${why} ${adviceFor(job)}`,
            job.urn,
          );
        }
      }
    },
  };
}

/** Schedules of the clouds have no annotations, and most of them no tags. */
function adviceFor({ scheduler }: Job): string {
  return scheduler === "kubernetes"
    ? `Declare one, name the job's check with "pulumi-checks/check", or set "pulumi-checks/monitor: false".`
    : `Declare one, name the job's check by a line of its description, "${checkMark("SLUG")}", or write "pulumi-checks monitor: false" there.`;
}

interface DeclaredJob extends Job {
  urn: string;
  shown: Shown;
}

/** How a report calls a job, without what the program keeps secret. */
interface Shown {
  name: string;
  schedule: string;
  slug: string;
}

function shownOf({ name: resource, props }: PolicyResource, job: Job): Shown {
  const isNamed = job.name === resource || isPlain(props, job.name);
  return {
    name: JSON.stringify(isNamed ? job.name : resource),
    schedule: isPlain(props, job.schedule) ? `the schedule "${job.schedule}"` : "a schedule",
    slug: isNamed && isPlain(props, job.slug ?? job.name) ? `the slug "${slugOfJob(job)}"` : "its slug",
  };
}

/** The job that a resource is, as far as a preview knows it. */
function jobIn(given: PolicyResource): DeclaredJob | JobProblem | undefined {
  const { type, name: resource, props, urn } = given;
  const inputs = readProperties(props);
  if (isUnsure(inputs)) return undefined;
  const job = jobOfResource({ type, resource, inputs: knownOf(inputs), file: resource });
  return job && !("reason" in job) ? { ...job, urn, shown: shownOf(given, job) } : job;
}

function missing(slug: string, shown: string): string {
  return slug === "" ? "no slug can be made of its name." : `no check of this stack has ${shown}.`;
}

/** What of a resource tells whether it is a job that runs, and which check it has. */
const TELLING = [
  "name",
  "description",
  "tags",
  "schedule",
  "scheduleExpression",
  "state",
  "isEnabled",
  "paused",
];

/** Whether a preview does not know that yet. */
function isUnsure({ metadata, spec, ...rest }: Values): boolean {
  if (metadata === UNKNOWN || spec === UNKNOWN) return true;
  const { annotations, name } = (metadata ?? {}) as Values;
  const { schedule, suspend } = (spec ?? {}) as Values;
  return isUnknown([annotations, name, schedule, suspend, ...TELLING.map((key) => rest[key])]);
}

/** A declaration without what a preview does not know of it: what the job runs, and for how long, does not matter. */
function knownOf({ metadata, spec, ...rest }: Values): Values {
  return { ...knownAmong(rest), metadata: knownAmong(metadata), spec: knownAmong(spec) };
}

function knownAmong<T>(values: T): T {
  if (typeof values !== "object" || values === null) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnknown(value))) as T;
}
