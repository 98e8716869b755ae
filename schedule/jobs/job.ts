/** Jobs, as declared in their schedulers' files and resources. */
import type { Conversion } from "../schedulers";

export const SCHEDULERS = [
  "kubernetes",
  "eventBridge",
  "cloudScheduler",
  "githubActions",
  "systemd",
  "crontab",
] as const;
export type Scheduler = (typeof SCHEDULERS)[number];

export interface Place {
  /** The stack, for a resource whose source file the engine does not know. */
  file: string;
  /** From 1; absent if unknown. */
  line?: number;
}

/** A file with its text. Its name has slashes on every system. */
export interface JobFile {
  file: string;
  text: string;
}

/** A repeating job. */
export interface Job extends Place {
  /** The scheduler's name for it. The check's slug is derived from it, unless `slug` is set. */
  name: string;
  scheduler: Scheduler;
  /** When it runs, as the declaration spells it. */
  schedule: string;
  /** The zone in the declaration. */
  timeZone?: string;
  /** Seconds from the scheduled time until a run must have ended, if the declaration limits that. */
  deadline?: number;
  /** It is declared, but currently does not run. */
  suspended?: true;
  /** The slug of its check, if the declaration names it. */
  slug?: string;
  /** The declaration says that it should have no check. */
  unmonitored?: true;
  /**
   * The fields of a check that expects its runs, or the reason why there are none. Their `grace` is the deadline, or
   * the service's hour, plus the scheduler's possible delay.
   */
  times: Conversion;
}

/** A declaration that could not be read. */
export interface JobProblem extends Place {
  /** One sentence, without a full stop. */
  reason: string;
}

/** The jobs and problems of a file or a resource. */
export interface JobsRead {
  jobs: Job[];
  problems: JobProblem[];
}

/** Joins the results of several files. */
export function together(all: readonly JobsRead[]): JobsRead {
  return { jobs: all.flatMap(({ jobs }) => jobs), problems: all.flatMap(({ problems }) => problems) };
}
