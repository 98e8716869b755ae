/** The lists of the page: expandable checks, incidents, tags. */

import { html, type Markup } from "../../render/page";
import { count, duration } from "../../render/words";
import type { Incident, SharedIncident } from "../incidents";
import type { Availability, CheckIncident, CheckReport, Report, TagReport } from "../report";
import { checkNotes, lengthOf, percent, threshold, timeOf } from "../words";
import { hasFilter } from "./filter";
import { incidentTimes, momentName, timeline } from "./timeline";

/** Longest list of incidents in a check's row. */
const MOST_OF_A_CHECK = 20;

/**
 * An expandable row for each check: those down now first, then by rising uptime. Faultless checks are collapsed
 * together.
 */
export function checkRows(report: Report): Markup {
  const { checks } = report;
  if (checks.length === 0) return html`<p class="card empty">None.</p>`;
  const faultless = checks.filter(isFaultless);
  const others = checks.filter((check) => !isFaultless(check));
  return html`${others.length > 0 && checkList(others, report)}
${faultless.length > 0 && html`<details class="fold"><summary>${count(faultless.length, "check")} at 100%</summary>${checkList(faultless, report)}</details>`}`;
}

function isFaultless({ uptime, status }: CheckReport): boolean {
  return uptime === 1 && status !== "down";
}

function checkList(checks: readonly CheckReport[], report: Report): Markup {
  return html`<ul class="card rows">${checks.map(
    (check) => html`<li${hasFilter(report) && stateOf(check)}>${checkRow(check, report)}</li>`,
  )}</ul>`;
}

/** What the filter of the page goes by. */
function stateOf({ status }: CheckReport): Markup {
  return html` data-state="${status}"`;
}

function checkRow(check: CheckReport, report: Report): Markup {
  const { title, cells, incidentCount, status } = check;
  const { grid, zone } = report;
  const label = `By ${grid.unit}, uptime: ${percent(check)}, ${count(incidentCount, "incident")}`;
  return html`<details class="check">
<summary>
<span class="name"><bdi>${title}</bdi> ${status === "up" ? "" : chip(status)}</span>
${timeline(cells, grid.unit, zone, label)}
<span class="figure"><span class="${shade(check, report)}">${percent(check)}</span>${beside(check).map(
    (words) => html`<small>${words}</small>`,
  )}</span>
</summary>
<div class="inside">
${check.tags.length > 0 && html`<p>${check.tags.map((tag) => html`<span class="chip"><bdi>${tag}</bdi></span> `)}</p>`}
${facts(check, report)}
${checkNotes(check, report).map((note) => html`<p class="soft">${note}</p>`)}
${ownIncidents(check, report)}
</div>
</details>`;
}

/** The facts shown next to the uptime. */
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

function facts(check: CheckReport, report: Report): Markup {
  const { upSeconds, downSeconds, pausedSeconds, unknownSeconds, schedule, lastPing } = check;
  const fact = (name: string, words: string) =>
    words !== "" && html`<div><dt>${name}</dt><dd>${words}</dd></div>`;
  return html`<dl class="facts">${[
    fact("due", schedule),
    fact("last ping", lastPing === undefined ? "" : momentName(lastPing, report)),
    fact("up", timeOf(upSeconds)),
    fact("down", timeOf(downSeconds)),
    fact("paused", timeOf(pausedSeconds)),
    fact("no data", timeOf(unknownSeconds)),
  ]}</dl>`;
}

function ownIncidents(check: CheckReport, report: Report): Markup | undefined {
  if (check.incidents.length === 0) return undefined;
  const newest = check.incidents.toReversed().slice(0, MOST_OF_A_CHECK);
  const left = check.incidents.length - newest.length;
  const line = (incident: Omit<CheckIncident, "check">) =>
    html`<li>${incidentTimes(incident, report)}: ${lengthOf(incident)}</li>`;
  return html`<ul class="soft">${newest.map(line)}${left > 0 && html`<li>and ${left} earlier</li>`}</ul>`;
}

/** More than a person reads; the other formats have all. */
const MOST_SHOWN = 200;

/** Longest list of the checks that shared an incident. */
const MOST_NAMES = 20;

/** The incidents of all checks, newest first; shared ones are listed once. */
export function incidentRows(report: Report): Markup {
  const { shared } = report;
  if (shared.length === 0) return html`<p class="card empty">None.</p>`;
  const left = shared.length - MOST_SHOWN;
  return html`<ol class="card rows">${shared.slice(0, MOST_SHOWN).map((incident) => incidentRow(incident, report))}</ol>
${left > 0 && html`<p class="soft">And ${count(left, "earlier incident")}; the JSON and CSV forms have them all.</p>`}`;
}

function incidentRow({ checks, ...incident }: SharedIncident<CheckReport>, report: Report): Markup {
  return html`<li class="incident"><span class="what">${whoFell(checks)}</span>
<span class="when">${incidentTimes(incident, report)}</span>
<span class="long">${lengthOfShared(incident)}</span></li>`;
}

function whoFell(checks: readonly CheckReport[]): Markup {
  const [only, ...others] = checks;
  if (only && others.length === 0) return html`<bdi>${only.title}</bdi>`;
  const shown = checks.slice(0, MOST_NAMES);
  const more = checks.length - shown.length;
  return html`${count(checks.length, "check")} together<small>${shown.map(
    ({ title }, index) => html`${index > 0 && ", "}<bdi>${title}</bdi>`,
  )}${more > 0 && ` and ${more} more`}</small>`;
}

function lengthOfShared({ seconds, secondsInWindow }: Incident): Markup {
  return html`${duration(seconds)}${
    secondsInWindow < seconds && html`<small>${duration(secondsInWindow)} in the window</small>`
  }`;
}

export function tagTable(report: Report): Markup {
  return html`<div class="card"><table>
<thead><tr><th scope="col">Tag</th><th scope="col">Checks</th><th scope="col">Uptime</th><th scope="col">Down, summed</th></tr></thead>
<tbody>${report.tags.map((tag) => tagRow(tag, report))}</tbody>
</table></div>`;
}

function tagRow(tag: TagReport, report: Report): Markup {
  const { checkCount, downSeconds } = tag;
  return html`<tr><th scope="row"><bdi>${tag.tag ?? "(no tag)"}</bdi></th><td>${checkCount}</td><td class="${shade(tag, report)}">${percent(
    tag,
  )}</td><td>${timeOf(downSeconds)}</td></tr>
`;
}

/** The colour of an uptime; the legend names the threshold. */
export function shade({ uptime }: Availability, report: Report): "good" | "warn" | "bad" | "unknown" {
  if (uptime === undefined) return "unknown";
  if (uptime === 1) return "good";
  return uptime < threshold(report).ratio ? "bad" : "warn";
}
