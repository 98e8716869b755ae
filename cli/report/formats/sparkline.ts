import type { MeasuredCell } from "../cells";
import { together } from "../measure";

const WIDEST = 31;

/** What the signs of a sparkline mean. */
export const SPARKLINE_LEGEND = "█ up  ▄ partly down  ▁ mostly down  ┄ paused  · no data";

/** A timeline of at most 31 signs. */
export function sparkline(cells: readonly MeasuredCell[]): string {
  const size = Math.ceil(cells.length / WIDEST);
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
