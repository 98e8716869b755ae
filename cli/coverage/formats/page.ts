/** The report as an HTML page: the percentage, the gaps, then every job with its status. */
import { html, type Markup, page, withCode } from "../../render/page";
import { brief } from "../../render/visible";
import { moment } from "../../render/words";
import { type CoverageReport, exitCodeOf, GAPS, type Gap, type GapClass, ofClass } from "../report";
import { MEANING } from "../sentences";
import {
  headlineOf,
  ignoredSentence,
  LONGEST_MESSAGE,
  nameOf,
  placeOf,
  sayingOf,
  scopeOf,
  stepsOf,
} from "./words";

export function htmlPage(report: CoverageReport): string {
  const at = moment(Date.parse(report.at) / 1000, "UTC");
  return page({
    title: `Coverage: ${headlineOf(report)}`,
    style: STYLE,
    header: html`<p class="soft">Jobs and their checks</p>
<h1>Coverage</h1>`,
    main: html`${verdict(report)}
${list("Could not be read", report.problems)}
${GAPS.map((gap) => section(report, gap))}
${list("Ignored", report.ignored.map(ignoredSentence))}
${list("Notes", report.notes)}
${next(report)}
${jobs(report)}`,
    footer: html`<p>Compared <time datetime="${report.at}">${at} UTC</time> by pulumi-checks.</p>`,
  });
}

function verdict(report: CoverageReport): Markup {
  const isBad = report.problems.length > 0;
  const mood = isBad ? "bad" : report.gaps.length + exitCodeOf(report) > 0 ? "warn" : "good";
  return html`<section class="card total" aria-label="Result">
<p class="result ${mood}">${headlineOf(report)}${isBad && "; not everything could be read"}</p>
<dl class="figures">${GAPS.map((gap) => {
    const number = ofClass(report, gap).length;
    return html`<div><dt>${gap}</dt><dd class="${number === 0 ? "soft" : "warn"}">${number}</dd></div>`;
  })}</dl>
<p class="soft">${scopeOf(report)}</p>
</section>`;
}

function section(report: CoverageReport, of: GapClass): Markup | undefined {
  const own = ofClass(report, of);
  if (own.length === 0) return undefined;
  return html`<section aria-labelledby="${of}">
<h2 id="${of}">${MEANING[of]} <span class="soft">${own.length}</span></h2>
<ul class="card rows">${own.map((gap) => html`<li class="entry">${row(gap)}</li>`)}</ul>
</section>`;
}

function row(gap: Gap): Markup {
  return html`<h3>${nameOf(gap)}</h3>
<p>${sayingOf(gap)}</p>
<p class="soft">${placeOf(gap)}</p>`;
}

function list(title: string, lines: readonly string[]): Markup | undefined {
  if (lines.length === 0) return undefined;
  return html`<h2>${title} <span class="soft">${lines.length}</span></h2>
<ul class="card rows">${lines.map((line) => html`<li class="entry">${brief(line, LONGEST_MESSAGE)}</li>`)}</ul>`;
}

/** Renders the text between backticks as code. */
function next(report: CoverageReport): Markup | undefined {
  const steps = stepsOf(report);
  if (steps.length === 0) return undefined;
  return html`<h2>Next</h2>
<dl class="card rows">${steps.map(({ of, step }) => html`<div class="entry"><dt class="soft">${of}</dt><dd>${withCode(step)}</dd></div>`)}</dl>`;
}

function jobs({ jobs }: CoverageReport): Markup | undefined {
  if (jobs.length === 0) return undefined;
  return html`<h2>All jobs <span class="soft">${jobs.length}</span></h2>
<ul class="card rows">${jobs.map((job) => {
    const place = job.line === undefined ? job.file : `${job.file}:${job.line}`;
    const mood = job.standing === "gap" && " bad";
    const when = job.timeZone === undefined ? job.schedule : `${job.schedule} (${job.timeZone})`;
    return html`<li class="entry"><h3>${brief(job.name, LONGEST_MESSAGE)} <span class="chip${mood}">${job.standing}</span></h3>
<p class="soft">${brief([when, ...job.checks.map((check) => `check ${check}`), place].join(" · "), LONGEST_MESSAGE)}</p></li>`;
  })}</ul>`;
}

const STYLE = `body { overflow-wrap: anywhere; }
h3 { margin: 0; font-size: 1rem; }
.result { font-size: 1.75rem; font-weight: 600; line-height: 1.2; }
.figures { margin-top: 1rem; }
.entry { padding: .875rem 1.25rem; }
.entry + div.entry { border-top: 1px solid var(--line); }
dl.rows { margin: 0; }
dd { margin: 0; }
code { padding: .125rem .375rem; border-radius: .375rem; background: var(--chip); font-size: .875rem; }
`;
