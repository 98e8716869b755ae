/** Gives every CronJob of a program a check with one line. */
import { AsyncResource } from "node:async_hooks";
import type { CronJobArgs } from "@pulumi/kubernetes/batch/v1/cronJob";
import * as pulumi from "@pulumi/pulumi";
import { hasEngine } from "../program/engineRun";
import { perRun } from "../program/perRun";
import { property } from "../program/within";
import { besideJob } from "./besideJob";
import { monitoring } from "./monitoring";
import {
  describeCronJob,
  type MonitorCronJobsOptions,
  refuseWrongOptions,
  selectMonitoring,
} from "./selection";

const CRON_JOB = /^kubernetes:batch\/v1(beta1)?:CronJob$/;

/**
 * Gives every CronJob that the program declares after it a check, as `MonitoredCronJob` does: those in components,
 * in Helm charts and in YAML files, too.
 *
 * ```ts
 * import { monitorCronJobs } from "pulumi-checks/kubernetes";
 *
 * monitorCronJobs({ check: { channels: ["Pager"] } });
 * ```
 *
 * A job with the annotation `pulumi-checks/monitor: "false"` gets none. Of several calls, the first one that selects a
 * job monitors it:
 *
 * ```ts
 * import { monitorCronJobs } from "pulumi-checks/kubernetes";
 *
 * monitorCronJobs({ namespaces: ["prod"], check: { channels: ["Pager"], tags: ["prod"] } });
 * monitorCronJobs({
 *   labels: { team: "data" },
 *   each: ({ name }) => (name === "crawler" ? { ping: "env" } : undefined),
 * });
 * ```
 *
 * It cannot reach what Pulumi does not see as a CronJob, such as the jobs of a Helm `Release`.
 * @throws in the preview, when a job cannot be monitored: the message says which one, why, and what to do.
 */
export function monitorCronJobs(options: MonitorCronJobsOptions = {}): void {
  refuseWrongOptions("monitorCronJobs", options);
  // Mocks of unit tests do not know transforms.
  if (!hasEngine()) return;
  const calls = callsOfRun();
  calls.push(AsyncResource.bind((args: pulumi.ResourceTransformArgs) => withCheck(args, options)));
  // One transform for all calls, because the order in which the engine runs several is random.
  if (calls.length > 1) return;
  // The engine calls from outside of the program, but what is made then belongs to the program.
  const monitored = AsyncResource.bind((args: pulumi.ResourceTransformArgs) => transformJob(args, calls));
  pulumi.runtime.registerResourceTransform((args) =>
    CRON_JOB.test(args.type) ? monitored(args) : undefined,
  );
}

/** The result of a call for a job; undefined if it does not select the job. */
type Call = (args: pulumi.ResourceTransformArgs) => Promise<pulumi.ResourceTransformResult | undefined>;

/** The calls of a program, in their order. */
const callsOfRun = perRun((): Call[] => []);

/** A preview reports all refused jobs; an update ends at the first one. */
async function transformJob(
  args: pulumi.ResourceTransformArgs,
  calls: readonly Call[],
): Promise<pulumi.ResourceTransformResult | undefined> {
  try {
    for (const call of calls) {
      const result = await call(args);
      if (result) return result;
    }
    return undefined;
  } catch (error) {
    if (!pulumi.runtime.isDryRun() || !pulumi.RunError.isInstance(error)) throw error;
    await pulumi.log.error(error.message);
    return undefined;
  }
}

async function withCheck(
  { name, props, opts }: pulumi.ResourceTransformArgs,
  options: MonitorCronJobsOptions,
): Promise<pulumi.ResourceTransformResult | undefined> {
  const { metadata, spec, ...rest } = props as CronJobArgs;
  const job = await describeCronJob(name, metadata);
  const how = selectMonitoring(job, options);
  if (!how) return undefined;
  const isNamed = property(metadata ?? undefined, "name") != null;
  const beside = await besideJob(opts as pulumi.CustomResourceOptions, how.check, isNamed);
  const result = monitoring(`CronJob "${name}"`, name, { metadata, spec }, how, beside);
  const answer: Partial<pulumi.ResourceTransformResult> = {
    props: await onTheWire({ ...rest, metadata: result.metadata, spec: result.spec }),
  };
  // An answer without options, which the type does not allow, keeps the job's own options.
  return answer as pulumi.ResourceTransformResult;
}

/**
 * Properties in the form in which they are sent, with secrets marked. Pulumi's SDK does the same with the result of a
 * transform, but in programs of the Automation API it has lost the program's context by then, and would send secrets as
 * plain values.
 */
function onTheWire(props: pulumi.Inputs): Promise<pulumi.Inputs> {
  return pulumi.runtime.serializeProperties("props", props);
}
