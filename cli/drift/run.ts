/** One drift run: what the stacks declare, what the service has, and the report of the two. */

import { relative } from "node:path";
import type { ChecksError } from "../../provider/core/errors";
import { Interrupted, isInterrupted } from "../../provider/core/interruption";
import { configOf } from "../pulumi";
import { maskFor } from "../render/mask";
import type { Progress } from "../render/terminal";
import { count } from "../render/words";
import { definitionOf, madeBy, type Row } from "../stacks/row";
import type { StackSource } from "../stacks/source";
import { appliedRows, providersIn, readResources } from "../stacks/state";
import { pendingIn } from "./changes";
import { classify, isElsewhere } from "./classify";
import { type DriftReport, SECRET } from "./findings";
import { ListedSession, ProjectPool } from "./listed";
import { withChannelNames } from "./names";
import { collecting, type Observation, observe, unseenIn } from "./observed";
import { listedAt, projectsOf, type StackView } from "./places";
import { preview } from "./preview";
import { assemble } from "./report";
import type { DriftRequest } from "./request";
import { askWhenDown } from "./wentDown";

/**
 * Makes a report. What could not be read stands in its `problems`.
 * @throws {ChecksError} when nothing at all could be compared.
 */
export async function lookForDrift(request: DriftRequest, progress: Progress): Promise<DriftReport> {
  const pool = new ProjectPool(progress);
  const failures: ChecksError[] = [];
  const views = await eachOf(request.stacks, failures, (source) => viewOf(source, pool, progress));
  progress.begin("listing the checks on the service");
  // Before the programs run, which takes seconds: without the service there is nothing to compare them with.
  const places = views.flatMap((view) => projectsOf(view).map((project) => ({ view, project })));
  const lists = await eachOf(places, failures, ({ view, project }) => listedAt(view, project).checks.all());
  if (lists.length === 0) throw failures[0];
  if (!request.stateOnly) {
    await eachOf(views, failures, (view) => runProgram(view, request.refresh, progress));
    progress.begin("comparing");
  }
  const observation = await observe(views);
  const told = ({ message }: ChecksError) => observation.secrets.hidden(message);
  const [failure] = [...observation.failures, ...failures];
  if (observation.projects.length === 0 && failure) {
    throw failure.about({ reason: observation.secrets.hidden(failure.parts.reason) });
  }
  const { wentDown, notes } = request.classes.includes("operational")
    ? await askWhenDown(observation, request, failures)
    : { wentDown: new Map<string, number>(), notes: [] };
  progress.end();
  const mask = maskFor({
    uuids: uuidsIn(views, observation),
    keys: pool.all().map(({ connection }) => connection.apiKey),
    pingUrls: pingUrlsIn(views, observation),
  });
  const stacks = views.map(({ name }) => name);
  const classified = classify(observation, { ...request, stacks, wentDown });
  const [findings = classified.findings] = await eachOf([classified.findings], failures, (found) =>
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
      failures: [...failures, ...observation.failures].map(told),
      notes: [...elsewhere(observation, stacks), ...notes, ...progress.warnings].map((note) =>
        observation.secrets.hidden(note),
      ),
    }),
  );
}

/** A run that is interrupted writes nothing and tells nobody: another one does, or somebody wants none. @throws {Interrupted} */
export function refuseInterrupted(): void {
  if (isInterrupted()) throw new Interrupted("drift");
}

/** Says how many checks carry the stamps of other stacks: those are managed, only not here. */
function elsewhere({ projects }: Observation, stacks: readonly string[]): string[] {
  const others = projects.flatMap(({ checks }) => checks).filter((check) => isElsewhere(check, stacks));
  if (others.length === 0) return [];
  const owners = [...new Set(others.flatMap(({ owners = [] }) => owners))].sort();
  const [belong, are] = others.length === 1 ? ["belongs", "is"] : ["belong", "are"];
  return [
    `${count(others.length, "check")} ${belong} to other stacks by their stamps, and ${are} managed there: ${owners.join(", ")}`,
  ];
}

/** A stack with where it came from. */
interface SourcedView extends StackView {
  source: StackSource;
}

async function viewOf(source: StackSource, pool: ProjectPool, progress: Progress): Promise<SourcedView> {
  progress.begin(`reading the state of ${source.spelled}`);
  const resources = await readResources(source);
  const session = new ListedSession(await configOf(source), progress, pool);
  const [first] = resources;
  return {
    // Whatever is in the state names the stack, also where it has no check: stamps have that name.
    name: first ? madeBy(first).stack : source.spelled,
    source,
    session,
    applied: known(appliedRows(resources), source),
    providers: providersIn(resources),
  };
}

async function runProgram(view: SourcedView, refresh: boolean, progress: Progress): Promise<void> {
  const { source, session } = view;
  if (source.file !== undefined) return;
  progress.begin(`previewing ${view.name}`);
  const { stack, rows } = await preview(source, { refresh, environment: keyFor(session) });
  view.name = stack ?? view.name;
  view.declared = known(rows, source);
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

/** A stack with what was looked at of it: not what the program drops, nor what could not be read. */
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

/** A read-only key sees none on the service: then those of the states tell what they are like. */
function pingUrlsIn(views: readonly StackView[], { projects }: Observation): string[] {
  const known = views.flatMap(({ applied }) => applied.map((row) => row.applied.values.pingUrl));
  const listed = projects.flatMap(({ checks }) => checks.map(({ ping_url }) => ping_url));
  return [...known, ...listed].filter((url) => typeof url === "string");
}

/** The results of what succeeded; what fails for a reason that can be told goes to the failures. */
async function eachOf<T, R>(
  items: readonly T[],
  failures: ChecksError[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(...(await collecting(failures, () => work(item))));
  return results;
}
