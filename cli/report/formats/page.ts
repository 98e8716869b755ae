/** The HTML page of a report: the main result, then the details. */
import { html, type Markup, page } from "../../render/page";
import { count, duration } from "../../render/words";
import { type CheckReport, hasTags, type Report } from "../report";
import {
  downNow,
  downSince,
  downWords,
  gateWords,
  knownShare,
  percent,
  readingNotes,
  threshold,
} from "../words";
import { FILTER_SCRIPT, FILTER_STYLE, filter, hasFilter } from "./filter";
import { checkRows, incidentRows, shade, tagTable } from "./rows";
import { axis, legend, momentName, timeline, windowName } from "./timeline";

export function htmlReport(report: Report): string {
  const { title, madeAt, zone } = report;
  return page({
    title: `${title} · ${windowName(report)}`,
    style: hasFilter(report) ? `${REPORT_STYLE}${FILTER_STYLE}` : REPORT_STYLE,
    header: html`<h1>${title}</h1>
<p class="soft">${windowName(report)}${scope(report)}</p>`,
    main: html`${downNowCard(report)}
${total(report)}
<h2>Checks</h2>
${hasFilter(report) && filter(report)}${checkRows(report)}
<h2>Incidents</h2>
${incidentRows(report)}
${hasTags(report) && html`<h2>Tags</h2>${tagTable(report)}`}
${unreadSection(report)}`,
    footer: html`<h2>How to read this</h2>
<ul>${readingNotes(report).map((note) => html`<li>${note}</li>`)}</ul>
<p>Made ${momentName(madeAt, report)} ${zone} by pulumi-checks.</p>`,
    ...(hasFilter(report) && { script: FILTER_SCRIPT }),
  });
}

/** The project and the tags to which the report is limited. */
function scope({ project, selectedTags }: Report): string {
  const limits = [
    ...(project === undefined ? [] : [`project ${project}`]),
    ...selectedTags.map((tag) => `tag ${tag}`),
  ];
  return limits.map((limit) => ` · ${limit}`).join("");
}

function unreadSection({ unread: all }: Report): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<h2>Not read</h2>
<ul class="card rows">${all.map(({ title, reason }) => html`<li class="empty"><bdi>${title}</bdi>: ${reason}</li>`)}</ul>`;
}

/** The checks that are down now, on top because they are the most urgent; undefined if there are none. */
function downNowCard(report: Report): Markup | undefined {
  const down = downNow(report);
  if (down.length === 0) return undefined;
  return html`<section class="card alarm" aria-labelledby="down-now">
<h2 id="down-now">${count(down.length, "check")} down now</h2>
<ul>${down.map((check) => html`<li><strong><bdi>${check.title}</bdi></strong>${since(check, report)}</li>`)}</ul>
</section>`;
}

function since(check: CheckReport, report: Report): string {
  const start = downSince(check);
  return start === undefined
    ? ""
    : ` since ${momentName(start, report)}, for ${duration(report.madeAt - start)}`;
}

/** All checks together: the main figures, and the timeline with its legend. */
function total(report: Report): Markup {
  const { overall, grid, zone, checks, unread, shared } = report;
  const known = knownShare(overall);
  const label = `All checks by ${grid.unit}, uptime: ${percent(overall)}, ${count(shared.length, "incident")}`;
  return html`<section class="card total" aria-label="All checks together">
<dl class="figures">
<div class="large"><dt>uptime</dt><dd class="${shade(overall, report)}">${percent(overall)}</dd></div>
${known !== undefined && html`<div><dt>of the time counted</dt><dd>${known}</dd></div>`}
${figure(checks.length + unread.length, "check")}
${figure(shared.length, "incident")}
${overall.downSeconds > 0 && html`<div><dt>${downWords(checks)}</dt><dd>${duration(overall.downSeconds)}</dd></div>`}
</dl>
${timeline(overall.cells, grid.unit, zone, label)}
${axis(report)}
${legend(grid.unit)}
<p class="soft">Uptime is red below ${threshold(report).words}.</p>
</section>
${gate(report)}`;
}

function figure(number: number, noun: string): Markup {
  return html`<div><dt>${noun}${number !== 1 && "s"}</dt><dd>${number}</dd></div>`;
}

function gate(report: Report): Markup | undefined {
  const words = gateWords(report);
  if (words === undefined) return undefined;
  return html`<p class="card gate ${report.gate?.missed.length ? "bad" : "plain"}">${words}</p>`;
}

/** Styles that only this page has: timelines, expandable rows, incidents and tags. */
const REPORT_STYLE = `:root { --up: #45b26b; --part: #9bd3ae; --down: #b3261e; --paused: #9aa5b4; --none: #c3cad3; }
@media (prefers-color-scheme: dark) {
  :root { --up: #36a064; --part: #24603f; --down: #ff6b5e; --paused: #6d7a8c; --none: #434f5f; }
}
.axis { color: var(--soft); font-size: .875rem; }
.figures .large dd { font-size: 2.75rem; line-height: 1.1; letter-spacing: -.02em; }
.unknown { color: var(--soft); }
.bars { display: block; width: 100%; height: 2rem; }
.total .bars { height: 3rem; }
.up { fill: var(--up); } .part { fill: var(--part); } .down { fill: var(--down); }
.paused { fill: var(--paused); } .none { fill: var(--none); }
.axis { display: flex; justify-content: space-between; margin-top: .375rem; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.legend li { display: flex; align-items: center; gap: .4rem; font-size: .875rem; color: var(--soft); }
.legend svg { width: .5rem; height: 1.25rem; }
.total > .soft { margin-top: .75rem; }
.alarm { margin-top: 1.25rem; padding: 1rem 1.25rem; border-color: var(--bad); border-inline-start-width: .375rem; }
.alarm h2 { margin: 0; color: var(--bad); }
.alarm ul { margin: .375rem 0 0; padding-inline-start: 1.25rem; overflow-wrap: anywhere; }
.fold { margin-top: .75rem; }
.fold > summary { padding: .625rem 1.25rem; border-radius: .75rem; cursor: pointer; font-weight: 600; color: var(--good); }
.fold[open] > summary { margin-bottom: .375rem; }
.gate { margin-top: 1rem; padding: .75rem 1.25rem; font-weight: 600; }
.check > summary { display: grid; gap: .375rem 1rem; padding: .875rem 1.25rem; cursor: pointer; align-items: center;
  grid-template: "name figure" auto "bars bars" auto / 1fr auto; list-style: none; }
.check > summary::-webkit-details-marker { display: none; }
summary:hover, summary:focus-visible { background: var(--chip); }
summary:focus-visible { outline: 2px solid var(--text); outline-offset: -2px; }
.name { grid-area: name; min-width: 0; overflow-wrap: anywhere; font-weight: 600; }
.name::before { content: "\\25B8"; display: inline-block; width: 1.1em; color: var(--soft); }
.check[open] .name::before { content: "\\25BE"; }
.figure { grid-area: figure; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.figure small { display: block; font-weight: 400; color: var(--soft); }
summary .bars { grid-area: bars; }
.inside { padding: 0 1.25rem 1rem; }
.inside > * + * { margin-top: .5rem; }
.inside ul { padding-left: 1.25rem; margin-bottom: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; font-size: .875rem; }
.facts div { display: flex; gap: .35rem; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; white-space: normal; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .625rem .5rem; text-align: right; border-top: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 1.25rem; text-align: left; overflow-wrap: anywhere; }
td { white-space: nowrap; }
th:last-child, td:last-child { padding-right: 1.25rem; }
thead th { border-top: 0; color: var(--soft); font-size: .875rem; font-weight: 400; }
tbody th { font-weight: 600; }
.incident { display: grid; gap: 0 1rem; padding: .75rem 1.25rem; grid-template: "what long" auto "when when" auto / 1fr auto; }
.incident .what { grid-area: what; font-weight: 600; overflow-wrap: anywhere; }
.incident .what small { display: block; font-weight: 400; color: var(--soft); }
.incident .when { grid-area: when; color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; }
.incident .long { grid-area: long; text-align: right; font-variant-numeric: tabular-nums; }
.long, .figure { white-space: nowrap; }
.long small { display: block; color: var(--soft); }
.empty { padding: 1rem 1.25rem; }
footer ul { padding-left: 1.25rem; margin: 0 0 1rem; }
@media (max-width: 26rem) {
  th, td { padding-inline: .3rem; white-space: normal; }
  th:first-child, td:first-child, .empty, .incident, .inside, .check > summary { padding-left: .875rem; }
  th:last-child, td:last-child, .empty, .incident, .inside, .check > summary { padding-right: .875rem; }
}
@media (min-width: 48rem) {
  .check > summary { grid-template: "name bars figure" auto / minmax(0, 17rem) 1fr 9rem; }
  .incident { grid-template: "what when long" auto / minmax(0, 1fr) 15rem 9rem; align-items: baseline; }
}
`;
