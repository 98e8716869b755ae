import { html, type Markup } from "../../../markup";
import type { CellUnit } from "../../cells";
import { downNow, gateWords } from "../../headline";
import type { Report } from "../../report";
import { count, duration, percent } from "../../words";
import { shade } from "./shade";
import { timeline } from "./timeline";
import { cellName } from "./times";

/** All checks together: the figures that one looks for first, and the timeline with its legend. */
export function total(report: Report): Markup {
  const { overall, grid, zone, checks, unread } = report;
  const down = downNow(report);
  const label = `All checks by ${grid.unit}, uptime: ${percent(overall)}, ${count(overall.incidentCount, "incident")}`;
  return html`<section class="card total" aria-label="All checks together">
<dl class="figures">
<div class="large"><dt>uptime</dt><dd class="${shade(overall)}">${percent(overall)}</dd></div>
${figure(checks.length + unread.length, "check")}
${figure(overall.incidentCount, "incident")}
${overall.downSeconds > 0 && html`<div><dt>down</dt><dd>${duration(overall.downSeconds)}</dd></div>`}
${down > 0 && html`<div><dt>down now</dt><dd class="bad">${down}</dd></div>`}
</dl>
${timeline(overall.cells, grid.unit, zone, label)}
${axis(report)}
${legend(grid.unit)}
</section>
${gate(report)}`;
}

function figure(number: number, noun: string): Markup {
  return html`<div><dt>${noun}${number !== 1 && "s"}</dt><dd>${number}</dd></div>`;
}

function axis({ grid: { cells, unit }, zone }: Report): Markup {
  const [first, last] = [cells[0], cells.at(-1)];
  const name = (cell: typeof first) => cell && html`<span>${cellName(cell, unit, zone)}</span>`;
  return html`<p class="axis">${name(first)}${last !== first && name(last)}</p>`;
}

function legend(unit: CellUnit): Markup {
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

function gate(report: Report): Markup | undefined {
  const words = gateWords(report);
  if (words === undefined) return undefined;
  return html`<p class="card gate ${report.gate?.missed.length ? "bad" : "plain"}">${words}</p>`;
}
