/** The window cut into pieces that a person can take in at a glance: the bars of the timeline. */
import type { Stretch } from "../../provider/monitor/uptime/history";
import { type Measure, measure, together } from "../../provider/monitor/uptime/measure";
import { clockOf, DAY_MS } from "../../schedule/wallClock";
import { midnight, type Window, wallMidnightOf } from "./window";

/** What a cell is, for the reader. */
export type CellUnit = "hour" | "day" | "week";

/** A piece of the window. */
export interface Cell {
  from: number;
  to: number;
}

/** The pieces of a window; the first and the last may be cut off by it. */
export interface Grid {
  unit: CellUnit;
  cells: Cell[];
}

/** A piece, with how long a check was what in it. */
export type MeasuredCell = Cell & Measure;

const HOUR = 3600;
const MOST_HOURS = 72;
const MOST_DAYS = 100;

/** Hours up to three days, days up to 100 days, else weeks; days begin at midnight of the zone. */
export function gridOf(window: Window, zone: string): Grid {
  // On the wall: three days stay three where one of them has 25 hours.
  const { wallAt } = clockOf(zone);
  const length = (wallAt(window.end * 1000) - wallAt(window.start * 1000)) / 1000;
  if (length <= MOST_HOURS * HOUR) return { unit: "hour", cells: between(window, hours(window, zone)) };
  const wall = wallMidnightOf(window.start, zone);
  const daily = length <= (MOST_DAYS * DAY_MS) / 1000;
  const cells = between(window, days(window, wall, daily ? 1 : 7, zone));
  return { unit: daily ? "day" : "week", cells };
}

/** What a check was in each cell. */
export function cellsOf({ cells }: Grid, stretches: readonly Stretch[]): MeasuredCell[] {
  // Both are in the order of time: each cell looks only at the stretches that reach it.
  let first = 0;
  return cells.map(({ from, to }) => {
    while ((stretches[first]?.to ?? to) <= from) first++;
    let last = first;
    while ((stretches[last]?.from ?? to) < to) last++;
    return { from, to, ...measure(stretches.slice(first, last), from, to) };
  });
}

/** Full hours on the wall where the window begins. */
function* hours({ start, end }: Window, zone: string): Generator<number> {
  const wall = clockOf(zone).wallAt(start * 1000) / 1000;
  const first = start + HOUR - (wall % HOUR);
  for (let at = first; at < end; at += HOUR) yield at;
}

function* days({ end }: Window, wall: number, step: number, zone: string): Generator<number> {
  for (let days = step; ; days += step) {
    const at = midnight(wall + days * DAY_MS, zone);
    if (at >= end) return;
    yield at;
  }
}

function between({ start, end }: Window, edges: Iterable<number>): Cell[] {
  const points = [start, ...edges, end];
  return points.slice(1).map((to, index) => ({ from: points[index] ?? start, to }));
}

/** What the signs of a sparkline mean. */
export const SPARKLINE_LEGEND = "█ up  ▄ partly down  ▁ mostly down  ┄ paused  · no data";

/** A timeline of at most so many signs. */
export function sparkline(cells: readonly MeasuredCell[], widest = 31): string {
  const size = Math.ceil(cells.length / widest);
  const groups = Array.from({ length: Math.ceil(cells.length / size) }, (_, index) =>
    cells.slice(index * size, (index + 1) * size),
  );
  return groups.map((group) => sign(group)).join("");
}

function sign(group: readonly MeasuredCell[]): string {
  const { upSeconds, downSeconds, pausedSeconds } = together(group);
  if (downSeconds > upSeconds) return "▁";
  if (downSeconds > 0) return "▄";
  if (upSeconds > 0) return "█";
  return pausedSeconds > 0 ? "┄" : "·";
}
