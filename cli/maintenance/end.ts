/** Ends maintenances by their records or, on another machine, by the tags on their checks. */
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { withoutCredentials } from "../../provider/http/connection";
import { MonitorApi } from "../../provider/monitor/api";
import { isSameService } from "../../provider/monitor/checkHome";
import { monitorOf } from "../../provider/monitor/monitor";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { messageOf } from "../command";
import { sessionOf } from "../pulumi";
import { connectionOf, providerBy } from "../stacks/providers";
import { providersIn, readResources } from "../stacks/state";
import { type DownCheck, downOf } from "./down";
import { type MarkedCheck, quietCheckOf } from "./marked";
import { isOpen, type PutBack, putBack } from "./putBack";
import type { Records } from "./records";
import type { QuietPlace, QuietWindow } from "./window";

/** How a maintenance ended. */
export interface Ending {
  window: QuietWindow;
  /** UNIX seconds. */
  to: number;
  results: PutBack[];
  /** The checks that are down now. */
  down: DownCheck[];
  /** Projects that could not be read, and may contain more checks of the maintenance. */
  notAsked?: readonly NotAsked[];
}

/** A project that could not be read. */
export interface NotAsked {
  project: string;
  /** The reason, on one line. */
  problem: string;
}

/** Whether everything is known to be as before. */
export function isOver({ results, notAsked = [] }: Ending): boolean {
  return !results.some(isOpen) && notAsked.length === 0;
}

/** Connects to a project as when the maintenance began. */
export type Connect = (place: QuietPlace) => Promise<MonitorApi>;

/**
 * Puts back what it can. The record is removed once everything is back; until then it keeps the rest for another
 * attempt. A maintenance found by its tags has no record: there the tags show what is left, also in projects that could
 * not be read.
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
        return { api, results: await putBack(api, window, place, { isSameProject }) };
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
  if (records) updateRecord(records, { ...window, places: places.filter(({ checks }) => checks.length > 0) });
  const down = await Promise.all(
    byPlace.map((one) => (one.api ? downOf(one.api, one.results, { from: window.from, to }) : [])),
  );
  return { window, to, results, down: down.flat() };
}

function updateRecord(records: Records, { runner: _, runnerIdentity: __, ...left }: QuietWindow): void {
  if (left.places.length === 0) records.forget(left.id);
  else records.write(left);
}

/** Connects with the settings that the record names, and verifies that they lead to the recorded service. */
export function connectAsRecorded(log: Log): Connect {
  return async (place) => {
    const found = await connectTo(place, log);
    if (isSameService(found.url, place.url)) return found.api;
    throw new ChecksError({
      subject: "configuration",
      property: "checks:url",
      reason: `the maintenance was begun on ${place.url}, but the configured service is ${found.url}`,
      remedy: "Run the command with the settings that it was begun with",
    });
  };
}

async function connectTo(
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

/** A project that was searched for a maintenance. */
export interface SearchedPlace {
  at: Omit<QuietPlace, "checks">;
  marked: readonly MarkedCheck[];
}

/** Reconstructs a maintenance that began on another machine from the tags on its checks; undefined if there is none. */
export function windowByTags(id: string, searched: readonly SearchedPlace[]): QuietWindow | undefined {
  const found = searched
    .map(({ at, marked }) => ({ at, its: marked.filter(({ maintenance }) => maintenance.id === id) }))
    .filter(({ its }) => its.length > 0);
  const first = found[0]?.its[0];
  if (first === undefined) return undefined;
  const { from, until, reason } = first.maintenance;
  const places = found.map(({ at, its }): QuietPlace => ({ ...at, checks: its.map(quietCheckOf) }));
  return { schema: "pulumi-checks/maintenance", version: 1, id, reason, from, until, places };
}
