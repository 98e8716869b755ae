/** Ending maintenances, by their records or, on another machine, by the tags on their checks. */
import { ChecksError } from "../../provider/core/errors";
import type { Log } from "../../provider/core/log";
import { type CheckDocument, MonitorApi } from "../../provider/monitor/api";
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
import { isOpen, type PutBack, putBack } from "./putBack";
import type { Records } from "./records";
import type { QuietPlace, QuietWindow } from "./window";

/** How a maintenance ended. */
export interface Ending {
  window: QuietWindow;
  /** UNIX seconds. */
  to: number;
  results: PutBack[];
}

/** The way to a project, as the one who began the maintenance had it. */
export type Connect = (place: QuietPlace) => Promise<MonitorApi>;

/**
 * Puts back what can be put back. Where that is all, the record is removed; otherwise it keeps what is left, for the next
 * time.
 */
export async function endWindow(
  window: QuietWindow,
  records: Records,
  connect: Connect,
  { isSameProject }: { isSameProject: boolean },
): Promise<Ending> {
  const byPlace = await Promise.all(
    window.places.map(async (place) => {
      try {
        return await putBack(await connect(place), window.id, place, { isSameProject });
      } catch (error) {
        return place.checks.map((check): PutBack => ({ check, fate: "failed", problem: messageOf(error) }));
      }
    }),
  );
  const results = byPlace.flat();
  const to = Math.floor(Date.now() / 1000);
  const places = window.places.map((place, at) => ({
    ...place,
    checks: (byPlace[at] ?? []).filter(isOpen).map(({ check }) => check),
  }));
  const left = places.filter(({ checks }) => checks.length > 0);
  if (left.length === 0) records.forget(window.id);
  else {
    const { runner: _, ...rest } = window;
    records.write({ ...rest, places: left });
  }
  return { window, to, results };
}

/** The way that the record names; it must lead to the service that it is of. */
export function connectAsRecorded(log: Log): Connect {
  return async (place) => {
    const found = await recorded(place, log);
    if (found.url === place.url) return found.api;
    throw new ChecksError({
      subject: "configuration",
      property: "checks:url",
      reason: `the maintenance is of ${place.url}, and the configured service is ${found.url}`,
      remedy: "Run the command as it was run at the beginning",
    });
  };
}

async function recorded(
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
  return { url: connection.url, api: new MonitorApi(connection, log) };
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

/** A maintenance as the tags on its checks tell it: for one that began on another machine. Undefined where there is none. */
export function windowByTags(
  id: string,
  marked: readonly MarkedCheck[],
  { url, project, folder, stack }: Omit<QuietPlace, "checks">,
): QuietWindow | undefined {
  const its = marked.filter(({ maintenance }) => maintenance.id === id);
  const [first] = its;
  if (first === undefined) return undefined;
  const { from, until, reason } = first.maintenance;
  const checks = its.map(({ document, maintenance: { channels } }) => ({
    label: visible(document.slug) || visible(document.name) || keyOf(document).slice(0, 8),
    uniqueKey: keyOf(document),
    ...(channels !== undefined && { channels }),
  }));
  const place = { url, project, folder, ...(stack !== undefined && { stack }), checks };
  return { schema: "pulumi-checks/maintenance", version: 1, id, reason, from, until, places: [place] };
}
