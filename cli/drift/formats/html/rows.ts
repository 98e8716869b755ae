import { html, type Markup } from "../../../markup";
import type { DriftReport, Finding, FindingOf } from "../../findings";
import {
  LONGEST_MESSAGE,
  labelOf,
  lifeOf,
  nameBeside,
  placeOf,
  sentenceOf,
  valuesOf,
  visible,
} from "../words";

/** One finding. */
export function findingRow(finding: Finding): Markup {
  return html`<h3>${labelOf(finding.check)}${chips(finding)}</h3>
${finding.class === "changed" && fields(finding)}
${finding.class === "operational" && html`<p>${sentenceOf(finding)}</p>`}
${where(finding)}`;
}

/** A finding that the ignore file takes out. */
export function ignoredRow({ finding, because }: DriftReport["ignored"][number]): Markup {
  const until = because.until === undefined ? "" : `, until ${because.until}`;
  return html`<p class="entry"><strong>${labelOf(finding.check)}</strong> ${sentenceOf(finding)}
<span class="soft">${visible(because.reason, LONGEST_MESSAGE)}${until}</span></p>`;
}

/** What the next `up` will do. */
export function pendingRow({ declaredBy, change }: DriftReport["pending"][number]): Markup {
  return html`<p class="entry"><strong>${visible(declaredBy.resource)}</strong> ${change}
<span class="soft">${placeOf(declaredBy)}</span></p>`;
}

function chips({ check }: Finding): Markup {
  const status = check.status !== undefined && html` <span class="chip">${check.status}</span>`;
  return html`${status}${check.tags.map((tag) => html` <span class="chip tag">${visible(tag)}</span>`)}`;
}

/** Declared, last applied and live beside one another; below one another on a phone. */
function fields({ fields: changed, declaredBy }: FindingOf<"changed">): Markup {
  return html`<ul class="fields">${changed.map((field) => {
    const [declared, applied, live] = valuesOf(declaredBy, field);
    return html`<li><h4>${field.field}</h4><dl>
<div><dt>declared</dt><dd>${declared}</dd></div>
<div><dt>last applied</dt><dd>${applied}</dd></div>
<div class="live"><dt>live</dt><dd>${live}</dd></div>
</dl></li>`;
  })}</ul>`;
}

function where(finding: Finding): Markup {
  const name = nameBeside(finding.check);
  const parts =
    finding.class === "unmanaged"
      ? [name, `project ${visible(finding.check.project)}`, lifeOf(finding.check)]
      : [name, visible(finding.declaredBy.stack), placeOf(finding.declaredBy)];
  return html`<p class="soft">${parts.filter((part) => part !== "").join(" · ")}</p>`;
}
