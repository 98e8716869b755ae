/**
 * A timeline of bars. Their shapes tell the states apart, not their colours alone: a full bar was up, a bar with
 * a piece of another colour at its foot was down for a part of its time, a bar at half height was paused, a thin
 * one has no data.
 */

import { html, type Markup } from "../../../markup";
import type { CellUnit, MeasuredCell } from "../../cells";
import { duration, percent } from "../../words";
import { cellName } from "./times";

const WIDTH = 10;
const GAP = 2;
const HEIGHT = 32;
/** The part of a bar that a short time down takes at least, so that it is seen. */
const LEAST_DOWN = 0.25;

/** The bars. `label` is what somebody who cannot see them is told. */
export function timeline(
  cells: readonly MeasuredCell[],
  unit: CellUnit,
  zone: string,
  label: string,
): Markup {
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${cells.length * WIDTH - GAP} ${HEIGHT}" preserveAspectRatio="none">${[
    bars("up", cells, (cell) => cell.upSeconds > 0 && cell.downSeconds === 0 && FULL),
    bars("down", cells, (cell) => cell.downSeconds > 0 && cell.upSeconds === 0 && FULL),
    bars("paused", cells, (cell) => measured(cell) === 0 && cell.pausedSeconds > 0 && HALF),
    bars("none", cells, (cell) => measured(cell) === 0 && cell.pausedSeconds === 0 && THIN),
    cells.map((cell, index) => isBroken(cell) && broken(cell, index, cellName(cell, unit, zone))),
  ]}</svg>`;
}

type Span = readonly [top: number, height: number];
const FULL: Span = [0, HEIGHT];
const HALF: Span = [HEIGHT / 4, HEIGHT / 2];
const THIN: Span = [HEIGHT / 2 - 1.5, 3];

/** All bars of one kind in one path: a report of a thousand checks stays a page that opens. */
function bars(kind: string, cells: readonly MeasuredCell[], spanOf: (cell: MeasuredCell) => Span | false) {
  const path = cells.flatMap((cell, index) => {
    const span = spanOf(cell);
    return span ? [bar(index, span)] : [];
  });
  return path.length > 0 && html`<path class="${kind}" d="${path.join("")}"/>`;
}

function isBroken({ upSeconds, downSeconds }: MeasuredCell): boolean {
  return upSeconds > 0 && downSeconds > 0;
}

function broken(cell: MeasuredCell, index: number, name: string): Markup {
  const share = Math.max(LEAST_DOWN, cell.downSeconds / measured(cell));
  const height = Math.min(HEIGHT - 6, Math.round(share * HEIGHT));
  const up = bar(index, [0, HEIGHT - height - 2]);
  const down = bar(index, [HEIGHT - height, height]);
  return html`<g><title>${name}: ${percent(cell)}, ${duration(cell.downSeconds)} down</title><path class="part" d="${up}"/><path class="down" d="${down}"/></g>`;
}

function bar(index: number, [top, height]: Span): string {
  const width = WIDTH - GAP;
  return `M${index * WIDTH} ${top}h${width}v${height}h-${width}z`;
}

function measured({ upSeconds, downSeconds }: MeasuredCell): number {
  return upSeconds + downSeconds;
}
