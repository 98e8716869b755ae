/** The jobs that files declare, each with the arguments of its check and what it needs to ping. */
import type { CheckTimes } from "../../schedule/schedulers";

/** A job of a file. */
export interface FileJob {
  /** What its scheduler calls it: the workflow's name, the timer's, the program that the line of a crontab runs. */
  name: string;
  /** Of its check: what the comment `# pulumi-checks check: SLUG` says, or else `slugify` of the name. */
  slug: string;
  /** Where it is declared. */
  file: string;
  /** From 1. */
  line: number;
  /** When it runs, as the file has it. */
  schedule: string;
  /** The arguments of its check: `new Check(job.slug, { ...job.check })`. */
  check: FileJobCheck;
  /** Where the scheduler may run the job once more than its check expects, or once less: one sentence each. */
  notes: readonly string[];
  /**
   * Where the job's lines look for the ping URL. Of a workflow: the name of a secret of the repository, such as
   * `CHECKS_PING_URL_NIGHTLY_BUILD`. Of a timer and a line of a crontab: a file of the machine, such as
   * `/etc/pulumi-checks/backup.env`, in which `CHECKS_PING_URL=…` stands.
   */
  pingUrlAt: string;
  /**
   * What makes the job ping, line by line: a job for the end of the workflow's `jobs`, a section for the end of the service's
   * unit, the line in place of that of the crontab. The ping URL itself is not in them. Empty when the job pings already.
   */
  lines: readonly string[];
}

/** What a check needs of its job: `grace` in seconds, absent where the service's hour will do. */
export type FileJobCheck = { name: string; slug: string } & CheckTimes;

/** How files are read. */
export interface JobFileOptions {
  /**
   * What becomes of a job of which no check can be made: `fail` refuses them all, by one error that names each; `skip` leaves
   * them out, with a warning for each.
   * @default "fail"
   */
  refused?: "fail" | "skip";
}

/** How the files of a machine are read. */
export interface MachineFileOptions extends JobFileOptions {
  /** The zone of the machine, which no file tells: what `timedatectl` shows there. */
  timeZone?: string;
}

/** How a crontab is read. */
export interface CrontabFileOptions extends MachineFileOptions {
  /**
   * `system` where a user stands before each command.
   * @default `system` for files in `cron.d` and `etc/crontab`, otherwise `user`
   */
  form?: "user" | "system";
}

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
 * @param path A folder with workflows, or one of them; from where the program runs, which is its project's folder.
 * @throws {pulumi.RunError} when the folder cannot be read, or a check cannot expect just a job's runs: the message names the
 * file and the line, why, and what to do.
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
 * The grace is the time that the service may take (`TimeoutStartSec`, `RuntimeMaxSec`) and a minute, or else an hour; random
 * delays of the timer come on top. What only runs when the machine starts is left out, and so is a timer with the comment
 * `# pulumi-checks monitor: false`.
 *
 * @param folder Where the units are; from where the program runs.
 * @throws {pulumi.RunError} as `fromGitHubWorkflows`; also for a timer with drop-ins, which are not read, and for a template,
 * whose instances no file tells.
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
