/** The HTML page of a drift run: the result, each class of findings, and the next steps. */
import { html, type Markup, page, withCode } from "../../render/page";
import { brief } from "../../render/visible";
import { count } from "../../render/words";
import {
  type DriftReport,
  driftIn,
  type Finding,
  type FindingClass,
  type FindingOf,
  ofClass,
} from "../findings";
import {
  CLASS_MEANING,
  countOf,
  countsOf,
  inLine,
  LONGEST_MESSAGE,
  labelsOf,
  lifeOf,
  momentOf,
  nameBeside,
  placeOf,
  scopeOf,
  sentenceOf,
  stepsOf,
  unseenOf,
  valuesOf,
} from "./words";

/** The most urgent classes first. */
const BY_WEIGHT: readonly FindingClass[] = [
  "operational",
  "missing",
  "changed",
  "duplicate",
  "unmanaged",
  "advice",
];

export function htmlPage(report: DriftReport): string {
  const label = labelsOf(report);
  const title = report.stacks.map(({ name }) => inLine(name)).join(", ");
  return page({
    title: `Monitoring drift: ${title}`,
    style: DRIFT_STYLE,
    header: html`<p class="soft">Monitoring drift</p>
<h1>${title}</h1>`,
    main: html`${verdict(report)}
${list("Could not be read", report.problems, (problem) => html`<p class="entry">${brief(problem, LONGEST_MESSAGE)}</p>`)}
${list("Not seen by this key", unseenOf(report), (sentence) => html`<p class="entry">${brief(sentence, LONGEST_MESSAGE)}</p>`)}
${BY_WEIGHT.map((of) => section(report, of, label))}
${list("Ignored", report.ignored, (one) => ignoredRow(one, label))}
${list("Pending: pulumi up will do it", report.pending, pendingRow)}
${list("Notes", report.notes, (note) => html`<p class="entry">${brief(note, LONGEST_MESSAGE)}</p>`)}
${next(report)}`,
    footer: html`<p>Compared <time datetime="${report.at}">${momentOf(report.at)}</time> by pulumi-checks.</p>`,
  });
}

/** The result, on top, because readers look for it first. */
function verdict(report: DriftReport): Markup {
  const { problems } = report;
  const drift = driftIn(report);
  const mood = problems.length > 0 || drift.some(isGrave) ? "bad" : drift.length > 0 ? "warn" : "good";
  const words = [
    drift.length > 0 ? count(drift.length, "finding") : countsOf(report),
    ...(problems.length > 0 ? ["not everything could be read"] : []),
    ...(unseenOf(report).length > 0 ? ["not everything could be seen with this key"] : []),
  ];
  return html`<section class="card total" aria-label="Result">
<p class="result ${mood}">${words.join("; ")}</p>
<dl class="figures">${BY_WEIGHT.map((of) => {
    const number = countOf(report, of);
    const quiet = number === 0 || of === "advice";
    const grave = ofClass(report.findings, of).some(isGrave);
    return html`<div><dt>${of}</dt><dd class="${quiet ? "soft" : grave ? "bad" : "warn"}">${number}</dd></div>`;
  })}</dl>
<p class="soft">${scopeOf(report)}</p>
</section>`;
}

/** Whether nobody is watching the job, or it is failing now. */
function isGrave(finding: Finding): boolean {
  return finding.class === "missing" || isDown(finding);
}

function section({ findings }: DriftReport, of: FindingClass, label: Label): Markup | undefined {
  const own = findings.filter((finding) => finding.class === of);
  if (own.length === 0) return undefined;
  const [down, others] = [own.filter(isDown), own.filter((finding) => !isDown(finding))];
  return html`<section aria-labelledby="${of}">
<h2 id="${of}">${of} <span class="count">${own.length}</span></h2>
<p class="soft meaning">${CLASS_MEANING[of]}.</p>
<ul class="card rows">${[...down, ...others].map((finding) => html`<li class="entry">${findingRow(finding, label)}</li>`)}</ul>
</section>`;
}

/** Renders the text between backticks as code. */
function next(report: DriftReport): Markup | undefined {
  const steps = stepsOf(report);
  if (steps.length === 0) return undefined;
  return html`<section aria-labelledby="next">
<h2 id="next">Next</h2>
<dl class="card steps">${steps.map(({ of, step }) => html`<div class="entry"><dt>${of}</dt><dd>${withCode(step)}</dd></div>`)}</dl>
</section>`;
}

function list<T>(title: string, items: readonly T[], row: (item: T) => Markup): Markup | undefined {
  if (items.length === 0) return undefined;
  return html`<h2>${title} <span class="count">${items.length}</span></h2>
<ul class="card rows">${items.map((item) => html`<li>${row(item)}</li>`)}</ul>`;
}

type Label = ReturnType<typeof labelsOf>;

/** Classes whose heading does not explain a finding, so that each finding needs a sentence. */
const NEEDS_SENTENCE: readonly FindingClass[] = ["duplicate", "operational", "advice"];

function findingRow(finding: Finding, label: Label): Markup {
  const bad = isDown(finding) && " bad";
  return html`<h3>${label(finding)}${chips(finding)}</h3>
${finding.class === "changed" && fields(finding)}
${NEEDS_SENTENCE.includes(finding.class) && html`<p class="said${bad}">${sentenceOf(finding)}</p>`}
${where(finding)}`;
}

/** Whether the check is alerting now, whatever the finding is about. */
function isDown(finding: Finding): boolean {
  return finding.check.status === "down" || ("condition" in finding && finding.condition === "down");
}

function ignoredRow({ finding, because }: DriftReport["ignored"][number], label: Label): Markup {
  const until = because.until === undefined ? "" : `, until ${inLine(because.until)}`;
  return html`<p class="entry"><strong>${label(finding)}</strong> ${sentenceOf(finding)}
<span class="soft">${brief(because.reason, LONGEST_MESSAGE)}${until}</span></p>`;
}

function pendingRow({ declaredBy, change }: DriftReport["pending"][number]): Markup {
  return html`<p class="entry"><strong>${inLine(declaredBy.resource)}</strong> ${change}${change === "forget" && " (it stays on the service)"}
<span class="soft">${placeOf(declaredBy)}</span></p>`;
}

function chips({ check }: Finding): Markup {
  const status =
    check.status !== undefined &&
    html` <span class="chip${check.status === "down" && " bad"}">${inLine(check.status)}</span>`;
  return html`${status}${check.tags.map((tag) => html` <span class="chip tag">${inLine(tag)}</span>`)}`;
}

/** Declared and live values side by side (stacked on a phone), with the last applied value if it differs. */
function fields({ fields: changed, declaredBy }: FindingOf<"changed">): Markup {
  return html`<ul class="fields">${changed.map((field) => {
    const { declared, applied, live } = valuesOf(declaredBy, field);
    return html`<li><h4>${field.field}</h4><dl>
<div><dt>declared</dt><dd>${declared}</dd></div>
${applied !== undefined && html`<div><dt>last applied</dt><dd>${applied}</dd></div>`}
<div class="live"><dt>live</dt><dd>${live}</dd></div>
</dl></li>`;
  })}</ul>`;
}

function where(finding: Finding): Markup {
  const name = nameBeside(finding);
  const parts =
    finding.class === "unmanaged"
      ? [name, `project ${inLine(finding.check.project)}`, lifeOf(finding.check)]
      : [name, inLine(finding.declaredBy.stack), placeOf(finding.declaredBy)];
  return html`<p class="soft">${parts.filter((part) => part !== "").join(" · ")}</p>`;
}

/** Styles that only this page has: findings, and their fields side by side. */
const DRIFT_STYLE = `:root { --live: #fff4e0; }
@media (prefers-color-scheme: dark) { :root { --live: #33270f; } }
body { overflow-wrap: anywhere; }
h2::first-letter { text-transform: uppercase; }
h3 { margin: 0; font-size: 1rem; }
h4 { margin: 0; font-size: .875rem; }
.meaning { margin: -.5rem 0 .75rem; }
.count { color: var(--soft); font-weight: 400; }
.result { font-size: 1.75rem; font-weight: 600; line-height: 1.2; letter-spacing: -.01em; }
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem 2rem; margin: 1rem 0; }
.figures dd.soft { font-size: 1.25rem; font-weight: 400; }
.entry { padding: .875rem 1.25rem; }
.entry > * + * { margin-top: .375rem; }
.steps { margin: 0; }
.steps .entry + .entry { border-top: 1px solid var(--line); margin: 0; }
.steps dt { color: var(--soft); font-size: .875rem; }
.steps dd { margin: .25rem 0 0; }
.steps code { padding: .125rem .375rem; border-radius: .375rem; background: var(--chip); font-size: .875rem; }
.fields { margin: 0; padding: 0; list-style: none; }
.fields li { padding: .625rem 0; }
.fields li + li { border-top: 1px dashed var(--line); }
.fields dl { margin: .25rem 0 0; }
.fields dl div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .5rem; padding: .125rem .375rem; }
.fields dt { color: var(--soft); font-size: .875rem; }
.fields dd { margin: 0; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem; }
.live { background: var(--live); border-radius: .375rem; }
.live dd { font-weight: 600; }
@media (min-width: 48rem) {
  .figures { display: flex; }
  .fields li { display: grid; grid-template-columns: 8rem minmax(0, 1fr); align-items: start; gap: 1rem; }
  .fields h4 { padding-top: .125rem; }
  .fields dl { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; margin: 0; }
  .fields dl div { display: block; }
  .fields dl .live { grid-column: 3; }
}
`;
