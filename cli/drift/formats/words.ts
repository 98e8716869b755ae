/** The wording of findings, shared by all formats. All text is escaped: none can break its line or move the cursor. */

import { metaOf } from "../../../provider/core/fields";
import { escapeHidden } from "../../../provider/core/visible";
import { brief, shorten, withoutGroups } from "../../render/visible";
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

export const CLASS_MEANING: Record<FindingClass, string> = {
  changed: "Not as declared, and not as the last up left it",
  missing: "Declared, but gone from the service",
  duplicate: "Declared, but another check has the same slug",
  unmanaged: "On the service, but declared by no stack",
  operational: "As declared, but not watching as it should",
  advice: "No drift, but worth a look",
};

/** In code points. */
const LONGEST_NAME = 100;
/** Shortens a name to one line, without invisible characters and without workflow commands. */
export function inLine(text: unknown): string {
  return brief(text, LONGEST_NAME);
}

/** For reasons and errors, in code points. */
export const LONGEST_MESSAGE = 500;

/** What a report names: a check, and the resource that declares it. */
interface NamedCheck {
  check: CheckName;
  declaredBy?: Declaration;
}

/**
 * The name of a check in reports: its slug, else its name, else the start of its unique key. If the slug is a secret,
 * the name of its resource.
 */
export function labelOf({ check: { slug, name, uniqueKey }, declaredBy }: NamedCheck): string {
  const open =
    slug === SECRET ? declaredBy?.resource : [slug, name].find((one) => one !== "" && one !== SECRET);
  return inLine(open ?? declaredBy?.resource ?? `check ${uniqueKey.slice(0, 8)}`);
}

/**
 * Gives each check its label, with project (and stack) appended where two checks of the report have the same one, and with
 * the unique key where these do not tell them apart either.
 */
export function labelsOf({ findings, ignored, stacks }: DriftReport): (called: NamedCheck) => string {
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
    for (const words of [labelOf(one), placedLabel(one)])
      keys.set(words, (keys.get(words) ?? new Set()).add(one.check.uniqueKey));
  }
  const isOfSeveral = (words: string) => (keys.get(words)?.size ?? 0) > 1;
  return (one) => {
    const label = labelOf(one);
    if (!isOfSeveral(label) && (places.get(label)?.size ?? 0) <= 1) return label;
    const placed = placedLabel(one);
    return isOfSeveral(placed) ? placedLabel(one, `, unique key ${one.check.uniqueKey.slice(0, 8)}`) : placed;
  };
}

function placedLabel(one: NamedCheck, more = ""): string {
  const { project } = one.check;
  const stack = one.declaredBy?.stack;
  const inStack = stack !== undefined && !project.endsWith(stack) ? `, ${inLine(stack)}` : "";
  return `${labelOf(one)} (project ${inLine(project)}${inStack}${more})`;
}

/** The check's name, if it says more than the label. */
export function nameBeside(called: NamedCheck): string {
  const name = inLine(called.check.name);
  return name === labelOf(called) ? "" : name;
}

/** `index.ts:12`, else the resource's name. */
export function placeOf({ file, line, resource }: Declaration): string {
  return file === undefined ? inLine(resource) : inLine(line === undefined ? file : `${file}:${line}`);
}

/** What is wrong, without the check's name. `quote` marks names that come from users. */
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

/** `up, last pinged 2026-05-03 10:42 UTC`. Shows whether the check is in use. */
export function lifeOf({ status = "unknown", lastPing }: CheckName): string {
  if (lastPing === undefined) return inLine(status);
  return `${inLine(status)}, ${lastPing === null ? "never pinged" : `last pinged ${momentOf(lastPing)}`}`;
}

/** `2026-05-03 10:42 UTC`. */
export function momentOf(iso: string): string {
  const milliseconds = Date.parse(iso);
  return Number.isNaN(milliseconds) ? inLine(iso) : `${moment(milliseconds / 1000, "UTC")} UTC`;
}

/** The values of a changed field, formatted for people. */
export interface FieldTexts {
  declared: string;
  /** Absent if it equals the declared value. */
  applied?: string;
  live: string;
}

export function valuesOf({ kind }: Declaration, field: ChangedField): FieldTexts {
  const show = (value: ChangedField["live"]) => showValue(kind, field.field, value);
  const [declared, applied] = [show(field.declared), show(field.applied)];
  return { declared, ...(applied !== declared && { applied }), live: show(field.live) };
}

function showValue(kind: string, field: string, value: ChangedField["live"]): string {
  if (value === undefined) return "not set";
  if (value === SECRET || value === "[unknown]") return value;
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(showItem).join(", ");
  if (typeof value === "number" && unitOf(kind, field) === "seconds")
    return `${value} (${exactDuration(value)})`;
  return quoted(value);
}

/** What only blanks make different from another one, as the name of a channel may be, would look like that. */
const LOSES_BLANKS = /^$|^\s|\s$|[^\S ]|\s\s/u;

function showItem(item: unknown): string {
  const isAlike = typeof item === "string" && LOSES_BLANKS.test(item);
  return isAlike ? shorten(quoted(item), LONGEST_NAME) : inLine(item);
}

function quoted(value: unknown): string {
  return withoutGroups(escapeHidden(JSON.stringify(value)));
}

function unitOf(kind: string, field: string): string | undefined {
  const fields = definitionOf(kind)?.fields;
  return fields && field in fields ? metaOf(fields, field).unit : undefined;
}

/** `3 changed, 1 missing`, or `no drift`. Does not count advice. */
export function countsOf(report: DriftReport): string {
  const parts = FINDING_CLASSES.filter((of) => of !== "advice")
    .map((of) => [of, countOf(report, of)] as const)
    .filter(([, number]) => number > 0)
    .map(([of, number]) => `${number} ${of}`);
  return parts.length === 0 ? "no drift" : parts.join(", ");
}

/** `advice on 2 checks`; empty if there is none. */
export function adviceOf({ findings }: DriftReport): string {
  const keys = new Set(ofClass(findings, "advice").map(({ check }) => check.uniqueKey));
  return keys.size === 0 ? "" : `advice on ${count(keys.size, "check")}`;
}

export function countOf({ findings }: DriftReport, of: FindingClass): number {
  return ofClass(findings, of).length;
}

/**
 * The next steps, one for each class found, and how to accept what should stay. Empty if nothing was found. `quote` marks
 * names that come from users.
 */
export function stepsOf(
  { findings }: DriftReport,
  quote: (name: string) => string = inLine,
): { of: string; step: string }[] {
  const steps = nextSteps(findings, quote).map((next) => ({ of: next.class as string, step: next.step }));
  return steps.length === 0 ? [] : [...steps, { of: "accepted", step: ACCEPT }];
}

/** Sentences about what the run's keys do not show, except those already listed as problems. */
export function unseenOf({ unseen = [], problems }: DriftReport): string[] {
  return unseen.map(unseenSentence).filter((sentence) => !problems.includes(sentence));
}

/** What was compared with what, in a sentence. */
export function scopeOf({ counts, declaredFrom, stacks }: DriftReport): string {
  const names = stacks.map(({ name }) => inLine(name)).join(", ");
  const what = declaredFrom === "program" ? "the program" : "the last up";
  return `${names}: ${count(counts.compared, "resource")} of ${what}, ${count(counts.live, "check")} on the service`;
}
