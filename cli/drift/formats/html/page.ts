/** One page: nothing loaded from anywhere, no script; light or dark as the reader has it, one column on a phone. */
import { html, type Markup, trusted } from "../../../markup";
import { type DriftReport, FINDING_CLASSES, type FindingClass } from "../../findings";
import { CLASS_MEANING, countsOf, LONGEST_MESSAGE, momentOf, plural, scopeOf, visible } from "../words";
import { findingRow, ignoredRow, pendingRow } from "./rows";
import { STYLE } from "./style";

/** The report as a page. */
export function htmlPage(report: DriftReport): string {
  const title = report.stacks.map(({ name }) => visible(name)).join(", ");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Monitoring drift: ${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<p class="soft">Monitoring drift</p>
<h1>${title}</h1>
</header>
<main>
${verdict(report)}
${list("Could not be read", report.problems, (problem) => html`<p class="entry">${visible(problem, LONGEST_MESSAGE)}</p>`)}
${FINDING_CLASSES.map((of) => section(report, of))}
${list("Ignored", report.ignored, ignoredRow)}
${list("Pending: pulumi up will do it", report.pending, pendingRow)}
${list("Notes", report.notes, (note) => html`<p class="entry">${visible(note, LONGEST_MESSAGE)}</p>`)}
</main>
<footer>
<p>Compared <time datetime="${report.at}">${momentOf(report.at)}</time> by pulumi-checks.</p>
</footer>
</body>
</html>
`.text;
}

/** What one looks for first. */
function verdict(report: DriftReport): Markup {
  const { findings, problems, counts } = report;
  const mood = problems.length > 0 ? "bad" : findings.length > 0 ? "warn" : "good";
  const words = findings.length > 0 ? plural(findings.length, "finding") : countsOf(report);
  return html`<section class="card verdict" aria-label="Result">
<p class="figure ${mood}">${words}${problems.length > 0 && ", but not everything could be read"}</p>
<dl class="figures">${FINDING_CLASSES.map(
    (of) => html`<div><dt>${of}</dt><dd class="${counts[of] > 0 ? "warn" : "soft"}">${counts[of]}</dd></div>`,
  )}</dl>
<p class="soft">${scopeOf(report)}</p>
</section>`;
}

function section({ findings }: DriftReport, of: FindingClass): Markup | undefined {
  const own = findings.filter((finding) => finding.class === of);
  if (own.length === 0) return undefined;
  return html`<section aria-labelledby="${of}">
<h2 id="${of}">${of} <span class="count">${own.length}</span></h2>
<p class="soft meaning">${CLASS_MEANING[of]}.</p>
<ul class="card rows">${own.map((finding) => html`<li class="entry">${findingRow(finding)}</li>`)}</ul>
</section>`;
}

function list<T>(title: string, items: readonly T[], row: (item: T) => Markup): Markup | undefined {
  if (items.length === 0) return undefined;
  return html`<h2>${title} <span class="count">${items.length}</span></h2>
<ul class="card rows">${items.map((item) => html`<li>${row(item)}</li>`)}</ul>`;
}
