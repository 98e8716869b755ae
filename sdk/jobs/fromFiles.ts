/** The jobs that files declare, each with the arguments of its check and what it needs to ping. */
import type { CrontabFileOptions, FileJob, JobFileOptions, MachineFileOptions } from "./fileJob";

export type {
  CrontabFileOptions,
  FileJob,
  FileJobCheck,
  JobFileOptions,
  MachineFileOptions,
} from "./fileJob";

/**
 * The jobs of GitHub's workflows: those that `on.schedule` runs.
 *
 * ```ts
 * import { Check, jobs } from "pulumi-checks";
 *
 * export const pingUrls: Record<string, Check["pingUrl"]> = {};
 * for (const job of jobs.fromGitHubWorkflows("../.github/workflows")) {
 *   const check = new Check(job.slug, { ...job.check, channels: "*" });
 *   pingUrls[job.pingUrlAt] = check.pingUrl; // a secret: for `gh secret set`, or the ActionsSecret of `@pulumi/github`
 *   if (job.lines.length > 0) console.log(`${job.file} does not ping yet. Add to its jobs:\n${job.lines.join("\n")}`);
 * }
 * ```
 *
 * The grace is an hour, as GitHub starts late when it is busy, and the time that the jobs' `timeout-minutes` allow.
 * A workflow with the comment `# pulumi-checks monitor: false` is left out.
 *
 * @param path A folder with workflows, or one of them; from where the program runs, which is its project's folder, or that of
 * `main` in `Pulumi.yaml`.
 * @throws {pulumi.RunError} when the folder cannot be read, or when a check cannot expect exactly the runs of a job: the
 * message names the file and the line, the reason, and what to do.
 */
export function fromGitHubWorkflows(path: string, options: JobFileOptions = {}): FileJob[] {
  const { workflowJobs }: typeof import("./workflows") = require("./workflows");
  return workflowJobs(path, options);
}

/**
 * The timers of systemd in a folder, with the services that they start.
 *
 * ```ts
 * import { Check, jobs } from "pulumi-checks";
 *
 * for (const job of jobs.fromSystemd("units", { timeZone: "Europe/Riga" })) {
 *   new Check(job.slug, { ...job.check, tags: ["db1"], channels: "*" });
 * }
 * ```
 *
 * The grace is the time that the service may take (`TimeoutStartSec` for each command, `RuntimeMaxSec`) and a minute, or else an hour; random
 * delays of the timer come on top. What only runs when the machine starts is left out, and so is a timer with the comment
 * `# pulumi-checks monitor: false`.
 *
 * @param folder Where the units are; from where the program runs.
 * @throws {pulumi.RunError} as `fromGitHubWorkflows`; also for a timer with drop-ins, which are not read, for a template and
 * its instances, which share one unit, and for timers that start the same service.
 */
export function fromSystemd(folder: string, options: MachineFileOptions = {}): FileJob[] {
  const { unitJobs }: typeof import("./units") = require("./units");
  return unitJobs(folder, options);
}

/**
 * The jobs of a crontab.
 *
 * ```ts
 * import { Check, jobs } from "pulumi-checks";
 *
 * for (const job of jobs.fromCrontab("ops/crontab", { timeZone: "Europe/Riga" })) {
 *   new Check(job.slug, { ...job.check, channels: "*" });
 * }
 * ```
 *
 * A job is called by the program that its line runs; a comment above the line, `# pulumi-checks check: SLUG`, says which check
 * it has, and `# pulumi-checks monitor: false` that it has none. The grace is the time that a `timeout 30m` before the program
 * allows and a minute, or else an hour. `@reboot` is left out.
 *
 * @param path The file, or a folder such as `cron.d`; from where the program runs.
 * @throws {pulumi.RunError} as `fromGitHubWorkflows`; also for two lines with one slug.
 */
export function fromCrontab(path: string, options: CrontabFileOptions = {}): FileJob[] {
  const { crontabJobs }: typeof import("./crontab") = require("./crontab");
  return crontabJobs(path, options);
}
