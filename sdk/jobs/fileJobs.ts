/** Turns the jobs that were read into those that a program makes checks of, and refuses the others. */
import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/core/errors";
import type { Job, JobProblem, JobsRead } from "../../schedule/jobs";
import { NOT_AGAIN, runsAgain } from "../../schedule/jobs/runsAgain";
import { withinLimits } from "../../schedule/limits";
import type { CheckTimes } from "../../schedule/schedulers";
import { nameOfCheck, slugOf } from "../monitor/slugOf";
import { asRunError } from "../program/runError";
import type { FileJob, JobFileOptions } from "./fileJob";

/** What differs between schedulers. */
export interface Scheduler {
  /** The function that the program called, for messages. */
  call: string;
  /** Seconds of grace; undefined if the service's default of an hour is enough. */
  graceOf(job: Job, times: CheckTimes): number | undefined;
  pingUrlAt(slug: string): string;
  linesOf(job: Job, pingUrlAt: string): string[];
}

/** Seconds in which a job reports its end. */
const ENDING = 60;

/** The deadline of the job, plus a minute to report its end. */
export function deadlineAndEnding({ deadline }: Job, { grace }: CheckTimes): number | undefined {
  return deadline === undefined ? grace : (grace ?? deadline) + ENDING;
}

/** A file of the machine with the ping URL, for what systemd and cron run. */
export function environmentFile(slug: string): string {
  return `/etc/pulumi-checks/${slug}.env`;
}

/**
 * The jobs, without those that are to have no check.
 * @throws {pulumi.RunError} when one of them is refused, unless such are to be skipped.
 */
export function fileJobs(scheduler: Scheduler, read: JobsRead, { refused }: JobFileOptions): FileJob[] {
  const problems = [...read.problems];
  const jobs: FileJob[] = [];
  const byPlace = new Map<string, FileJob>();
  for (const job of read.jobs) {
    if (job.unmonitored) continue;
    const made = fileJob(scheduler, job, byPlace);
    if ("reason" in made) problems.push(made);
    else {
      byPlace.set(made.pingUrlAt, made);
      jobs.push(made);
    }
  }
  if (problems.length > 0) refuse(scheduler.call, problems, refused === "skip");
  return jobs;
}

function fileJob(
  { graceOf, pingUrlAt, linesOf }: Scheduler,
  job: Job,
  others: ReadonlyMap<string, FileJob>,
): FileJob | JobProblem {
  const { name, schedule, times, file, line = 1 } = job;
  const problem = (reason: string): JobProblem => ({ file, line, reason: `${name}: ${reason}` });
  const slug = job.slug ?? slugOf(name);
  if (slug === undefined)
    return problem(`no part of its name can be used in a slug; ${adviceToName("my-job")}`);
  if (!/^[a-z0-9_-]{1,100}$/.test(slug)) {
    return problem(
      "the slug of its check may only contain lower-case letters, digits, - and _, at most 100 characters",
    );
  }
  if (!times.ok) return problem(`${times.property}: ${times.reason}`);
  if (!runsAgain(times.check)) return problem(NOT_AGAIN);
  const place = pingUrlAt(slug);
  const other = others.get(place);
  if (other) {
    const whose = `that of ${other.name} (${other.file}:${other.line})`;
    const clash = other.slug === slug ? `its check would be ${whose}` : `its ping URL would replace ${whose}`;
    return problem(`${clash}; ${adviceToName(`${slug}-2`)}`);
  }
  const grace = graceOf(job, times.check);
  return {
    name,
    slug,
    file,
    line,
    schedule,
    check: {
      name: nameOfCheck(name),
      slug,
      ...times.check,
      ...(grace !== undefined && { grace: withinLimits(grace) }),
    },
    notes: times.notes,
    pingUrlAt: place,
    lines: linesOf(job, place),
  };
}

function adviceToName(slug: string): string {
  return `name its check in a comment, as in # pulumi-checks check: ${slug}`;
}

function refuse(call: string, problems: readonly JobProblem[], isSkipping: boolean): void {
  const sentences = problems.map(({ file, line, reason }) => `${file}:${line ?? 1}: ${reason}`);
  if (!isSkipping) {
    throw asRunError(
      new ChecksError({
        subject: call,
        reason: sentences.join("; "),
        remedy:
          'Correct that, or leave such a job without a check: add the comment # pulumi-checks monitor: false, or set refused: "skip"',
      }),
    );
  }
  for (const sentence of sentences) void pulumi.log.warn(`${call}: ${sentence}. It has no check.`);
}
