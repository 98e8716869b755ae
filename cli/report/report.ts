/** The report as a value: everything that the formats show, and nothing that must stay secret. */

import { compare } from "../../provider/core/compare";
import { type Basis, completeFrom, historyOf, type Stretch } from "../../provider/monitor/uptime/history";
import { type Measure, measure, together, uptimeOf } from "../../provider/monitor/uptime/measure";
import { badOption } from "../command";
import { groupBy } from "../lists";
import { cellsOf, type Grid, gridOf, type MeasuredCell } from "./cells";
import type { CheckSeen, Collected, Unread } from "./collect";
import { type Incident, incidentsOf, type SharedIncident, sharedIncidents } from "./incidents";
import { leavingOut } from "./leftOut";
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
  /** Whether it is down at the end of the report, which is the present. */
  downNow: boolean;
  /** When it is due, in words; empty where it is not told. */
  schedule: string;
  /** When its last ping came, if one is told. */
  lastPing: number | undefined;
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

/** What a window was like. Times are UNIX seconds. */
export interface Report {
  title: string;
  /** Name of the project in the configuration; undefined for the default one. */
  project: string | undefined;
  /** Tags that all checks of the report carry, as asked for. */
  selectedTags: string[];
  window: Window;
  /** Times that are left out of everything. */
  leftOut: readonly Window[];
  zone: string;
  /** When the report was made; by the service's clock where that is ahead. */
  madeAt: number;
  /** From when on the service is known to keep all status changes. */
  completeFrom: number;
  grid: Grid;
  /** All checks together. */
  overall: Availability & { cells: MeasuredCell[] };
  /** Those that are down now first, then by uptime, the lowest first, those without data last. */
  checks: CheckReport[];
  /** By tag; checks without one come last. */
  tags: TagReport[];
  /** Newest first. */
  incidents: CheckIncident[];
  /** The same as a person sees them: what many checks had together is one. Newest first. */
  shared: SharedIncident<CheckReport>[];
  unread: Unread[];
  /** The bar that was set, if one was, and the checks that missed it, lowest uptime first. */
  gate: (Gate & { missed: CheckReport[] }) | undefined;
}

/** What the user asked for. */
export interface ReportAsked
  extends Pick<Report, "title" | "project" | "selectedTags" | "window" | "leftOut" | "zone"> {
  gate: Gate | undefined;
}

/** Makes the report out of what was collected. */
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
    gate: asked.gate && { ...asked.gate, missed: missing(asked.gate, checks) },
  };
}

/** Whether there is anything to tell by tag. */
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
  const history = leavingOut(historyOf(seen, window, now), leftOut);
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

/** Unknown uptime comes after any other. */
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

/** The bar of `--fail-under`: the least uptime that every check must have had. */
export interface Gate {
  /** As the user wrote it, in percent. */
  percent: string;
  /** 0 to 1. */
  ratio: number;
}

/**
 * Reads a percentage.
 * @throws {ChecksError} when it is none.
 */
export function gateOf(given: string): Gate {
  const percent = given.trim().replace(/\s*%$/, "");
  // Shifted as a decimal, so that 99.9 is the same number as 999 seconds of 1000.
  const ratio = /^\d{1,3}(\.\d+)?$/.test(percent) ? Number(`${percent}e-2`) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return { percent, ratio };
  throw badOption("--fail-under", "it must be a percentage from 0 to 100, for example 99.9");
}

/** The checks that were up less than that, lowest first. Those without data neither miss nor pass it. */
export function missing({ ratio }: Gate, checks: readonly CheckReport[]): CheckReport[] {
  return checks.filter(({ uptime }) => uptime !== undefined && uptime < ratio);
}
