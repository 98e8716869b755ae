/** The report as a value: everything that the formats show, and nothing that must stay secret. */
import { compare } from "../../provider/functions/compare";
import { cellsOf, type Grid, gridOf, type MeasuredCell } from "./cells";
import type { CheckSeen, Collected } from "./collect";
import { type Gate, missing } from "./gate";
import { type Basis, completeFrom, historyOf, type Stretch } from "./history";
import { type Incident, incidentsOf } from "./incidents";
import { type Measure, measure, together, uptimeOf } from "./measure";
import type { Window } from "./window";

/** Seconds by state, and the share of known time that was up: 0 to 1, absent where nothing is known. */
export interface Availability extends Measure {
  uptime?: number;
  /** Number of stretches in which it was down. */
  incidentCount: number;
}

/** One check in the window. */
export interface CheckReport extends Availability {
  /** Its name, or its slug, or the beginning of its unique key. */
  title: string;
  slug: string;
  tags: string[];
  /** Names the check without giving its ping URL away. */
  uniqueKey: string;
  /** As the service told it when the report was made. */
  status: string;
  basis: Basis;
  stretches: Stretch[];
  cells: MeasuredCell[];
  /** Oldest first. */
  incidents: Incident[];
}

/** The checks that carry a tag; a check counts under each of its tags. */
export interface TagReport extends Availability {
  /** Undefined stands for checks without a tag. */
  tag: string | undefined;
  checkCount: number;
}

/** An incident with its check. */
export interface CheckIncident extends Incident {
  check: CheckReport;
}

/** A check whose history could not be read. */
export interface Unread {
  title: string;
  uniqueKey: string;
  /** One line. */
  reason: string;
}

/** What a window was like. Times are UNIX seconds. */
export interface Report {
  title: string;
  /** Name of the project in the configuration; undefined for the default one. */
  project: string | undefined;
  /** Tags that all checks of the report carry, as asked for. */
  selectedTags: string[];
  window: Window;
  zone: string;
  /** When the report was made; by the service's clock where that is ahead. */
  madeAt: number;
  /** From when on the service is known to keep all changes of status. */
  completeFrom: number;
  grid: Grid;
  /** All checks together. */
  overall: Availability & { cells: MeasuredCell[] };
  /** Lowest uptime first, those without data last. */
  checks: CheckReport[];
  /** By tag; checks without one come last. */
  tags: TagReport[];
  /** Newest first. */
  incidents: CheckIncident[];
  unread: Unread[];
  /** The bar that was set, if one was, and the checks that missed it, lowest uptime first. */
  gate: { percent: string; missed: CheckReport[] } | undefined;
}

/** What the user asked for. */
export interface ReportAsked extends Pick<Report, "title" | "project" | "selectedTags" | "window" | "zone"> {
  gate: Gate | undefined;
}

/** Makes the report out of what was collected. */
export function reportOf({ checks: seen, unread, now }: Collected, asked: ReportAsked): Report {
  const grid = gridOf(asked.window, asked.zone);
  const checks = seen.map((one) => checkReport(one, asked.window, now, grid)).sort(byUptime);
  const incidents = checks
    .flatMap((check) => check.incidents.map((incident) => ({ ...incident, check })))
    .sort((a, b) => b.start - a.start || b.end - a.end || compare(a.check.title, b.check.title));
  return {
    ...asked,
    madeAt: now,
    completeFrom: completeFrom(now),
    grid,
    overall: { ...sum(checks), cells: grid.cells.map((cell, index) => columnOf(checks, cell, index)) },
    checks,
    tags: tagReports(checks),
    incidents,
    unread,
    gate: asked.gate && { percent: asked.gate.percent, missed: missing(asked.gate, checks) },
  };
}

/** Whether there is anything to tell by tag. */
export function hasTags({ tags }: Report): boolean {
  return tags.some(({ tag }) => tag !== undefined);
}

function checkReport(seen: CheckSeen, window: Window, now: number, grid: Grid): CheckReport {
  const { title, slug, tags, uniqueKey, status } = seen;
  const history = historyOf(seen, window, now);
  const { stretches, basis } = history;
  const incidents = incidentsOf(history, window);
  const availability = availabilityOf(measure(stretches), incidents.length);
  const cells = cellsOf(grid, stretches);
  return { title, slug, tags, uniqueKey, status, basis, ...availability, stretches, cells, incidents };
}

function availabilityOf(measured: Measure, incidentCount: number): Availability {
  const uptime = uptimeOf(measured);
  return { ...measured, ...(uptime !== undefined && { uptime }), incidentCount };
}

function sum(checks: readonly CheckReport[]): Availability {
  return availabilityOf(
    together(checks),
    checks.reduce((total, { incidentCount }) => total + incidentCount, 0),
  );
}

function columnOf(checks: readonly CheckReport[], { from, to }: { from: number; to: number }, index: number) {
  const column = checks.flatMap(({ cells }) => cells[index] ?? []);
  return { from, to, ...together(column) };
}

/** Unknown uptime comes after any other. */
function byUptime(a: CheckReport, b: CheckReport): number {
  return (
    (a.uptime ?? 2) - (b.uptime ?? 2) ||
    b.downSeconds - a.downSeconds ||
    compare(a.title, b.title) ||
    compare(a.uniqueKey, b.uniqueKey)
  );
}

function tagReports(checks: readonly CheckReport[]): TagReport[] {
  const carriers = new Map<string | undefined, CheckReport[]>();
  for (const check of checks) {
    const tags = check.tags.length > 0 ? new Set(check.tags) : [undefined];
    for (const tag of tags) carriers.set(tag, [...(carriers.get(tag) ?? []), check]);
  }
  return [...carriers]
    .map(([tag, those]) => ({ tag, checkCount: those.length, ...sum(those) }))
    .sort(
      (a, b) =>
        Number(a.tag === undefined) - Number(b.tag === undefined) || compare(a.tag ?? "", b.tag ?? ""),
    );
}
