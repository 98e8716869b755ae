/** One drift run: what the stacks declare, what the service has, and the report. */

import { relative } from "node:path";
import type { ChecksError } from "../../provider/core/errors";
import { Interrupted, isInterrupted } from "../../provider/core/interruption";
import { configOf } from "../pulumi";
import { maskFor } from "../render/mask";
import type { Progress } from "../render/terminal";
import { count } from "../render/words";
import { definitionOf, originOf, type Row } from "../stacks/row";
import type { StackSource } from "../stacks/source";
import { appliedRows, providersIn, readResources } from "../stacks/state";
import { pendingIn } from "./changes";
import { classify, isElsewhere } from "./classify";
import { type DriftReport, SECRET } from "./findings";
import { ListedSession, ProjectPool } from "./listed";
import { withChannelNames } from "./names";
import { attempt, type Observation, observe, unseenIn } from "./observed";
import { projectAt, projectsOf, type StackView } from "./places";
import { preview } from "./preview";
import { assemble } from "./report";
import type { DriftRequest } from "./request";
import { lookUpWhenDown } from "./wentDown";

/**
 * Makes a report. Whatever could not be read is in its `problems`.
 * @throws {ChecksError} if nothing at all could be compared.
 */
export async function lookForDrift(request: DriftRequest, progress: Progress): Promise<DriftReport> {
  const pool = new ProjectPool(progress);
  const failures: ChecksError[] = [];
  const views = await attemptEach(request.stacks, failures, (source) => viewOf(source, pool, progress));
  progress.begin("Listing the checks on the service");
  // Listed first, because running the programs takes seconds and is useless without the service.
  const places = views.flatMap((view) => projectsOf(view).map((project) => ({ view, project })));
  const lists = await attemptEach(places, failures, ({ view, project }) =>
    projectAt(view, project).checks.all(),
  );
  if (lists.length === 0) throw failures[0];
  if (!request.stateOnly) {
    await attemptEach(views, failures, (view) => runProgram(view, request.refresh, progress));
    progress.begin("Comparing");
  }
  const observation = await observe(views);
  const redact = ({ message }: ChecksError) => observation.secrets.redact(message);
  const [failure] = [...observation.failures, ...failures];
  if (observation.projects.length === 0 && failure) {
    throw failure.about({ reason: observation.secrets.redact(failure.parts.reason) });
  }
  const { wentDown, notes } = request.classes.includes("operational")
    ? await lookUpWhenDown(observation, request, failures)
    : { wentDown: new Map<string, number>(), notes: [] };
  progress.end();
  const mask = maskFor({
    uuids: uuidsIn(views, observation),
    keys: pool.all().map(({ connection }) => connection.apiKey),
    pingUrls: pingUrlsIn(views, observation),
  });
  const stacks = views.map(({ name }) => name);
  const classified = classify(observation, { ...request, stacks, wentDown });
  const [findings = classified.findings] = await attemptEach([classified.findings], failures, (found) =>
    withChannelNames(found, observation.projects),
  );
  return mask.deep(
    assemble(request, {
      problems: classified.problems,
      stillShort: classified.stillShort,
      findings,
      declaredFrom: views.some(({ declared }) => declared) ? "program" : "state",
      stacks: views.map((view) => stackOf(view, observation, classified.unclear)),
      live: observation.projects.reduce((sum, { checks }) => sum + checks.length, 0),
      pending: views.flatMap(pendingIn),
      unseen: unseenIn(observation),
      failures: [...failures, ...observation.failures].map(redact),
      notes: [...noteOtherOwners(observation, stacks), ...notes, ...progress.warnings].map((note) =>
        observation.secrets.redact(note),
      ),
    }),
  );
}

/**
 * An interrupted run must neither write nor notify: another run will, or nobody wants it.
 * @throws {Interrupted}
 */
export function refuseInterrupted(): void {
  if (isInterrupted()) throw new Interrupted("drift");
}

/** Notes how many checks have the stamps of other stacks, which manage them. */
function noteOtherOwners({ projects }: Observation, stacks: readonly string[]): string[] {
  const others = projects.flatMap(({ checks }) => checks).filter((check) => isElsewhere(check, stacks));
  if (others.length === 0) return [];
  const owners = [...new Set(others.flatMap(({ owners = [] }) => owners))].sort();
  const [belong, are] = others.length === 1 ? ["belongs", "is"] : ["belong", "are"];
  return [
    `${count(others.length, "check")} ${belong} to other stacks by their stamps, and ${are} managed there: ${owners.join(", ")}`,
  ];
}

interface SourcedView extends StackView {
  source: StackSource;
}

async function viewOf(source: StackSource, pool: ProjectPool, progress: Progress): Promise<SourcedView> {
  progress.begin(`Reading the state of ${source.spelled}`);
  const resources = await readResources(source);
  const session = new ListedSession(await configOf(source), progress, pool);
  const [first] = resources;
  return {
    // The state's first resource names the stack, even if the stack has no check; stamps contain that name.
    name: first ? originOf(first).stack : source.spelled,
    source,
    session,
    applied: knownKinds(appliedRows(resources), source),
    providers: providersIn(resources),
  };
}

async function runProgram(view: SourcedView, refresh: boolean, progress: Progress): Promise<void> {
  const { source, session } = view;
  if (source.file !== undefined) return;
  progress.begin(`Previewing ${view.name}`);
  const { stack, rows } = await preview(source, { refresh, environment: keyFor(session) });
  view.name = stack ?? view.name;
  view.declared = knownKinds(rows, source);
}

/** A refresh uses the configuration of the last `up`, whose key may be outdated; the environment wins over it. */
function keyFor(session: ListedSession): Record<string, string> {
  try {
    const { url, apiKey } = session.project().connection;
    return { CHECKS_URL: url, CHECKS_API_KEY: apiKey };
  } catch {
    return {};
  }
}

/** Keeps the rows whose drift we report, with source files relative to the working directory. */
function knownKinds<R extends Row>(rows: readonly R[], { folder }: StackSource): R[] {
  const at = relative(".", folder);
  return rows
    .filter(({ kind }) => definitionOf(kind))
    .map((row) => {
      if (!row.source || at === "") return row;
      return { ...row, source: { ...row.source, file: `${at}/${row.source.file}` } };
    });
}

/** A stack with the rows that were compared. Omits rows that the program drops, or that could not be read. */
function stackOf(
  { name, applied }: StackView,
  { observed }: Observation,
  unclear: readonly Row[],
): DriftReport["stacks"][number] {
  const lookedAt = new Map<Row, string>(observed.map(({ row, uniqueKey }) => [row, uniqueKey]));
  return {
    name,
    checks: applied
      .filter((row) => lookedAt.has(row))
      .map((row) => {
        const { values, secret } = row.applied;
        const uniqueKey = lookedAt.get(row);
        return {
          resource: row.resource,
          kind: row.kind,
          slug: secret.has("slug") ? SECRET : typeof values.slug === "string" ? values.slug : "",
          ...(typeof values.project === "string" && {
            project: secret.has("project") ? SECRET : values.project,
          }),
          ...(uniqueKey !== undefined && { uniqueKey }),
          ...(unclear.includes(row) && { unclear: true as const }),
        };
      }),
  };
}

function uuidsIn(views: readonly StackView[], { projects }: Observation): string[] {
  return [
    ...views.flatMap(({ applied }) => applied.map(({ id }) => id)),
    ...projects.flatMap(({ checks }) => checks.flatMap(({ uuid }) => uuid ?? [])),
  ];
}

/** A read-only key shows no ping URLs, so those in the states are used, too. */
function pingUrlsIn(views: readonly StackView[], { projects }: Observation): string[] {
  const known = views.flatMap(({ applied }) => applied.map((row) => row.applied.values.pingUrl));
  const listed = projects.flatMap(({ checks }) => checks.map(({ ping_url }) => ping_url));
  return [...known, ...listed].filter((url) => typeof url === "string");
}

/** Applies the work to each item and returns the results of those that succeeded; see `attempt`. */
async function attemptEach<T, R>(
  items: readonly T[],
  failures: ChecksError[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(...(await attempt(failures, () => work(item))));
  return results;
}
