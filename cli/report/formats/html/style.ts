/** The page's style sheet: the reader's own fonts, light or dark as they have it, one column on a phone. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --line: #dfe3e8; --text: #1b2330; --soft: #586374;
  --up: #45b26b; --part: #9bd3ae; --down: #b3261e; --paused: #9aa5b4; --none: #c3cad3;
  --good: #1a7340; --warn: #8a5300; --bad: #b3261e; --chip: #eef1f5; --badchip: #fbe9e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10151c; --card: #181f29; --line: #2b3543; --text: #e7ebf1; --soft: #a3afbf;
    --up: #36a064; --part: #24603f; --down: #ff6b5e; --paused: #6d7a8c; --none: #434f5f;
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
.soft, .axis, footer { color: var(--soft); }
.soft, .axis, .chip, footer, small { font-size: .875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.total { margin-top: 1.25rem; padding: 1.25rem; }
.figures { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; margin: 0 0 1rem; }
.figures div { display: flex; align-items: baseline; gap: .4rem; }
.figures dt { order: 2; color: var(--soft); font-size: .875rem; }
.figures dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures .large dd { font-size: 2.75rem; line-height: 1.1; letter-spacing: -.02em; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.unknown { color: var(--soft); }
.bars { display: block; width: 100%; height: 2rem; }
.total .bars { height: 3rem; }
.up { fill: var(--up); } .part { fill: var(--part); } .down { fill: var(--down); }
.paused { fill: var(--paused); } .none { fill: var(--none); }
.axis { display: flex; justify-content: space-between; margin-top: .375rem; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0 0; padding: 0; list-style: none; }
.legend li { display: flex; align-items: center; gap: .4rem; font-size: .875rem; color: var(--soft); }
.legend svg { width: .5rem; height: 1.25rem; }
.gate { margin-top: 1rem; padding: .75rem 1.25rem; font-weight: 600; }
.rows { margin: 0; padding: 0; list-style: none; overflow: hidden; }
.rows > li + li { border-top: 1px solid var(--line); }
summary { display: grid; gap: .375rem 1rem; padding: .875rem 1.25rem; cursor: pointer; align-items: center;
  grid-template: "name figure" auto "bars bars" auto / 1fr auto; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover, summary:focus-visible { background: var(--chip); }
summary:focus-visible { outline: 2px solid var(--text); outline-offset: -2px; }
.name { grid-area: name; min-width: 0; overflow-wrap: anywhere; font-weight: 600; }
.name::before { content: "\\25B8"; display: inline-block; width: 1.1em; color: var(--soft); }
details[open] .name::before { content: "\\25BE"; }
.figure { grid-area: figure; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.figure small { display: block; font-weight: 400; color: var(--soft); }
summary .bars { grid-area: bars; }
.chip { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--chip); color: var(--soft);
  font-weight: 400; overflow-wrap: anywhere; }
.chip.bad { background: var(--badchip); color: var(--bad); font-weight: 600; }
.inside { padding: 0 1.25rem 1rem; }
.inside > * + * { margin-top: .5rem; }
.inside ul { padding-left: 1.25rem; margin-bottom: 0; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; font-size: .875rem; }
.facts div { display: flex; gap: .35rem; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .625rem .5rem; text-align: right; border-top: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 1.25rem; text-align: left; overflow-wrap: anywhere; }
td { white-space: nowrap; }
th:last-child, td:last-child { padding-right: 1.25rem; }
thead th { border-top: 0; color: var(--soft); font-size: .875rem; font-weight: 400; }
tbody th { font-weight: 600; }
.incident { display: grid; gap: 0 1rem; padding: .75rem 1.25rem; grid-template: "what long" auto "when when" auto / 1fr auto; }
.incident .what { grid-area: what; font-weight: 600; overflow-wrap: anywhere; }
.incident .when { grid-area: when; color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; }
.incident .long { grid-area: long; text-align: right; font-variant-numeric: tabular-nums; }
dd, .long, .figure { white-space: nowrap; }
.long small { display: block; color: var(--soft); }
.empty { padding: 1rem 1.25rem; }
footer { margin-top: 2.5rem; padding-bottom: 3rem; }
footer ul { padding-left: 1.25rem; margin: 0 0 1rem; }
@media (max-width: 26rem) {
  th, td { padding-inline: .3rem; white-space: normal; }
  th:first-child, td:first-child, .empty, .incident, .inside, summary { padding-left: .875rem; }
  th:last-child, td:last-child, .empty, .incident, .inside, summary { padding-right: .875rem; }
}
@media (min-width: 48rem) {
  header { padding-top: 3rem; }
  h1 { font-size: 1.75rem; }
  summary { grid-template: "name bars figure" auto / minmax(0, 17rem) 1fr 9rem; }
  .incident { grid-template: "what when long" auto / minmax(0, 1fr) 15rem 9rem; align-items: baseline; }
}
@media print { .card, .rows > li { break-inside: avoid; } body { background: none; } }
`;
