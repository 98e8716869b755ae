import { html, type Markup } from "../../../markup";
import type { CheckIncident, Report } from "../../report";
import { count, duration } from "../../words";
import { incidentTimes } from "./times";

/** More than a person reads; the other formats have them all. */
const MOST_INCIDENTS = 200;

/** The incidents of all checks, newest first. */
export function incidentRows({ incidents, zone }: Report): Markup {
  if (incidents.length === 0) return html`<p class="card empty">None.</p>`;
  const left = incidents.length - MOST_INCIDENTS;
  return html`<ol class="card rows">${incidents.slice(0, MOST_INCIDENTS).map((incident) => row(incident, zone))}</ol>
${left > 0 && html`<p class="soft">And ${count(left, "earlier incident")}; the JSON and CSV forms have them all.</p>`}`;
}

function row({ check, ...incident }: CheckIncident, zone: string): Markup {
  return html`<li class="incident"><span class="what">${check.title}</span>
<span class="when">${incidentTimes(incident, zone)}</span>
<span class="long">${length(incident)}</span></li>`;
}

function length({ seconds, secondsInWindow }: Omit<CheckIncident, "check">): Markup {
  return html`${duration(seconds)}${
    secondsInWindow < seconds && html`<small>${duration(secondsInWindow)} in the window</small>`
  }`;
}
