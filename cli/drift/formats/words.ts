/** The wording of findings, the same in every format. Nothing here can leave its line or move a cursor. */

import { metaOf } from "../../../provider/core/fields";
import { brief, escapeHidden, withoutGroups } from "../../render/visible";
import { count, exactDuration, moment } from "../../render/words";
import { definitionOf } from "../../stacks/row";
import {
  type ChangedField,
  type CheckName,
  type Declaration,
  type DriftReport,
  FINDING_CLASSES,
  type Finding,
  type FindingClass,
  type FindingOf,
  ofClass,
  SECRET,
} from "../findings";
import { ACCEPT, nextSteps, unseenSentence } from "../report";

/** What each class means, in a few words. */
export const CLASS_MEANING: Record<FindingClass, string> = {
  changed: "Not as declared, and not as the last up left it",
  missing: "Declared, but gone from the service",
  duplicate: "Declared, but another check has the same slug",
  unmanaged: "On the service, but declared by no stack",
  operational: "As declared, but not watching as it should",
  advice: "No drift, but worth a look",
};

/** Code points of a name that are shown. */
const LONGEST_NAME = 100;
/** A name on one line, without anything invisible, and without a command to the runner of a workflow. */
export function inLine(text: unknown): string {
  return brief(text, LONGEST_NAME);
}

/** Code points of a reason or an error that are shown. */
export const LONGEST_MESSAGE = 500;

/** The parts from which a check gets its name in reports: itself, and the resource that declares it. */
interface Called {
  check: CheckName;
  declaredBy?: Declaration;
}

/**
 * What people call a check: its slug, else its name, else the key that a read-only list shows. One whose slug is a
 * secret is called by its resource.
 */
export function labelOf({ check: { slug, name, uniqueKey }, declaredBy }: Called): string {
  const open =
    slug === SECRET ? declaredBy?.resource : [slug, name].find((one) => one !== "" && one !== SECRET);
  return inLine(open ?? declaredBy?.resource ?? `check ${uniqueKey.slice(0, 8)}`);
}

/** Names of checks within one report: where two have the same, each with what tells them apart. */
export function labelsOf({ findings, ignored, stacks }: DriftReport): (called: Called) => string {
  const places = new Map<string, Set<string>>();
  const add = (label: string, place: string) =>
    places.set(label, (places.get(label) ?? new Set()).add(place));
  for (const { name, checks } of stacks) {
    for (const { slug, project } of checks)
      if (slug !== "") add(inLine(slug), `${project ?? "default"} ${name}`);
  }
  const called = [...findings, ...ignored.map(({ finding }) => finding)];
  const keys = new Map<string, Set<string>>();
  for (const one of called) {
    const label = labelOf(one);
    keys.set(label, (keys.get(label) ?? new Set()).add(one.check.uniqueKey));
  }
  return (one) => {
    const label = labelOf(one);
    const isShared = (keys.get(label)?.size ?? 0) > 1 || (places.get(label)?.size ?? 0) > 1;
    if (!isShared) return label;
    const { project } = one.check;
    const stack = "declaredBy" in one ? one.declaredBy?.stack : undefined;
    const inStack = stack !== undefined && !project.endsWith(stack) ? `, ${inLine(stack)}` : "";
    return `${label} (project ${inLine(project)}${inStack})`;
  };
}

/** Its name where that says more than the slug. */
export function nameBeside(called: Called): string {
  const name = inLine(called.check.name);
  return name === labelOf(called) ? "" : name;
}

/** `index.ts:12`, else the resource's name. */
export function placeOf({ file, line, resource }: Declaration): string {
  return file === undefined ? inLine(resource) : inLine(line === undefined ? file : `${file}:${line}`);
}

/** What is the matter, without the check's name; `quote` marks names in it that are not ours. */
export function sentenceOf(finding: Finding, quote = (name: string) => name): string {
  switch (finding.class) {
    case "changed":
      return `was changed: ${finding.fields.map(({ field }) => field).join(", ")}`;
    case "missing":
      return "is declared, but gone from the service";
    case "unmanaged":
      return `is on the service, but no stack declares it (${lifeOf(finding.check)})`;
    case "duplicate":
      return `shares its slug with ${finding.others.map((other) => otherOf(other, quote)).join(" and ")}; a ping by the slug is refused`;
    case "operational":
    case "advice":
      return conditionOf(finding, quote);
  }
}

function otherOf(
  { check, declaredBy }: FindingOf<"duplicate">["others"][number],
  quote: (name: string) => string,
): string {
  return declaredBy === undefined
    ? `a check that no stack declares (${quote(`${inLine(check.uniqueKey.slice(0, 8))}, ${lifeOf(check)}`)})`
    : `${quote(inLine(declaredBy.resource))} of ${quote(inLine(declaredBy.stack))}`;
}

function conditionOf(
  { condition, since, owner, maintenance }: FindingOf<"operational" | "advice">,
  quote: (name: string) => string,
): string {
  const moment = since === undefined ? "an unknown time" : momentOf(since);
  switch (condition) {
    case "paused":
      return "is paused, and the program does not say so";
    case "neverPinged":
      return `was never pinged; its first ping was due ${moment}`;
    case "down":
      return `has been down since ${moment} or earlier`;
    case "alertsNobody":
      return "alerts nobody: no channel is attached";
    case "handedOver":
      return `belongs to the stack ${quote(inLine(owner))} by its stamp, but is still declared here`;
    case "inMaintenance":
      return `has been in maintenance since ${moment}, until ${maintenanceOf(maintenance, quote)}: its channels are off`;
    case "maintenanceLeftOver":
      return `was left in maintenance, and has alerted nobody since ${moment}; it was meant to end ${maintenanceOf(maintenance, quote)}`;
  }
}

/** `2026-05-04 00:00 UTC (3f2a9c1e, new disk)`. */
function maintenanceOf(
  maintenance: FindingOf<"operational">["maintenance"],
  quote: (name: string) => string,
): string {
  if (maintenance === undefined) return "an unknown time";
  const { id, until, reason } = maintenance;
  return `${momentOf(until)} (${quote(inLine(id))}${reason === "" ? "" : `, ${quote(inLine(reason))}`})`;
}

/** `up, last pinged 2026-05-03 10:42 UTC`: whether anybody uses the check. */
export function lifeOf({ status = "unknown", lastPing }: CheckName): string {
  if (lastPing === undefined) return inLine(status);
  return `${inLine(status)}, ${lastPing === null ? "never pinged" : `last pinged ${momentOf(lastPing)}`}`;
}

/** `2026-05-03 10:42 UTC`. */
export function momentOf(iso: string): string {
  const milliseconds = Date.parse(iso);
  return Number.isNaN(milliseconds) ? inLine(iso) : `${moment(milliseconds / 1000, "UTC")} UTC`;
}

/** A field's values as people read them. */
export interface Told {
  declared: string;
  /** Absent where it is what is declared. */
  applied?: string;
  live: string;
}

/** The values of a changed field. */
export function valuesOf({ kind }: Declaration, field: ChangedField): Told {
  const show = (value: ChangedField["live"]) => showValue(kind, field.field, value);
  const [declared, applied] = [show(field.declared), show(field.applied)];
  return { declared, ...(applied !== declared && { applied }), live: show(field.live) };
}

/** A value as a person reads it. */
function showValue(kind: string, field: string, value: ChangedField["live"]): string {
  if (value === undefined) return "not set";
  if (value === SECRET || value === "[unknown]") return value;
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((item) => inLine(item)).join(", ");
  if (typeof value === "number" && unitOf(kind, field) === "seconds")
    return `${value} (${exactDuration(value)})`;
  return withoutGroups(escapeHidden(JSON.stringify(value)));
}

function unitOf(kind: string, field: string): string | undefined {
  const fields = definitionOf(kind)?.fields;
  return fields && field in fields ? metaOf(fields, field).unit : undefined;
}

/** `3 changed, 1 missing`, without those that are none; `no drift` when all are. Advice stands apart. */
export function countsOf(report: DriftReport): string {
  const parts = FINDING_CLASSES.filter((of) => of !== "advice")
    .map((of) => [of, countOf(report, of)] as const)
    .filter(([, number]) => number > 0)
    .map(([of, number]) => `${number} ${of}`);
  return parts.length === 0 ? "no drift" : parts.join(", ");
}

/** `advice on 2 checks`; nothing when there is none. */
export function adviceOf({ findings }: DriftReport): string {
  const keys = new Set(ofClass(findings, "advice").map(({ check }) => check.uniqueKey));
  return keys.size === 0 ? "" : `advice on ${count(keys.size, "check")}`;
}

/** Findings of a class. */
export function countOf({ findings }: DriftReport, of: FindingClass): number {
  return ofClass(findings, of).length;
}

/** What to do next, one line for each class, and how to live with what is to stay; none when nothing was found. */
export function stepsOf({ findings }: DriftReport): { of: string; step: string }[] {
  const steps = nextSteps(findings).map((next) => ({ of: next.class as string, step: next.step }));
  return steps.length === 0 ? [] : [...steps, { of: "accepted", step: ACCEPT }];
}

/** What the keys of the run do not show, in sentences; none that is told as a problem already. */
export function unseenOf({ unseen = [], problems }: DriftReport): string[] {
  return unseen.map(unseenSentence).filter((sentence) => !problems.includes(sentence));
}

/** What was compared with what. */
export function scopeOf({ counts, declaredFrom, stacks }: DriftReport): string {
  const names = stacks.map(({ name }) => inLine(name)).join(", ");
  const what = declaredFrom === "program" ? "the program" : "the last up";
  return `${names}: ${count(counts.compared, "resource")} of ${what}, ${count(counts.live, "check")} on the service`;
}
