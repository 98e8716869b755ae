/** Ending maintenances, by their records or, on another machine, by the tags on their checks. */
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { withoutCredentials } from "../../provider/http/connection";
import { type CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { isSameService } from "../../provider/monitor/checkHome";
import type { Maintenance } from "../../provider/monitor/maintenance";
import { monitorOf } from "../../provider/monitor/monitor";
import type { Project } from "../../provider/monitor/project";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { keyOf } from "../../provider/monitor/snapshot";
import { messageOf } from "../command";
import { sessionOf } from "../pulumi";
import { visible } from "../render/visible";
import { connectionOf, providerBy } from "../stacks/providers";
import { providersIn, readResources } from "../stacks/state";
import { type DownCheck, downOf } from "./down";
import { isOpen, type PutBack, putBack } from "./putBack";
import type { Records } from "./records";
import type { QuietPlace, QuietWindow } from "./window";

/** How a maintenance ended. */
export interface Ending {
  window: QuietWindow;
  /** UNIX seconds. */
  to: number;
  results: PutBack[];
  /** Those that are down now. */
  down: DownCheck[];
  /** Where other checks of it may be, and nobody knows. */
  notAsked?: readonly NotAsked[];
}

/** A project that could not be asked. */
export interface NotAsked {
  project: string;
  /** Why, on one line. */
  problem: string;
}

/** Whether everything is known to be as before. */
export function isOver({ results, notAsked = [] }: Ending): boolean {
  return !results.some(isOpen) && notAsked.length === 0;
}

/** The way to a project, as the one who began the maintenance had it. */
export type Connect = (place: QuietPlace) => Promise<MonitorApi>;

/**
 * Puts back what can be put back. Where that is all, the record is removed; otherwise it keeps what is left, for the next
 * time. One that was found by its tags has no record: the tags say what is left, in projects, too, that could not be asked.
 */
export async function endWindow(
  window: QuietWindow,
  records: Records | undefined,
  connect: Connect,
  { isSameProject }: { isSameProject: boolean },
): Promise<Ending> {
  const byPlace = await Promise.all(
    window.places.map(async (place): Promise<{ api?: MonitorApi; results: PutBack[] }> => {
      try {
        const api = await connect(place);
        return { api, results: await putBack(api, window.id, place, { isSameProject }) };
      } catch (error) {
        return {
          results: place.checks.map((check) => ({ check, fate: "failed", problem: messageOf(error) })),
        };
      }
    }),
  );
  const results = byPlace.flatMap((one) => one.results);
  const to = Math.floor(Date.now() / 1000);
  const places = window.places.map((place, at) => ({
    ...place,
    checks: (byPlace[at]?.results ?? []).filter(isOpen).map(({ check }) => check),
  }));
  if (records) keepLeft(records, { ...window, places: places.filter(({ checks }) => checks.length > 0) });
  const down = await Promise.all(
    byPlace.map((one) => (one.api ? downOf(one.api, one.results, { from: window.from, to }) : [])),
  );
  return { window, to, results, down: down.flat() };
}

function keepLeft(records: Records, { runner: _, runnerIdentity: __, ...left }: QuietWindow): void {
  if (left.places.length === 0) records.forget(left.id);
  else records.write(left);
}

/** The way that the record names; it must lead to the service that it is of. */
export function connectAsRecorded(log: Log): Connect {
  return async (place) => {
    const found = await reach(place, log);
    if (isSameService(found.url, place.url)) return found.api;
    throw new ChecksError({
      subject: "configuration",
      property: "checks:url",
      reason: `the maintenance was begun on ${place.url}, but the configured service is ${found.url}`,
      remedy: "Run the command with the settings that it was begun with",
    });
  };
}

async function reach(
  { project, folder, stack, provider, state }: QuietPlace,
  log: Log,
): Promise<{ url: string; api: MonitorApi }> {
  const name = project === DEFAULT_PROJECT ? undefined : project;
  if (provider === undefined) return monitorOf(await sessionOf({ folder, stack }, log)).project(name);
  const spelled = state ?? stack ?? "the selected stack";
  const resources = await readResources({
    spelled,
    folder,
    stack,
    ...(state !== undefined && { file: state }),
  });
  const known = providersIn(resources).get(provider) ?? providerBy(provider, undefined);
  const connection = connectionOf(known, name);
  return { url: withoutCredentials(connection.url), api: new MonitorApi(connection, log) };
}

/** A check in maintenance, by its tag. */
export interface MarkedCheck {
  document: CheckDocument;
  maintenance: Maintenance;
}

/** The checks of a project that are in maintenance, whoever began it. */
export async function markedIn(project: Project): Promise<MarkedCheck[]> {
  return (await project.api.listChecks()).flatMap((document) =>
    document.maintenance === undefined ? [] : [{ document, maintenance: document.maintenance }],
  );
}

/** A project in which a maintenance may be. */
export interface SearchedPlace {
  at: Omit<QuietPlace, "checks">;
  marked: readonly MarkedCheck[];
}

/** A maintenance as the tags on its checks tell it: for one that began on another machine. Undefined where there is none. */
export function windowByTags(id: string, searched: readonly SearchedPlace[]): QuietWindow | undefined {
  const found = searched
    .map(({ at, marked }) => ({ at, its: marked.filter(({ maintenance }) => maintenance.id === id) }))
    .filter(({ its }) => its.length > 0);
  const first = found[0]?.its[0];
  if (first === undefined) return undefined;
  const { from, until, reason } = first.maintenance;
  const places = found.map(({ at, its }): QuietPlace => ({ ...at, checks: its.map(asMarked) }));
  return { schema: "pulumi-checks/maintenance", version: 1, id, reason, from, until, places };
}

function asMarked({ document, maintenance: { channels } }: MarkedCheck): QuietPlace["checks"][number] {
  return {
    label: visible(document.slug) || visible(document.name) || keyOf(document).slice(0, 8),
    uniqueKey: keyOf(document),
    ...(channels !== undefined && { channels }),
  };
}
