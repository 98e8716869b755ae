/** A CronJob and its check, declared once. */
import { CronJob, type CronJobArgs } from "@pulumi/kubernetes/batch/v1/cronJob";
import type { Secret } from "@pulumi/kubernetes/core/v1/secret";
import * as pulumi from "@pulumi/pulumi";
import type { Check } from "../monitor/check";
import { refuseNoArgs } from "../program/refusal";
import { type JobMonitoring, monitoring } from "./monitoring";

/** The arguments of a CronJob, and in `check` those of its check. */
export interface MonitoredCronJobArgs extends Omit<CronJobArgs, "apiVersion" | "kind">, JobMonitoring {}

/**
 * A Kubernetes CronJob with its check, declared once.
 *
 * ```ts
 * import { MonitoredCronJob } from "pulumi-checks/kubernetes";
 *
 * new MonitoredCronJob("nightly-backup", {
 *   metadata: { namespace: "db" },
 *   spec: {
 *     schedule: "30 2 * * *",
 *     timeZone: "Europe/Riga",
 *     jobTemplate: {
 *       spec: {
 *         activeDeadlineSeconds: 1800,
 *         template: {
 *           spec: {
 *             restartPolicy: "Never",
 *             containers: [{ name: "backup", image: "postgres:17-alpine", command: ["/backup.sh", "--all"] }],
 *           },
 *         },
 *       },
 *     },
 *   },
 *   check: { channels: ["Pager"], tags: ["prod"] },
 * });
 * ```
 *
 * It creates the check (slug, schedule, zone and grace come from the job; paused while the job is suspended), a Secret
 * with the ping URL, and the CronJob, whose command pings start, success and failure. A CronJob of the same name that
 * the program had before keeps its row.
 * @throws when the check cannot expect exactly the job's runs, or the job cannot be wrapped: the message says why, and
 * what to do.
 */
export class MonitoredCronJob extends pulumi.ComponentResource {
  /** The check that watches the job. */
  readonly check: Check;
  /** The Secret that contains the ping URL under `ping-url`. */
  readonly secret: Secret;
  readonly cronJob: CronJob;

  constructor(name: string, args: MonitoredCronJobArgs, options?: pulumi.ComponentResourceOptions) {
    refuseNoArgs(`MonitoredCronJob "${name}"`, args);
    const { metadata, spec, ...how } = args;
    super("pulumi-checks:kubernetes:MonitoredCronJob", name, {}, options);
    // A CronJob that the program had under this name before, by itself or through `monitorCronJobs`, keeps its rows.
    const aliases = [{ parent: options?.parent ?? pulumi.rootStackResource }];
    const monitored = monitoring(`MonitoredCronJob "${name}"`, name, { metadata, spec }, how, {
      check: { parent: this },
      secret: { parent: this, aliases },
    });
    this.check = monitored.check;
    this.secret = monitored.secret;
    this.cronJob = new CronJob(
      name,
      { metadata: monitored.metadata, spec: monitored.spec },
      { parent: this, aliases },
    );
    const { unlessRefused } = monitored;
    // The id of a CronJob that is refused late, because of an Output, never comes: this would wait for it for ever.
    const declared = pulumi.unsecret(pulumi.output(monitored.spec)) as pulumi.Output<unknown>;
    const id = pulumi.all([this.cronJob.id, declared]).apply(([known]) => known);
    this.registerOutputs({ slug: unlessRefused(this.check.slug), cronJob: unlessRefused(id) });
  }
}
