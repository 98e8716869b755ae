/** A job that a file declares, as a program sees it, and how files are read. */
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
