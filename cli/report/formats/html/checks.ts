import { html, type Markup } from "../../../markup";
import { checkNotes, isAssumed } from "../../notes";
import type { CheckIncident, CheckReport, Report } from "../../report";
import { count, duration, lengthOf, percent } from "../../words";
import { shade } from "./shade";
import { timeline } from "./timeline";
import { incidentTimes } from "./times";

/** So many incidents of a check are listed in its row. */
const MOST_INCIDENTS = 20;

/** A row a check, lowest uptime first; it opens. */
export function checkRows(report: Report): Markup {
  const { checks } = report;
  if (checks.length === 0) return html`<p class="card empty">None.</p>`;
  return html`<ul class="card rows">${checks.map((check) => html`<li>${row(check, report)}</li>`)}</ul>`;
}

function row(check: CheckReport, report: Report): Markup {
  const { title, cells, incidentCount, status } = check;
  const { grid, zone } = report;
  const label = `By ${grid.unit}, uptime: ${percent(check)}, ${count(incidentCount, "incident")}`;
  return html`<details>
<summary>
<span class="name">${title}${isAssumed(check) && " *"} ${status === "up" ? "" : chip(status)}</span>
${timeline(cells, grid.unit, zone, label)}
<span class="figure"><span class="${shade(check)}">${percent(check)}</span>${beside(check).map(
    (words) => html`<small>${words}</small>`,
  )}</span>
</summary>
<div class="inside">
${check.tags.length > 0 && html`<p>${check.tags.map((tag) => html`<span class="chip">${tag}</span> `)}</p>`}
${facts(check)}
${checkNotes(check, report).map((note) => html`<p class="soft">${note}</p>`)}
${incidents(check, report)}
</div>
</details>`;
}

/** What else one should know at a glance. */
function beside({ incidentCount, upSeconds, downSeconds, unknownSeconds }: CheckReport): string[] {
  const known = upSeconds + downSeconds > 0;
  return [
    ...(incidentCount > 0 ? [count(incidentCount, "incident")] : []),
    ...(known && unknownSeconds > 0 ? [`${duration(unknownSeconds)} no data`] : []),
  ];
}

function chip(status: string): Markup {
  return html`<span class="chip ${status === "down" ? "bad" : "plain"}">${status}</span>`;
}

function facts({ upSeconds, downSeconds, pausedSeconds, unknownSeconds }: CheckReport): Markup {
  const fact = (name: string, seconds: number) =>
    seconds > 0 && html`<div><dt>${name}</dt><dd>${duration(seconds)}</dd></div>`;
  return html`<dl class="facts">${[
    fact("up", upSeconds),
    fact("down", downSeconds),
    fact("paused", pausedSeconds),
    fact("no data", unknownSeconds),
  ]}</dl>`;
}

function incidents(check: CheckReport, { zone }: Report): Markup | undefined {
  if (check.incidents.length === 0) return undefined;
  const newest = check.incidents.toReversed().slice(0, MOST_INCIDENTS);
  const left = check.incidents.length - newest.length;
  const line = (incident: Omit<CheckIncident, "check">) =>
    html`<li>${incidentTimes(incident, zone)}: ${lengthOf(incident)}</li>`;
  return html`<ul class="soft">${newest.map(line)}${left > 0 && html`<li>and ${left} earlier</li>`}</ul>`;
}
