/** The window cut into pieces that fit the bars of the timeline. */
import type { Stretch } from "../../provider/monitor/uptime/history";
import { type Measure, measure, together } from "../../provider/monitor/uptime/measure";
import { clockOf, DAY_MS } from "../../schedule/wallClock";
import { midnight, type Window, wallMidnightOf } from "./window";

/** The length of a cell. */
export type CellUnit = "hour" | "day" | "week";

/** A piece of the window. */
export interface Cell {
  from: number;
  to: number;
}

/** The pieces of a window. The window may cut off the first and the last. */
export interface Grid {
  unit: CellUnit;
  cells: Cell[];
}

/** A piece, with the check's time in each state. */
export type MeasuredCell = Cell & Measure;

const HOUR = 3600;
const MOST_HOURS = 72;
const MOST_DAYS = 100;

/** Hours up to three days, days up to 100 days, else weeks. Days begin at midnight in the zone. */
export function gridOf(window: Window, zone: string): Grid {
  // Wall-clock time, so that three days remain three if one of them has 25 hours.
  const { wallAt } = clockOf(zone);
  const length = (wallAt(window.end * 1000) - wallAt(window.start * 1000)) / 1000;
  if (length <= MOST_HOURS * HOUR) return { unit: "hour", cells: between(window, hours(window, zone)) };
  const wall = wallMidnightOf(window.start, zone);
  const daily = length <= (MOST_DAYS * DAY_MS) / 1000;
  const cells = between(window, days(window, wall, daily ? 1 : 7, zone));
  return { unit: daily ? "day" : "week", cells };
}

/** The check's states in each cell. */
export function cellsOf({ cells }: Grid, stretches: readonly Stretch[]): MeasuredCell[] {
  // Both are in chronological order, so each cell can skip the stretches that ended before it.
  let first = 0;
  return cells.map(({ from, to }) => {
    while ((stretches[first]?.to ?? to) <= from) first++;
    let last = first;
    while ((stretches[last]?.from ?? to) < to) last++;
    return { from, to, ...measure(stretches.slice(first, last), from, to) };
  });
}

/** The hours of the wall clock, beginning with the window's. Some zones change their clocks by half an hour. */
function* hours({ start, end }: Window, zone: string): Generator<number> {
  const { wallAt } = clockOf(zone);
  const next = (at: number) => at + HOUR - ((wallAt(at * 1000) / 1000) % HOUR);
  for (let at = next(start); at < end; at = next(at)) yield at;
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

export const SPARKLINE_LEGEND = "█ up  ▄ partly down  ▁ mostly down  ┄ paused  · no data";

/** A timeline of at most `widest` characters. */
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
