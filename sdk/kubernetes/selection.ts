/** Which CronJobs of a program are monitored, and how. */
import type { CronJobArgs } from "@pulumi/kubernetes/batch/v1/cronJob";
import * as pulumi from "@pulumi/pulumi";
import { withoutUndefined } from "../../provider/core/fields";
import { refuseWrongCheck } from "../jobs/jobCheckArgs";
import { isKnown, whenKnown } from "../program/engineRun";
import { refusal, refuseNoObject } from "../program/refusal";
import { isThere, property } from "../program/within";
import { CHECK_ANNOTATION, type JobMonitoring } from "./monitoring";
import { refuseWrongPinging } from "./pingedSpec";

/** A CronJob as far as the program describes it. */
export interface DescribedCronJob {
  /** Its `metadata.name`, or else the name of the resource. */
  name: string;
  /** Its `metadata.namespace`; `default` where it names none. Undefined while a preview does not know it. */
  namespace: string | undefined;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

/** Which CronJobs get a check, and how it is made. */
export interface MonitorCronJobsOptions extends JobMonitoring {
  /** Only jobs of these namespaces. @default all of them */
  namespaces?: readonly string[] | undefined;
  /** Only jobs with all of these labels. @default all of them */
  labels?: Readonly<Record<string, string>> | undefined;
  /**
   * What one job needs differently; it overrides the options for all jobs field by field. `false` leaves the job without
   * a check.
   */
  each?: (job: DescribedCronJob) => JobMonitoring | false | undefined;
}

const OPTIONS_OF_JOB = ["check", "ping", "container", "entrypoint"];
const OPTIONS = ["namespaces", "labels", "each", ...OPTIONS_OF_JOB];

/** An Output, such as the name of a Namespace, would be equal to no job's, and select none. */
const isText = (value: unknown) => typeof value === "string";

/** What a program in JavaScript may get wrong: a misspelled option would select other jobs than it should. */
export function refuseWrongOptions(subject: string, options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw refusal(subject, "options", "must be an object");
  }
  const other = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (other !== undefined)
    throw refusal(subject, other, "is not an option", `There are ${OPTIONS.join(", ")}`);
  const { namespaces, labels, each, check, ...pinging } = options as MonitorCronJobsOptions;
  if (namespaces != null && !(Array.isArray(namespaces) && namespaces.every(isText))) {
    throw refusal(subject, "namespaces", 'must be a list of texts, as in ["prod"]');
  }
  if (each != null && typeof each !== "function") throw refusal(subject, "each", "must be a function");
  refuseNoObject(subject, "labels", labels);
  const label = Object.entries(labels ?? {}).find(([, value]) => !isText(value));
  if (label) throw refusal(subject, `labels["${label[0]}"]`, "must be a text");
  refuseWrongCheck(subject, check);
  refuseWrongPinging(subject, pinging);
}

/** The same for what `each` returns of a job: a promise, or a misspelled option, would change nothing about it. */
function refuseWrongAnswer(subject: string, answer: unknown): void {
  if (answer == null || answer === false) return;
  if (typeof answer !== "object" || Array.isArray(answer) || answer instanceof Promise) {
    throw refusal(subject, "each", "must return an object, false or nothing");
  }
  const other = Object.keys(answer).find((name) => !OPTIONS_OF_JOB.includes(name));
  if (other === undefined) return;
  throw refusal(
    subject,
    "each",
    `returned ${other}, which is not an option of a job`,
    `There are ${OPTIONS_OF_JOB.join(", ")}`,
  );
}

/** Annotation of a job that is to have no check; its value is `false`. */
const OPT_OUT = "pulumi-checks/monitor";

/** What the program declares of a job, without labels and annotations that a preview does not know yet. */
export async function describeCronJob(
  name: string,
  declared: CronJobArgs["metadata"] | null,
): Promise<DescribedCronJob> {
  const metadata = declared ?? undefined;
  const known = <T>(value: T) => whenKnown(pulumi.output(value));
  const namespace = property(metadata, "namespace");
  return {
    name: (await known(property(metadata, "name"))) ?? name,
    namespace: (await isKnown(namespace)) ? (await known(namespace)) || "default" : undefined,
    labels: await knownEntries(property(metadata, "labels")),
    annotations: await knownEntries(property(metadata, "annotations")),
  };
}

/** Reads the entries one by one, because one unknown entry makes the whole unknown. For the check annotation it is enough that it exists. */
async function knownEntries(
  texts: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>,
): Promise<Record<string, string>> {
  const there = isThere(texts) ? texts : await whenKnown(pulumi.output(texts));
  const known: Record<string, string> = {};
  for (const [key, text] of Object.entries(there ?? {})) {
    const value: string | null | undefined = await whenKnown(text);
    if (value !== undefined && value !== null) known[key] = value;
    else if (key === CHECK_ANNOTATION && !(await isKnown(text))) known[key] = "";
  }
  return known;
}

/** How a job is to be monitored; undefined when it is not. */
export function selectMonitoring(
  job: DescribedCronJob,
  { namespaces, labels, each, ...all }: MonitorCronJobsOptions,
): JobMonitoring | undefined {
  if (job.annotations[OPT_OUT] === "false" || CHECK_ANNOTATION in job.annotations) return undefined;
  if (Object.entries(labels ?? {}).some(([key, value]) => job.labels[key] !== value)) return undefined;
  if (namespaces && job.namespace === undefined) {
    pulumi.log.info(
      `CronJob "${job.name}": this preview does not know its namespace, so it shows no check for it.`,
    );
    return undefined;
  }
  if (namespaces && !namespaces.includes(job.namespace ?? "")) return undefined;
  const own = each?.(job);
  refuseWrongAnswer(`CronJob "${job.name}"`, own);
  if (own === false) return undefined;
  // An undefined value would override the option for all jobs.
  return {
    ...all,
    ...withoutUndefined(own ?? {}),
    check: { ...all.check, ...withoutUndefined(own?.check ?? {}) },
  };
}
