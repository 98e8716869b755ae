/** One drift run: what the stacks declare, what the service has, and the report of the two. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { ChecksError } from "../../provider/errors";
import type { Progress } from "../progress";
import { configOf } from "../session";
import { classify } from "./classify";
import { preview } from "./engine/preview";
import type { Row } from "./engine/row";
import { type AppliedRow, exportState, parseState } from "./engine/state";
import type { DriftReport, FindingClass } from "./findings";
import type { IgnoreFile } from "./ignoreFile";
import { definitionOf } from "./kinds";
import { ListedSession, ProjectPool } from "./listed";
import { maskFor } from "./mask";
import { type Observation, observe, projectsOf, type StackView } from "./observed";
import { pendingIn } from "./pending";
import { assemble } from "./report";
import type { StackSource } from "./stackSource";

/** What a run is asked for. */
export interface DriftRequest {
  stacks: readonly StackSource[];
  /** Compare the states alone, without running the programs. */
  stateOnly: boolean;
  /** Let the preview refresh all resources of the stack first. */
  refresh: boolean;
  /** Only findings of these classes. */
  classes: readonly FindingClass[];
  /** Only unmanaged checks with all of these tags. */
  tags: readonly string[];
  /** Seconds for which a check may be down. */
  downFor: number;
  ignore: IgnoreFile;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Makes a report. What could not be read stands in its `problems`.
 * @throws {ChecksError} when nothing at all could be compared.
 */
export async function drift(request: DriftRequest, progress: Progress): Promise<DriftReport> {
  const pool = new ProjectPool(progress);
  const failures: ChecksError[] = [];
  const views = await eachOf(request.stacks, failures, (source) => viewOf(source, pool, progress));
  progress.begin("listing the checks on the service");
  // Before the programs run, which takes seconds: without the service there is nothing to compare them with.
  const lists = await eachOf(views.flatMap(projectNames), failures, ({ session, name }) =>
    session.project(name).checks.all(),
  );
  if (lists.length === 0) throw failures[0];
  if (!request.stateOnly) {
    await eachOf(views, failures, (view) => runProgram(view, request.refresh, progress));
    progress.begin("comparing");
  }
  const observation = await observe(views);
  if (observation.projects.length === 0) throw observation.failures[0] ?? failures[0];
  progress.end();
  const mask = maskFor({
    uuids: uuidsIn(views, observation),
    keys: pool.all().map(({ connection }) => connection.apiKey),
  });
  return mask.deep(
    assemble(request, {
      ...classify(observation, request),
      declaredFrom: views.some(({ declared }) => declared) ? "program" : "state",
      stacks: views.map(stackOf),
      live: observation.projects.reduce((sum, { checks }) => sum + checks.length, 0),
      pending: views.flatMap(pendingIn),
      failures: [...failures, ...observation.failures].map(({ message }) => message),
      notes: progress.warnings,
    }),
  );
}

/** A stack with where it came from. */
interface SourcedView extends StackView {
  source: StackSource;
}

async function viewOf(source: StackSource, pool: ProjectPool, progress: Progress): Promise<SourcedView> {
  progress.begin(`reading the state of ${source.spelled}`);
  const applied = known(await stateOf(source), source);
  const session = new ListedSession(await configOf(source), progress, pool);
  return { name: applied[0]?.stack ?? source.spelled, source, session, applied };
}

async function stateOf({ file, ...place }: StackSource): Promise<AppliedRow[]> {
  if (file === undefined) return exportState(place);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new ChecksError({ subject: file, reason: "the file cannot be read" });
  }
  return parseState(text, file);
}

async function runProgram(view: SourcedView, refresh: boolean, progress: Progress): Promise<void> {
  const { source, session } = view;
  if (source.file !== undefined) return;
  progress.begin(`previewing ${view.name}`);
  const declared = await preview(source, { refresh, environment: keyFor(session) });
  view.declared = known(declared, source);
}

/** A refresh uses the configuration of the last `up`, in which the key may be an old one; the environment wins. */
function keyFor(session: ListedSession): Record<string, string> {
  try {
    const { url, apiKey } = session.project().connection;
    return { CHECKS_URL: url, CHECKS_API_KEY: apiKey };
  } catch {
    return {};
  }
}

/** The rows of kinds whose drift is looked at, with files named from where the command runs. */
function known<R extends Row>(rows: readonly R[], { folder }: StackSource): R[] {
  const at = relative(".", folder);
  return rows
    .filter(({ kind }) => definitionOf(kind))
    .map((row) => {
      if (!row.source || at === "") return row;
      return { ...row, source: { ...row.source, file: `${at}/${row.source.file}` } };
    });
}

function projectNames(view: StackView): { session: ListedSession; name: string | undefined }[] {
  return [...projectsOf(view)].map((name) => ({ session: view.session, name }));
}

function stackOf({ name, applied }: StackView): DriftReport["stacks"][number] {
  return {
    name,
    checks: applied.map(({ resource, kind, applied: { values } }) => ({
      resource,
      kind,
      slug: typeof values.slug === "string" ? values.slug : "",
    })),
  };
}

function uuidsIn(views: readonly StackView[], { projects }: Observation): string[] {
  return [
    ...views.flatMap(({ applied }) => applied.map(({ id }) => id)),
    ...projects.flatMap(({ checks }) => checks.flatMap(({ uuid }) => uuid ?? [])),
  ];
}

/** The results of what succeeded; what fails for a reason that can be told goes to the failures. */
async function eachOf<T, R>(
  items: readonly T[],
  failures: ChecksError[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    try {
      results.push(await work(item));
    } catch (error) {
      if (!(error instanceof ChecksError)) throw error;
      failures.push(error);
    }
  }
  return results;
}
