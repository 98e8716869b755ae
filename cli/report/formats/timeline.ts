/**
 * A timeline of bars. Shapes distinguish the states, not colours alone: a full bar means up, a bar with a piece of
 * another colour at its foot was down for that share of its time, a bar of half height was paused, a thin one has no
 * data.
 */

import { clockOf } from "../../../schedule/wallClock";
import { html, type Markup } from "../../render/page";
import { duration, iso } from "../../render/words";
import type { Cell, CellUnit, MeasuredCell } from "../cells";
import type { Incident } from "../incidents";
import type { Report } from "../report";
import { datesOf, percent } from "../words";

const WIDTH = 10;
const GAP = 2;
const HEIGHT = 32;
/** Smallest height of the part up or down, so that a short time stays visible; otherwise it is proportional. */
const LEAST = 2;

/** The bars. `label` describes them for screen readers. */
export function timeline(
  cells: readonly MeasuredCell[],
  unit: CellUnit,
  zone: string,
  label: string,
): Markup {
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${cells.length * WIDTH - GAP} ${HEIGHT}" preserveAspectRatio="none">${[
    bars("up", cells, (cell) => cell.upSeconds > 0 && cell.downSeconds === 0 && FULL),
    bars("down", cells, (cell) => isDown(cell) && FULL),
    bars("paused", cells, (cell) => knownSeconds(cell) === 0 && cell.pausedSeconds > 0 && HALF),
    bars("none", cells, (cell) => knownSeconds(cell) === 0 && cell.pausedSeconds === 0 && THIN),
    cells.map((cell, index) => isBroken(cell) && partlyDownBar(cell, index, cellName(cell, unit, zone))),
  ]}</svg>`;
}

type Span = readonly [top: number, height: number];
const FULL: Span = [0, HEIGHT];
const HALF: Span = [HEIGHT / 4, HEIGHT / 2];
const THIN: Span = [HEIGHT / 2 - 1.5, 3];

/** Draws all bars of one kind as one path, so that a page of a thousand checks still opens. */
function bars(kind: string, cells: readonly MeasuredCell[], spanOf: (cell: MeasuredCell) => Span | false) {
  const path = cells.flatMap((cell, index) => {
    const span = spanOf(cell);
    return span ? [bar(index, span)] : [];
  });
  return path.length > 0 && html`<path class="${kind}" d="${path.join("")}"/>`;
}

/** Whether it was down all the time. */
function isDown(cell: MeasuredCell): boolean {
  return cell.downSeconds > 0 && cell.downSeconds === whole(cell);
}

function isBroken(cell: MeasuredCell): boolean {
  return cell.downSeconds > 0 && !isDown(cell);
}

/** The red part of the bar is the share of time down; above it is the time up, if any. */
function partlyDownBar(cell: MeasuredCell, index: number, name: string): Markup {
  const share = (HEIGHT * cell.downSeconds) / whole(cell);
  const height = Math.min(HEIGHT - LEAST, Math.max(LEAST, tenths(share)));
  const top = tenths(HEIGHT - height);
  const up = cell.upSeconds > 0 && html`<path class="part" d="${bar(index, [0, top])}"/>`;
  return html`<g><title>${name}: ${percent(cell)}, ${duration(cell.downSeconds)} down</title>${up}<path class="down" d="${bar(index, [top, height])}"/></g>`;
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}

function bar(index: number, [top, height]: Span): string {
  const width = WIDTH - GAP;
  return `M${index * WIDTH} ${top}h${width}v${height}h-${width}z`;
}

function knownSeconds({ upSeconds, downSeconds }: MeasuredCell): number {
  return upSeconds + downSeconds;
}

function whole({ upSeconds, downSeconds, pausedSeconds, unknownSeconds }: MeasuredCell): number {
  return upSeconds + downSeconds + pausedSeconds + unknownSeconds;
}

/** The labels below the first and the last bar. */
export function axis({ grid: { cells, unit }, zone }: Report): Markup {
  const [first, last] = [cells[0], cells.at(-1)];
  const name = (cell: typeof first) => cell && html`<span>${cellName(cell, unit, zone)}</span>`;
  return html`<p class="axis">${name(first)}${last !== first && name(last)}</p>`;
}

/** The legend of the bars. */
export function legend(unit: CellUnit): Markup {
  const sign = (kind: string, path: string, words: string) =>
    html`<li><svg viewBox="0 0 8 20" aria-hidden="true">${
      kind === "down" && html`<path class="part" d="M0 0h8v11h-8z"/>`
    }<path class="${kind}" d="${path}"/></svg>${words}</li>`;
  return html`<ul class="legend" aria-label="Signs of the timeline; each bar is one ${unit}">
${sign("up", "M0 0h8v20h-8z", "up")}
${sign("down", "M0 13h8v7h-8z", "down for a part")}
${sign("down all", "M0 0h8v20h-8z", "down")}
${sign("paused", "M0 5h8v10h-8z", "paused")}
${sign("none", "M0 9h8v2h-8z", "no data")}
</ul>`;
}

/**
 * Month names for the page's times. The heading and weeks include the year, other times only if it differs from the
 * window's end: most times lie within a few months of it, but a last ping may be much older.
 */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `3 May 2026 – 30 May 2026, 14:05 UTC`, or `30 May 2026, 00:00 – 14:05 UTC`. */
export function windowName({ window, zone }: Report): string {
  const [start, end] = [wall(window.start, zone), wall(window.end, zone)];
  const isDate = datesOf({ window, zone });
  const from = isDate.start ? start.date : `${start.date}, ${start.time}`;
  const to = isDate.end ? wall(window.end - 1, zone).date : `${end.date}, ${end.time}`;
  if (from === to) return `${from} ${zone}`;
  if (start.date === end.date) return `${start.date}, ${start.time} – ${end.time} ${zone}`;
  return `${from} – ${to} ${zone}`;
}

/** `3 May`, `3 May, 10:00`, or the week by its first day: `3 May 2026`. */
export function cellName({ from }: Cell, unit: CellUnit, zone: string): string {
  const start = wall(from, zone);
  if (unit === "hour") return `${start.day}, ${start.time}`;
  return unit === "day" ? start.day : start.date;
}

/** `3 May, 10:42`, or `3 May 2025, 10:42` if the window ends in another year. */
export function momentName(seconds: number, { window, zone }: Report): string {
  const { day, date, year, time } = wall(seconds, zone);
  return `${year === wall(window.end - 1, zone).year ? day : date}, ${time}`;
}

/** `3 May, 10:42 – 11:03`: the time of an incident. */
export function incidentTimes({ start, startKnown, end, goesOn }: Incident, report: Report): Markup {
  const [from, to] = [wall(start, report.zone), wall(end, report.zone)];
  const until = from.date === to.date ? to.time : momentName(end, report);
  return html`${time(start, momentName(start, report))}${!startKnown && " or before"} – ${
    goesOn ? "ongoing" : time(end, until)
  }`;
}

function time(seconds: number, words: string): Markup {
  return html`<time datetime="${iso(seconds)}">${words}</time>`;
}

function wall(seconds: number, zone: string) {
  const date = new Date(clockOf(zone).wallAt(seconds * 1000));
  const year = date.getUTCFullYear();
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  const text = date.toISOString();
  return {
    day,
    date: `${day} ${year}`,
    year,
    time: text.slice(11, 16),
  };
}
