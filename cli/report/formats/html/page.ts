import { html, type Markup, trusted } from "../../../markup";
import { readingNotes } from "../../notes";
import { hasTags, type Report } from "../../report";
import { checkRows } from "./checks";
import { incidentRows } from "./incidents";
import { STYLE } from "./style";
import { tagTable } from "./tags";
import { momentName, windowName } from "./times";
import { total } from "./total";

/** One self-contained page: no script, nothing loaded from anywhere. */
export function htmlReport(report: Report): string {
  const { title, madeAt, zone } = report;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${windowName(report)}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="soft">${windowName(report)}${scope(report)}</p>
</header>
<main>
${total(report)}
<h2>Checks</h2>
${checkRows(report)}
<h2>Incidents</h2>
${incidentRows(report)}
${hasTags(report) && html`<h2>Tags</h2>${tagTable(report)}`}
${unread(report)}
</main>
<footer>
<h2>How to read this</h2>
<ul>${readingNotes(report).map((note) => html`<li>${note}</li>`)}</ul>
<p>Made ${momentName(madeAt, zone)} ${zone} by pulumi-checks.</p>
</footer>
</body>
</html>
`.text;
}

/** What the report is limited to. */
function scope({ project, selectedTags }: Report): string {
  const limits = [
    ...(project === undefined ? [] : [`project ${project}`]),
    ...selectedTags.map((tag) => `tag ${tag}`),
  ];
  return limits.map((limit) => ` · ${limit}`).join("");
}

function unread({ unread: all }: Report): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<h2>Not read</h2>
<ul class="card rows">${all.map(({ title, reason }) => html`<li class="empty">${title}: ${reason}</li>`)}</ul>`;
}
