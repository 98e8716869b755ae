/** The sentences about gaps. Names of jobs and checks are printed next to them. */

import { isSameZone } from "../../schedule";
import type { Disagreement } from "../../schedule/agreement";
import type { Place } from "../../schedule/jobs/job";
import type { CheckTimes, Conversion } from "../../schedule/schedulers";
import { duration, exactDuration, moment } from "../render/words";
import type { CoveredJob, GapClass } from "./report";

export const MEANING: Record<GapClass, string> = {
  noCheck: "Jobs without a check",
  schedule: "The check does not expect the job when it runs",
  grace: "The check alerts while the job may still be at work",
  neverPinged: "Never pinged, although the job must have run",
  unclear: "Not known whether job and check agree",
  noJob: "Checks without a job",
};

/** What to do next. */
export const NEXT: Record<GapClass, string> = {
  noCheck:
    'Declare a check with the slug of the job (`schedules` takes its times from the job), or name its check where it is declared, with `pulumi-checks/check`; `pulumi-checks/monitor: "false"` says that it needs none',
  schedule: "Let `schedules` take the times of the check from the job's own declaration",
  grace: "Give the check a `grace` that the job's own limit fits into, or the job a shorter limit",
  neverPinged: "Let the job ping; `pulumi-checks wait --slug SLUG` says how to try it by hand",
  unclear: "Do what the reason says, or compare the two yourself",
  noJob:
    "Name the check where its job is declared, with `pulumi-checks/check`; give the files that declare its job; or remove the check from the program",
};

/** The step for gaps that should stay. */
export const ACCEPT =
  "`pulumi-checks coverage ignore NAME --reason TEXT --until 30d` for what should stay as it is";

export function noCheckSentence({ slug }: CoveredJob): string {
  return slug === ""
    ? "no check is known for it: no slug can be made of its name"
    : `no check has the slug ${slug}`;
}

/** For a job of a stack without such a check, while another stack has both. */
export function otherStackSentence(slug: string, stack: string): string {
  return `no check of its stack has the slug ${slug}; that of ${stack} watches the job there`;
}

/** For one of several jobs with the same slug. */
export function othersCheckSentence({ slug }: CoveredJob, { file, line }: Place): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `the check with the slug ${slug} watches another job (${place})`;
}

/** `declared` is when the job runs, as its declaration spells it. */
export function disagreementSentence(
  differ: Disagreement,
  declared: string,
  job: CheckTimes,
  check: CheckTimes,
): string {
  if ("schedule" in job && "schedule" in check && job.schedule === check.schedule) {
    if (!isSameZone(job.tz, check.tz)) {
      return `its time zone is ${job.tz}, that of its check is ${check.tz}`;
    }
  }
  const both = `it runs ${runsOf(declared, job)}, its check expects ${timesOf(check)}`;
  switch (differ.kind) {
    case "unexpected":
      return `${both}: the run of ${momentOf(differ.at.getTime())} is not expected`;
    case "missing":
      return `${both}: there is no run ${momentOf(differ.at.getTime())}`;
    case "impatient":
      return `${both}, but up to ${duration(differ.longest)} lie between two runs`;
    case "patient":
      return `${both}: it notices nothing while several runs are missing`;
    case "byClock":
      return `${both}: such a job keeps to no time of the clock`;
  }
}

/** Users look for what they wrote; a check may need another spelling of it, as schedulers read the same one differently. */
function runsOf(declared: string, times: CheckTimes): string {
  if ("timeout" in times || times.schedule === declared) return timesOf(times);
  return `${declared} (${times.tz}; as a check: ${inOneLine(times.schedule)})`;
}

function timesOf(times: CheckTimes): string {
  if ("timeout" in times) return `every ${exactDuration(times.timeout)}`;
  return `${inOneLine(times.schedule)} (${times.tz})`;
}

function inOneLine(schedule: string): string {
  return schedule.split("\n").join(" and ");
}

/** For a job whose times cannot be expressed in a check. Crontabs and units do not contain their machine's zone. */
export function unclearSentence({ property, reason }: Extract<Conversion, { ok: false }>): string {
  const why =
    property === "timeZone" && reason.startsWith("is needed")
      ? "give --machine-tz, the zone of the machine on which it runs"
      : `${property}: ${reason}`;
  return `its schedule cannot be compared with that of its check: ${why}`;
}

/** Both in seconds. */
export function graceSentence(grace: number, needed: number): string {
  return `its check alerts ${exactDuration(grace)} after its time, and it may take ${exactDuration(needed)}`;
}

/** Both in seconds, for a job that limits how late it may start, but not how long it runs. */
export function lateSentence(grace: number, late: number): string {
  return `its check alerts ${exactDuration(grace)} after its time, and it may start ${exactDuration(late)} late`;
}

/** Both in seconds. */
export function pauseSentence(waits: number, longest: number): string {
  return `its check alerts ${exactDuration(waits)} after a ping, and up to ${exactDuration(longest)} may lie between two`;
}

export function neverPingedSentence(due: number): string {
  return `its check was never pinged; a ping was due ${momentOf(due)}`;
}

function momentOf(milliseconds: number): string {
  return `${moment(milliseconds / 1000, "UTC")} UTC`;
}
