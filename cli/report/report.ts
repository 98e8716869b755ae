/** The report as data: everything that the formats show, and no secret. */

import { compare } from "../../provider/core/compare";
import { type Basis, completeFrom, historyOf, type Stretch } from "../../provider/monitor/uptime/history";
import { type Measure, measure, together, uptimeOf } from "../../provider/monitor/uptime/measure";
import { badOption } from "../command";
import { groupBy } from "../lists";
import { cellsOf, type Grid, gridOf, type MeasuredCell } from "./cells";
import type { CheckSeen, Collected, Unread } from "./collect";
import { type Incident, incidentsOf, type SharedIncident, sharedIncidents } from "./incidents";
import { leaveOut } from "./leftOut";
import type { Window } from "./window";

/** Seconds in each state, and the share of known time that was up, from 0 to 1; absent if no time is known. */
export interface Availability extends Measure {
  uptime?: number;
  /** Number of stretches of downtime. */
  incidentCount: number;
}

/** One check in the window. */
export interface CheckReport extends Availability {
  /** Its name, its slug, or the beginning of its unique key. */
  title: string;
  slug: string;
  tags: string[];
  /** Identifies the check without revealing its ping URL. */
  uniqueKey: string;
  /** The status when the report was made. */
  status: string;
  /** Whether it is down at the end of the report, if that is now. */
  downNow: boolean;
  /** When it is due, as text; empty if unknown. */
  schedule: string;
  /** Time of its last ping, if known. */
  lastPing: number | undefined;
  basis: Basis;
  stretches: Stretch[];
  cells: MeasuredCell[];
  /** Oldest first. */
  incidents: Incident[];
}

/** The checks with a tag; a check counts under each of its tags. */
export interface TagReport extends Availability {
  /** Undefined for checks without a tag. */
  tag: string | undefined;
  checkCount: number;
}

export interface CheckIncident extends Incident {
  check: CheckReport;
}

/** The result for a window. Times are UNIX seconds. */
export interface Report {
  title: string;
  /** Name of the project in the configuration; undefined for the default one. */
  project: string | undefined;
  /** The tags by which the checks were selected. */
  selectedTags: string[];
  window: Window;
  /** Times left out of everything. */
  leftOut: readonly Window[];
  zone: string;
  /** When the report was made; by the service's clock if that is ahead. */
  madeAt: number;
  /** The time from which the service is known to keep all status changes. */
  completeFrom: number;
  grid: Grid;
  /** All checks together. */
  overall: Availability & { cells: MeasuredCell[] };
  /** Checks down now first, then by rising uptime, those without data last. */
  checks: CheckReport[];
  /** By tag; checks without one last. */
  tags: TagReport[];
  /** Newest first. */
  incidents: CheckIncident[];
  /** The incidents with those of several checks joined, newest first. */
  shared: SharedIncident<CheckReport>[];
  unread: Unread[];
  /** The required uptime, if one was given, and the checks that missed it, lowest uptime first. */
  gate: (Gate & { missed: CheckReport[] }) | undefined;
}

/** The user's options. */
export interface ReportAsked
  extends Pick<Report, "title" | "project" | "selectedTags" | "window" | "leftOut" | "zone"> {
  gate: Gate | undefined;
}

export function reportOf({ checks: seen, unread, now }: Collected, asked: ReportAsked): Report {
  const grid = gridOf(asked.window, asked.zone);
  const checks = seen.map((one) => checkReport(one, asked, now, grid)).sort(byUptime);
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
    shared: sharedIncidents(incidents, asked.window),
    unread,
    gate: asked.gate && { ...asked.gate, missed: checksBelow(asked.gate, checks) },
  };
}

/** Whether a table of tags says anything. */
export function hasTags({ tags }: Report): boolean {
  return tags.some(({ tag }) => tag !== undefined);
}

function checkReport(
  seen: CheckSeen,
  { window, leftOut }: Pick<ReportAsked, "window" | "leftOut">,
  now: number,
  grid: Grid,
): CheckReport {
  const { title, slug, tags, uniqueKey, schedule, lastPing, status } = seen;
  const downNow = status === "down" && window.end >= now;
  const named = { title, slug, tags, uniqueKey, schedule, lastPing, status, downNow };
  const history = leaveOut(historyOf(seen, window, now), leftOut);
  const { stretches, basis } = history;
  const incidents = incidentsOf(history, window, leftOut);
  const availability = availabilityOf(measure(stretches), incidents.length);
  const cells = cellsOf(grid, stretches);
  return { ...named, basis, ...availability, stretches, cells, incidents };
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

/** Sorts unknown uptime last. */
function byUptime(a: CheckReport, b: CheckReport): number {
  return (
    Number(b.downNow) - Number(a.downNow) ||
    (a.uptime ?? 2) - (b.uptime ?? 2) ||
    b.downSeconds - a.downSeconds ||
    compare(a.title, b.title) ||
    compare(a.uniqueKey, b.uniqueKey)
  );
}

function tagReports(checks: readonly CheckReport[]): TagReport[] {
  const carried = checks.flatMap((check) =>
    (check.tags.length > 0 ? [...new Set(check.tags)] : [undefined]).map((tag) => ({ tag, check })),
  );
  return [...groupBy(carried, ({ tag }) => tag)]
    .map(([tag, those]) => ({ tag, checkCount: those.length, ...sum(those.map(({ check }) => check)) }))
    .sort(
      (a, b) =>
        Number(a.tag === undefined) - Number(b.tag === undefined) || compare(a.tag ?? "", b.tag ?? ""),
    );
}

/** The value of `--fail-under`: the uptime that every check must reach. */
export interface Gate {
  /** As the user wrote it, in percent. */
  percent: string;
  /** 0 to 1. */
  ratio: number;
}

/**
 * Parses a percentage.
 * @throws {ChecksError} if it is invalid.
 */
export function gateOf(given: string): Gate {
  const percent = given.trim().replace(/\s*%$/, "");
  // Shifts the decimal point in the text, so that 99.9 gives exactly 999 / 1000.
  const ratio = /^\d{1,3}(\.\d+)?$/.test(percent) ? Number(`${percent}e-2`) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return { percent, ratio };
  throw badOption("--fail-under", "it must be a percentage from 0 to 100, for example 99.9");
}

/** The checks below the required uptime, lowest first. Checks without data neither miss nor pass it. */
export function checksBelow({ ratio }: Gate, checks: readonly CheckReport[]): CheckReport[] {
  return checks.filter(({ uptime }) => uptime !== undefined && uptime < ratio);
}
