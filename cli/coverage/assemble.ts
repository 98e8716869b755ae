/** Builds the report of a coverage run from the matched jobs and checks. */
import { hasAll } from "../lists";
import { UUIDS } from "../render/visible";
import type { ComparedCheck, FoundJob, Matched } from "./gaps";
import { type IgnoredGap, sift } from "./ignoredGap";
import type { CoverageReport, Gap } from "./report";

/** What the report contains besides the matches. */
export interface Circumstances {
  checks: readonly ComparedCheck[];
  /** Only checks with all of these must have a job. */
  tags: readonly string[];
  ignore: readonly IgnoredGap[];
  failUnder?: number | undefined;
  problems: readonly string[];
  notes: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
}

export function assemble(matched: Matched, given: Circumstances): CoverageReport {
  const at = new Date(given.now).toISOString();
  const all = [...matched.jobs.flatMap((one) => one.gaps), ...matched.alone];
  const { gaps, ignored, notes } = sift(all, given.ignore, at.slice(0, 10), (entry) =>
    wasLookedAt(entry, matched, given),
  );
  const left = new Set(gaps);
  const jobs = matched.jobs.map((one) => ({
    ...one.is,
    standing: standingOf(one, left),
    checks: one.checks.map(({ is }) => is.label),
  }));
  const covered = jobs.filter(({ standing }) => standing === "covered").length;
  const needed = covered + jobs.filter(({ standing }) => standing === "gap").length;
  return withoutUuids({
    schema: "pulumi-checks/coverage",
    version: 1,
    at,
    // Multiplied first, so that whole percentages are exact.
    percent: needed === 0 ? null : (covered * 100) / needed,
    ...(given.failUnder !== undefined && { failUnder: given.failUnder }),
    counts: { jobs: jobs.length, needed, covered, checks: given.checks.length },
    jobs,
    gaps,
    ignored,
    problems: [...given.problems],
    notes: [...given.notes, ...notes],
  });
}

/**
 * Whether the run saw the entry's job, or its check if that suffices: gaps between the two are reported with the job.
 * Other jobs may be in files and stacks outside this run.
 */
function wasLookedAt(
  { name, gap, file }: IgnoredGap,
  { jobs }: Matched,
  { checks, tags, problems }: Circumstances,
): boolean {
  if (problems.length > 0) return false;
  const isCalled = ({ is }: ComparedCheck) => [is.label, is.uniqueKey].includes(name);
  const asJob = jobs.some(
    ({ is, checks: own }) =>
      (file === undefined || file === is.file) && ([is.name, is.slug].includes(name) || own.some(isCalled)),
  );
  const isAboutCheck = file === undefined && (gap === undefined || gap === "noJob");
  const asCheck = isAboutCheck && checks.some((check) => isCalled(check) && hasAll(check.tags, tags));
  return asJob || asCheck;
}

function standingOf(
  { job, gaps }: { job: FoundJob; gaps: readonly Gap[] },
  left: ReadonlySet<Gap>,
): CoverageReport["jobs"][number]["standing"] {
  if (job.unmonitored) return "unmonitored";
  if (job.suspended) return "suspended";
  if (gaps.some((gap) => left.has(gap))) return "gap";
  return gaps.length > 0 ? "ignored" : "covered";
}

/** UUIDs can be used to ping checks, so they are removed wherever users have written one. */
function withoutUuids<T>(value: T): T {
  const deep = (part: unknown): unknown => {
    if (typeof part === "string") return part.replace(UUIDS, "[uuid]");
    if (Array.isArray(part)) return part.map(deep);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, deep(inner)]));
  };
  return deep(value) as T;
}
