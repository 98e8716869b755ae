/** HTML pages, put together from pieces of markup; everything else in them is escaped. */
import { createHash } from "node:crypto";

/** A piece of HTML, already escaped. */
class Markup {
  constructor(readonly text: string) {}
}

export type { Markup };

type Part = Markup | string | number | undefined | false | readonly Part[];

/** Builds a piece of a page: html`<p>${text}</p>`. Everything that is not Markup is escaped. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    literals.reduce((text, literal, index) => `${text}${render(parts[index - 1])}${literal}`),
  );
}

/** The contents of a page. */
export interface Page {
  /** Title of the document. */
  title: string;
  /** Styles that only this page needs. */
  style: string;
  header: Markup;
  main: Markup;
  footer: Markup;
  /** The page's only script. The page must be whole where it does not run. */
  script?: string;
}

/** A self-contained page: no script but its own, and nothing loaded from elsewhere. */
export function page({ title, style, header, main, footer, script }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:${script !== undefined && `; script-src ${hashOf(script)}`}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(`\n${SHARED_STYLE}${style}`)}</style>
</head>
<body>
<header>
${header}
</header>
<main>
${main}
</main>
<footer>
${footer}
</footer>
${script !== undefined && html`<script>${new Markup(script)}</script>\n`}</body>
</html>
`.text;
}

/** How a policy names the only script that may run: nothing of a check's name can become one. */
function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** A sentence in which commands stand in backticks. */
export function withCode(sentence: string): Markup[] {
  return sentence
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The styles of all pages: the reader's own fonts, light or dark by preference, one column on a phone. */
const SHARED_STYLE = `:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --line: #dfe3e8; --text: #1b2330; --soft: #586374;
  --good: #1a7340; --warn: #8a5300; --bad: #b3261e; --chip: #eef1f5; --badchip: #fbe9e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10151c; --card: #181f29; --line: #2b3543; --text: #e7ebf1; --soft: #a3afbf;
    --good: #5ed391; --warn: #f0b95b; --bad: #ff8a7f; --chip: #242e3b; --badchip: #44211f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-text-size-adjust: 100%;
}
main, header, footer { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.125rem; }
p { margin: 0; }
.soft, footer { color: var(--soft); }
.soft, footer, small, .chip { font-size: .875rem; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.total { margin-top: 1.25rem; padding: 1.25rem; }
.figures { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; margin: 0 0 1rem; }
.figures div { display: flex; align-items: baseline; gap: .4rem; }
.figures dt { order: 2; color: var(--soft); font-size: .875rem; }
.figures dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.chip { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--chip); color: var(--soft);
  font-weight: 400; overflow-wrap: anywhere; }
.chip.bad { background: var(--badchip); color: var(--bad); font-weight: 600; }
.rows { margin: 0; padding: 0; list-style: none; overflow: hidden; }
.rows > li + li { border-top: 1px solid var(--line); }
footer { margin-top: 2.5rem; padding-bottom: 3rem; }
@media (min-width: 48rem) {
  header { padding-top: 3rem; }
  h1 { font-size: 1.75rem; }
}
@media print { .card, .rows > li { break-inside: avoid; } body { background: none; } }
`;
