/** Jobs as the files and resources of their schedulers declare them. */
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

/** Where a job is declared. */
export interface Place {
  /** For a resource of which the engine does not know where it is made: the stack. */
  file: string;
  /** From 1; absent where that is not known. */
  line?: number;
}

/** A file with its text; its name has slashes on every system. */
export interface JobFile {
  file: string;
  text: string;
}

/** A job that runs again and again. */
export interface Job extends Place {
  /** What its scheduler calls it. The slug of its check is made of this, unless `slug` says it. */
  name: string;
  scheduler: Scheduler;
  /** When it runs, as its declaration spells it. */
  schedule: string;
  /** The zone that its declaration names. */
  timeZone?: string;
  /** Seconds after its time by which a run must have ended, as far as the declaration limits that. */
  deadline?: number;
  /** It is declared, and does not run at present. */
  suspended?: true;
  /** The slug of its check, where the declaration names it. */
  slug?: string;
  /** Its declaration says that it is to have no check. */
  unmonitored?: true;
  /**
   * The fields of a check that expects its runs, or the reason why there are none. The `grace` among them is the
   * deadline, or the service's hour, and by how much the scheduler may be late.
   */
  times: Conversion;
}

/** What could not be read. */
export interface JobProblem extends Place {
  /** One sentence, without a full stop. */
  reason: string;
}

/** What a file or a resource holds. */
export interface JobsRead {
  jobs: Job[];
  problems: JobProblem[];
}

/** Those of several files, one after the other. */
export function together(all: readonly JobsRead[]): JobsRead {
  return { jobs: all.flatMap(({ jobs }) => jobs), problems: all.flatMap(({ problems }) => problems) };
}
