/** The page's style sheet, in the colours of the reports. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --line: #dfe3e8; --text: #1b2330; --soft: #586374;
  --good: #1a7340; --warn: #8a5300; --bad: #b3261e; --chip: #eef1f5; --live: #fff4e0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10151c; --card: #181f29; --line: #2b3543; --text: #e7ebf1; --soft: #a3afbf;
    --good: #5ed391; --warn: #f0b95b; --bad: #ff8a7f; --chip: #242e3b; --live: #33270f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-text-size-adjust: 100%; overflow-wrap: anywhere;
}
main, header, footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.125rem; }
h2::first-letter { text-transform: uppercase; }
h3 { margin: 0; font-size: 1rem; }
h4 { margin: 0; font-size: .875rem; }
p { margin: 0; }
.soft, footer { color: var(--soft); font-size: .875rem; }
.meaning { margin: -.5rem 0 .75rem; }
.count { color: var(--soft); font-weight: 400; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.verdict { margin-top: 1.25rem; padding: 1.25rem; }
.figure { font-size: 1.75rem; font-weight: 600; line-height: 1.2; letter-spacing: -.01em; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem 2rem; margin: 1rem 0; }
.figures div { display: flex; align-items: baseline; gap: .5rem; }
.figures dt { order: 2; font-size: .875rem; color: var(--soft); }
.figures dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures dd.soft { font-size: 1.25rem; font-weight: 400; }
.rows, .fields { margin: 0; padding: 0; list-style: none; }
.rows > li + li { border-top: 1px solid var(--line); }
.entry { padding: .875rem 1.25rem; }
.entry > * + * { margin-top: .375rem; }
.chip { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--chip); color: var(--soft);
  font-size: .8125rem; font-weight: 400; }
.fields li { padding: .625rem 0; }
.fields li + li { border-top: 1px dashed var(--line); }
.fields dl { margin: .25rem 0 0; }
.fields dl div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .5rem; padding: .125rem .375rem; }
.fields dt { color: var(--soft); font-size: .875rem; }
.fields dd { margin: 0; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem; }
.live { background: var(--live); border-radius: .375rem; }
.live dd { font-weight: 600; }
footer { margin-top: 2.5rem; padding-bottom: 3rem; }
@media (min-width: 48rem) {
  header { padding-top: 3rem; }
  h1 { font-size: 1.75rem; }
  .figures { display: flex; }
  .fields li { display: grid; grid-template-columns: 8rem minmax(0, 1fr); align-items: start; gap: 1rem; }
  .fields h4 { padding-top: .125rem; }
  .fields dl { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; margin: 0; }
  .fields dl div { display: block; }
}
@media print { .rows > li { break-inside: avoid; } body { background: none; } }
`;
