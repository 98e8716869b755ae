import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import type { Values } from "../../provider/core/fields";
import { isUnknown, UNKNOWN } from "../../provider/core/unknown";
import { jobOfResource } from "../../schedule/jobs";
import { slugOfJob } from "../monitor/slugOfJob";
import { isOurs, seen } from "./seen";

/** What can be configured of it. */
export interface JobHasCheckOptions {
  /** Slugs of checks that other stacks declare, and jobs of this one have. Default: none. */
  otherChecks?: string[];
}

/** Every scheduled job of the stack has a check: one of its own slug, or the one that it names. */
export function jobHasCheck({ otherChecks = [] }: JobHasCheckOptions): StackValidationPolicy {
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
      const slugs = new Set<unknown>(elsewhere);
      for (const { type, props } of resources) if (isOurs(type, "check")) slugs.add(seen(props).slug);
      if (slugs.has(UNKNOWN)) return notApplicable("the slug of a check is not known in this preview");
      for (const resource of resources) {
        const problem = problemOf(resource, slugs);
        if (problem !== undefined) report(problem, resource.urn);
      }
    },
  };
}

function problemOf(
  { type, name: resource, props }: PolicyResource,
  slugs: ReadonlySet<unknown>,
): string | undefined {
  const inputs = seen(props);
  if (isUnsure(inputs)) return undefined;
  const job = jobOfResource({ type, resource, inputs: knownOf(inputs), file: resource });
  if (!job) return undefined;
  if ("reason" in job) return `Nobody knows whether it has a check: ${job.reason}.`;
  if (job.unmonitored || job.suspended) return undefined;
  const slug = slugOfJob(job);
  if (slugs.has(slug)) return undefined;
  return `"${job.name}" runs by "${job.schedule}" and has no check: ${missing(slug)} Declare one, name the job's check with "pulumi-checks/check", or say "pulumi-checks/monitor: false".`;
}

function missing(slug: string): string {
  return slug === "" ? "no slug can be made of its name." : `no check of this stack has the slug "${slug}".`;
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
