/** A job that a file declares, as a program sees it, and the options for reading files. */
import type { CheckTimes } from "../../schedule/schedulers";

/** A job of a file. */
export interface FileJob {
  /** Its name: that of the workflow or the timer, or the program that the line of the crontab runs. */
  name: string;
  /** Slug of its check: what the comment `# pulumi-checks check: SLUG` says, or else `slugify` of the name. */
  slug: string;
  /** The file that declares it. */
  file: string;
  /** The line in that file, counted from 1. */
  line: number;
  /** When it runs, as the file has it. */
  schedule: string;
  /** The arguments of its check: `new Check(job.slug, { ...job.check })`. */
  check: FileJobCheck;
  /** One sentence for each case in which the scheduler may run the job once more than its check expects, or once less. */
  notes: readonly string[];
  /**
   * Where the job's lines look for the ping URL. For a workflow: the name of a secret of the repository, such as
   * `CHECKS_PING_URL_NIGHTLY_BUILD`. For a timer or a line of a crontab: a file on the machine, such as
   * `/etc/pulumi-checks/backup.env`, that contains `CHECKS_PING_URL=…`.
   */
  pingUrlAt: string;
  /**
   * The lines that make the job ping: a job to add at the end of the workflow's `jobs`, a section to add at the end of
   * the service's unit, or the line that replaces the one in the crontab. They do not contain the ping URL itself. Empty
   * when the job pings already.
   */
  lines: readonly string[];
}

/** Arguments for the job's check: `grace` in seconds, absent where the service's default of an hour is enough. */
export type FileJobCheck = { name: string; slug: string } & CheckTimes;

/** How files are read. */
export interface JobFileOptions {
  /**
   * What to do with jobs that no check can be made for: `fail` refuses all of them in one error that names each; `skip`
   * leaves them out, with a warning for each.
   * @default "fail"
   */
  refused?: "fail" | "skip" | undefined;
}

/** How the files of a machine are read. */
export interface MachineFileOptions extends JobFileOptions {
  /** The time zone of the machine, as `timedatectl` shows it there; no file contains it. */
  timeZone?: string | undefined;
}

/** How a crontab is read. */
export interface CrontabFileOptions extends MachineFileOptions {
  /**
   * `system` where each command has a user in front of it.
   * @default `system` for files in `cron.d` and `etc/crontab`, otherwise `user`
   */
  form?: "user" | "system" | undefined;
}
