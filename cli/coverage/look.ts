/**
 * One coverage run: collects jobs from states and files, and checks from states and the service, and builds the report.
 */
import { type Job, type JobProblem, jobOfResource } from "../../schedule/jobs";
import { hasAll } from "../lists";
import { sessionOf } from "../pulumi";
import type { Progress } from "../render/terminal";
import { visible } from "../render/visible";
import { tagsOf } from "../selection";
import { type FoundCheck, ListedProjects, shownProject } from "../stacks/checks";
import { openDeclaration, originOf, SECRET, unwrap } from "../stacks/row";
import { below, type StackSource, selectedStack } from "../stacks/source";
import { appliedRows, isOf, readResources, type StateResource } from "../stacks/state";
import { assemble } from "./assemble";
import { type ComparedCheck, type FoundJob, match } from "./gaps";
import type { IgnoredGap } from "./ignoredGap";
import { jobsBelow } from "./jobFiles";
import type { CoverageReport } from "./report";

/** The request for a run. */
export interface CoverageRequest {
  /** Stacks with the jobs and checks; empty for every check of the project, and only the jobs in files. */
  stacks: readonly StackSource[];
  project?: string | undefined;
  /** Files and folders with jobs. */
  paths: readonly string[];
  /** Zone of the machines that run crontabs and timers. */
  timeZone?: string | undefined;
  /** Checks with all of these must have a job. */
  tags: readonly string[];
  ignore: readonly IgnoredGap[];
  failUnder?: number | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Makes a report. Declarations that cannot be read are in its `problems`.
 * @throws {ChecksError} if states, files or the service cannot be read.
 */
export async function lookForCoverage(request: CoverageRequest, progress: Progress): Promise<CoverageReport> {
  const files = jobsBelow(request.paths, request.timeZone);
  const { checks, jobs, problems } = await fromStacks(request, progress);
  progress.begin("Comparing jobs and checks");
  const matched = match(withoutTwins([...jobs, ...files.jobs]), checks, request.tags, request.now);
  return assemble(matched, {
    ...request,
    checks,
    problems: [...problems, ...files.problems].map(problemSentence),
    notes: [
      ...files.empty.map((path) => `${path}: no job was found in it`),
      ...ofNoProject(request, checks),
      ...untagged(request.tags, checks),
    ],
  });
}

/** A misspelt project would leave no check to compare, without a word. */
function ofNoProject({ stacks, project }: CoverageRequest, checks: readonly ComparedCheck[]): string[] {
  if (project === undefined || stacks.length === 0 || checks.length > 0) return [];
  const named = stacks.map(({ spelled }) => spelled).join(", ");
  return [`--project: the state of ${named} holds no check of the project ${visible(project)}`];
}

/** A misspelt tag would demand a job for no check, without a word. */
function untagged(tags: readonly string[], checks: readonly ComparedCheck[]): string[] {
  if (tags.length === 0 || checks.some((check) => hasAll(check.tags, tags))) return [];
  const wanted = tags.length === 1 ? `the tag ${tags[0]}` : `all of the tags ${tags.join(", ")}`;
  return [`--tag: no check carries ${wanted}, so no check was required to have a job`];
}

/** The jobs and checks of stacks and service. */
interface FromStacks {
  checks: ComparedCheck[];
  jobs: FoundJob[];
  problems: JobProblem[];
}

async function fromStacks(request: CoverageRequest, progress: Progress): Promise<FromStacks> {
  const projects = new ListedProjects(progress);
  if (request.stacks.length === 0) {
    progress.begin("Reading the checks");
    const session = await sessionOf({ folder: selectedStack.folder }, progress);
    const found = await projects.ofProject(session, request.project);
    return { checks: found.map((check) => toComparedCheck(check, ".")), jobs: [], problems: [] };
  }
  const all: FromStacks = { checks: [], jobs: [], problems: [] };
  const known = new Map<string, ComparedCheck>();
  for (const source of request.stacks) {
    progress.begin(`Reading the state of ${source.spelled}`);
    const resources = await readResources(source);
    for (const job of resources.flatMap((one) => jobIn(one, source) ?? [])) {
      if ("reason" in job) all.problems.push(job);
      else all.jobs.push(job);
    }
    progress.begin("Reading the checks");
    const session = await sessionOf(source, progress);
    const rows = appliedRows(resources).filter((row) => isOf(request.project, row));
    for (const found of await projects.ofRows(session, rows)) {
      known.set(found.uniqueKey, toComparedCheck(found, source.folder));
    }
  }
  return { ...all, checks: [...known.values()] };
}

/** A resource that a program only reads is no job of its stack, and its row does not contain its declaration. */
function jobIn(given: StateResource, { folder }: StackSource): FoundJob | JobProblem | undefined {
  if (given.external) return undefined;
  const { resource, stack, source } = originOf(given);
  const inputs = openDeclaration(given.inputs ?? {}) as Record<string, unknown>;
  const place = source ? { ...source, file: below(folder, source.file) } : { file: stack };
  const job = jobOfResource({ type: given.type, resource, inputs, ...place });
  if (!job) return undefined;
  // A state seldom has a line that would tell which one it is.
  const problem = (reason: string) => ({ ...place, reason: `${resource} ${reason}` });
  if ("reason" in job) return problem(unwrap(given.inputs).sealed ? ENCRYPTED : job.reason);
  if (job.slug === SECRET) return problem(HIDDEN_MARK);
  return job.slug === undefined && job.name === SECRET ? problem(HIDDEN) : { ...job, stack };
}

const ENCRYPTED =
  "is a job whose declaration is encrypted in the state: write the state with `pulumi stack export --show-secrets`";
const HIDDEN =
  "is a job whose name is secret, so it is not known which check it has: name that in its annotation";
const HIDDEN_MARK =
  "is a job that names its check in a secret, so it is not known which one it has: keep the slug there in plain text";

/** A manifest applied by a program is in its state, too, but is only one job. */
function withoutTwins(jobs: readonly FoundJob[]): FoundJob[] {
  const key = ({ scheduler, name, schedule, timeZone }: Job) =>
    JSON.stringify([scheduler, name, schedule, timeZone]);
  const inStates = new Set(jobs.filter(({ stack }) => stack !== undefined).map(key));
  return jobs.filter((job) => job.stack !== undefined || !inStates.has(key(job)));
}

function toComparedCheck(found: FoundCheck, folder: string): ComparedCheck {
  const { label, uniqueKey, live, document, row } = found;
  const place = row?.source && { file: below(folder, row.source.file), line: row.source.line };
  const created = Date.parse(row?.created ?? "");
  // A resumed check is new again, and its last ping is forgotten.
  const isUnpinged = live?.status === "new" && live.n_pings === 0;
  const times = TIMES.some((field) => row?.applied.secret.has(field)) ? undefined : timesOf(live);
  return {
    is: {
      label,
      project: shownProject(found),
      uniqueKey,
      ...(row && { stack: row.stack }),
      ...place,
    },
    slug: document.slug,
    tags: tagsOf(document),
    ...(times && { times }),
    ...((live?.started === true || typeof live?.last_duration === "number") && { isStarted: true as const }),
    ...(!live && { isGone: true as const }),
    ...(isUnpinged && Number.isFinite(created) && { unpingedSince: created }),
  };
}

const TIMES = ["schedule", "tz", "timeout", "grace"] as const;

function timesOf(live: FoundCheck["live"]): ComparedCheck["times"] {
  if (!live) return undefined;
  const { schedule, tz, timeout } = live;
  const grace = Number(live.grace);
  return typeof schedule === "string"
    ? { schedule, tz: typeof tz === "string" ? tz : "UTC", grace }
    : { timeout: Number(timeout), grace };
}

function problemSentence({ file, line, reason }: JobProblem): string {
  return `${line === undefined ? file : `${file}:${line}`} ${reason}`;
}
