/** The filter of the page's checks. Nothing of it shows where scripts do not run; the page is whole without it. */
import { html, type Markup } from "../../render/page";
import type { Report } from "../report";

/** Fewer checks are seen at a glance. */
const FEWEST = 20;

/** Whether the page has a filter. */
export function hasFilter({ checks }: Report): boolean {
  return checks.length >= FEWEST;
}

export function filter({ checks }: Report): Markup {
  const states = [...new Set(checks.map(({ status }) => status))].sort();
  return html`<form class="filter" id="filter" hidden>
<label>Name or tag <input type="search" id="words" autocomplete="off" spellcheck="false"></label>
<label>State <select id="state"><option value="">any</option>${states.map(
    (state) => html`<option>${state}</option>`,
  )}</select></label>
<output id="found" class="soft"></output>
</form>
`;
}

export const FILTER_STYLE = `.filter { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: .75rem; }
.filter label { display: flex; align-items: center; gap: .5rem; min-width: 0; }
.filter input, .filter select { min-width: 0; padding: .375rem .625rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--soft); border-radius: .5rem; }
[hidden] { display: none !important; }
@media print { .filter > label { display: none; } }
`;

/**
 * Shows the checks whose name or tags contain every word, and unfolds those at 100% while somebody looks for one. A page
 * that was reloaded keeps what was typed.
 */
export const FILTER_SCRIPT = `"use strict";
const [form, words, state, found] = ["filter", "words", "state", "found"].map((id) => document.getElementById(id));
const fold = document.querySelector(".fold");
const checks = [...document.querySelectorAll("li[data-state]")].map((row) => ({
  row,
  text: [...row.querySelectorAll("bdi")].map((name) => name.textContent.toLowerCase()).join("\\n"),
}));
let wasOpen = false, isOn = false;
function filter() {
  const asked = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { row, text } of checks) {
    const fits = (state.value === "" || row.dataset.state === state.value) && asked.every((word) => text.includes(word));
    row.hidden = !fits;
    if (fits) count += 1;
  }
  const wasOn = isOn;
  isOn = asked.length > 0 || state.value !== "";
  if (fold && isOn && !wasOn) wasOpen = fold.open;
  if (fold && isOn !== wasOn) fold.open = isOn || wasOpen;
  for (const list of document.querySelectorAll("ul.rows")) {
    const rows = [...list.querySelectorAll("li[data-state]")];
    if (rows.length > 0) (list.closest(".fold") ?? list).hidden = rows.every((row) => row.hidden);
  }
  found.textContent = isOn ? count + " of " + checks.length + (checks.length === 1 ? " check" : " checks") : "";
}
form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
`;
