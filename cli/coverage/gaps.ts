/** Matches jobs with checks, and finds the gaps between them. */
import { disagreement, longestPause } from "../../schedule/agreement";
import type { Job } from "../../schedule/jobs";
import { type CheckTimes, DEFAULT_GRACE } from "../../schedule/schedulers";
import { jobsWithout } from "../../sdk/monitor/jobsWithout";
import { slugOfJob } from "../../sdk/monitor/slugOfJob";
import { overdueAfter } from "../due";
import { groupBy, hasAll } from "../lists";
import type { CoveredJob, CoveringCheck, Gap } from "./report";
import {
  disagreementSentence,
  graceSentence,
  lateSentence,
  neverPingedSentence,
  noCheckSentence,
  otherStackSentence,
  othersCheckSentence,
  pauseSentence,
  unclearSentence,
} from "./sentences";

/** A job, and the stack if it is a resource. */
export interface FoundJob extends Job {
  /** `project/stack`. */
  stack?: string;
}

/** The facts about a check that concern its job. */
export interface ComparedCheck {
  is: CoveringCheck;
  /** The slug by which jobs refer to it; empty if it has none. */
  slug: string;
  tags: readonly string[];
  /** It is declared but not on the service. */
  isGone?: true;
  /** Absent if it is gone, or if its program keeps them secret. */
  times?: CheckTimes & { grace: number };
  /** Whether its job reports the start of a run, after which only the grace counts. */
  isStarted?: true;
  /**
   * Milliseconds since 1970: since when it has been waiting for its first ping. Absent if it was pinged, or if unknown.
   */
  unpingedSince?: number;
}

/** The gaps of one job, or of one check. */
export interface Matched {
  jobs: { job: FoundJob; is: CoveredJob; checks: ComparedCheck[]; gaps: Gap[] }[];
  /** Checks without a job. */
  alone: Gap[];
}

/**
 * Matches jobs and checks by slug, and compares each pair. Checks with all `tags` must have a job. `now` is in
 * milliseconds.
 */
export function match(
  jobs: readonly FoundJob[],
  checks: readonly ComparedCheck[],
  tags: readonly string[],
  now: number,
): Matched {
  const matched = claimsOf(jobs, checks).map(({ job, is, own, why }) => {
    return { job, is, checks: own, gaps: gapsOf(job, is, own, why, now) };
  });
  const taken = new Set(matched.flatMap((one) => one.checks));
  const alone = checks
    .filter((check) => !taken.has(check) && hasAll(check.tags, tags))
    .map((check): Gap => ({ gap: "noJob", check: check.is, says: "no job was found for it" }));
  return { jobs: matched, alone };
}

function toCoveredJob(job: FoundJob): CoveredJob {
  const { name, scheduler, schedule, timeZone, deadline, file, line, stack } = job;
  return {
    name,
    scheduler,
    schedule,
    ...(timeZone !== undefined && { timeZone }),
    ...(deadline !== undefined && { deadline }),
    slug: slugOfJob(job),
    ...(stack !== undefined && { stack }),
    file,
    ...(line !== undefined && { line }),
  };
}

/** A job with its checks, or with the reason why it has none. */
interface Claim {
  job: FoundJob;
  is: CoveredJob;
  own: ComparedCheck[];
  why: string;
}

/** Assigns checks to jobs by slug. Each check gets at most one job. */
function claimsOf(jobs: readonly FoundJob[], checks: readonly ComparedCheck[]): Claim[] {
  const all = jobs.map((job) => ({ job, is: toCoveredJob(job) }));
  const watched = new Set(
    all.flatMap(({ job, is }) =>
      is.stack === undefined || job.unmonitored ? [] : [keyOf(is.stack, is.slug)],
    ),
  );
  const claims = all.map(({ job, is }): Claim => {
    const named = checks.filter((check) => is.slug !== "" && check.slug === is.slug);
    return { job, is, own: named, why: noCheckSentence(is), ...ofResource(is, named, watched) };
  });
  const takenBy = rivalsIn(claims);
  return claims.map((claim) => {
    const other = takenBy.get(claim.job);
    return other ? { ...claim, own: [], why: othersCheckSentence(claim.is, other) } : claim;
  });
}

/**
 * Jobs whose checks watch other jobs. Each resource is a separate job; a job in a file may appear in a different form
 * in another file.
 */
function rivalsIn(claims: readonly Claim[]): Map<FoundJob, FoundJob> {
  const groups = groupBy(
    claims.filter(({ own }) => own.length > 0),
    ({ is, own }) => keyOf(is.stack === undefined ? is.file : "", ...own.map((check) => check.is.uniqueKey)),
  );
  return new Map(
    [...groups.values()].flatMap((all) => [
      ...jobsWithout(
        all.map(({ job }) => job),
        all[0]?.own.length ?? 0,
      ),
    ]),
  );
}

const keyOf = (...parts: (string | undefined)[]) => JSON.stringify(parts);

/** The check for a resource: its own stack's if there is one, else that of a stack without such a job. */
function ofResource(
  { slug, stack }: CoveredJob,
  named: ComparedCheck[],
  watched: ReadonlySet<string>,
): Partial<Claim> {
  if (stack === undefined || named.length === 0) return {};
  const inStack = named.filter(({ is }) => is.stack === stack);
  const free = named.filter(({ is }) => !watched.has(keyOf(is.stack, slug)));
  const own = inStack.length > 0 ? inStack : free;
  return { own, ...(own.length === 0 && { why: otherStackSentence(slug, named[0]?.is.stack ?? "") }) };
}

/** A job that needs no check, or currently does not run, may still have one; then only their times are compared. */
function gapsOf(
  job: FoundJob,
  is: CoveredJob,
  checks: readonly ComparedCheck[],
  why: string,
  now: number,
): Gap[] {
  if (checks.length === 0) {
    const isFree = job.unmonitored || job.suspended;
    return isFree ? [] : [{ gap: "noCheck", job: is, says: why }];
  }
  if (job.unmonitored) return [];
  return checks.flatMap((check) => [
    ...timesGap(job, check, now).map((one): Gap => ({ ...one, job: is, check: check.is })),
    ...pingGap(job, check, now).map((one): Gap => ({ ...one, job: is, check: check.is })),
  ]);
}

type Found = Pick<Gap, "gap" | "says">;

function timesGap({ schedule, times, deadline }: FoundJob, check: ComparedCheck, now: number): Found[] {
  if (check.isGone) return [{ gap: "noCheck", says: "its check is declared, but gone from the service" }];
  if (!check.times) return [{ gap: "unclear", says: "its program keeps the times of its check secret" }];
  if (!times.ok) return [{ gap: "unclear", says: unclearSentence(times) }];
  const differ = disagreement(times.check, check.times, check.times.grace, new Date(now), times.unsaid);
  // The scheduler's delay is added to the job's deadline, or to the service's hour.
  const late = times.check.grace === undefined ? 0 : times.check.grace - (deadline ?? DEFAULT_GRACE);
  const pause = longestPause(times.check, new Date(now));
  // If the check does not even wait for the next start, that gap is reported instead.
  const isReported = differ?.kind === "impatient" && !check.isStarted;
  const tooShort = isReported ? undefined : graceProblem(check, check.times, { deadline, late, pause });
  return [
    ...(differ
      ? [{ gap: "schedule" as const, says: disagreementSentence(differ, schedule, times.check, check.times) }]
      : []),
    ...(tooShort === undefined ? [] : [{ gap: "grace" as const, says: tooShort }]),
  ];
}

/** What a run needs, in seconds. */
interface Needed {
  /** The longest run time, if it is limited. */
  deadline: number | undefined;
  /** How late it may start. */
  late: number;
  /** The longest time between two starts. */
  pause: number;
}

/**
 * Whether a check alerts while its job may still start or run. If runs report their start, the grace applies separately
 * to the start and to the end.
 */
function graceProblem(
  { isStarted }: ComparedCheck,
  times: CheckTimes & { grace: number },
  { deadline, late, pause }: Needed,
): string | undefined {
  if (deadline === undefined && late === 0) return undefined;
  if (!isStarted) return waitProblem(times, pause, late, deadline);
  if (deadline !== undefined && times.grace < deadline) return graceSentence(times.grace, deadline);
  return late === 0 ? undefined : waitProblem(times, pause, late, undefined);
}

/**
 * A check with a period counts from the last ping, which may have been early, to the next one, which may be as late as
 * possible.
 */
function waitProblem(
  times: CheckTimes & { grace: number },
  pause: number,
  late: number,
  deadline: number | undefined,
): string | undefined {
  const needed = (deadline ?? 0) + late;
  if ("timeout" in times) {
    const waits = times.timeout + times.grace;
    return waits < pause + needed ? pauseSentence(waits, pause + needed) : undefined;
  }
  if (times.grace >= needed) return undefined;
  return deadline === undefined ? lateSentence(times.grace, late) : graceSentence(times.grace, needed);
}

function pingGap({ times, suspended }: FoundJob, check: ComparedCheck, now: number): Found[] {
  const { unpingedSince: since } = check;
  const expected = times.ok ? times.check : check.times;
  if (suspended || since === undefined || !expected || !check.times) return [];
  const due = overdueAfter(asDocument(expected, check.times.grace), since);
  return due !== undefined && due < now ? [{ gap: "neverPinged", says: neverPingedSentence(due) }] : [];
}

/** The times in the form of the service's documents. */
function asDocument(times: CheckTimes, grace: number): Parameters<typeof overdueAfter>[0] {
  return { name: "", slug: "", tags: "", status: "new", ...times, grace };
}
