/** How findings are said, the same in every format. Nothing here can leave its line or move a cursor. */
import { oneLine } from "../../../provider/errors";
import { metaOf } from "../../../provider/fields";
import { inWords } from "../../duration";
import type {
  ChangedField,
  CheckName,
  Declaration,
  DriftReport,
  Finding,
  FindingClass,
  FindingOf,
} from "../findings";
import { definitionOf } from "../kinds";

/** What each class means, in a few words. */
export const CLASS_MEANING: Record<FindingClass, string> = {
  changed: "Not as declared, and not as the last up left it",
  missing: "Declared, but gone from the service",
  unmanaged: "On the service, but declared by no stack",
  operational: "As declared, but not watching as it should",
};

/** Code points of a name that are shown. */
const LONGEST_NAME = 100;
/** Code points of a reason or an error that are shown. */
export const LONGEST_MESSAGE = 500;

/** What people call a check: its slug, else its name, else the key that a read-only list shows. */
export function labelOf({ slug, name, uniqueKey }: CheckName): string {
  return visible(slug || name || `check ${uniqueKey.slice(0, 8)}`);
}

/** Its name where that says more than the slug. */
export function nameBeside(check: CheckName): string {
  const name = visible(check.name);
  return name === labelOf(check) ? "" : name;
}

/** `index.ts:12`, else the resource's name. */
export function placeOf({ file, line, resource }: Declaration): string {
  return file === undefined ? visible(resource) : visible(line === undefined ? file : `${file}:${line}`);
}

/** What is the matter, without the check's name. */
export function sentenceOf(finding: Finding): string {
  switch (finding.class) {
    case "changed":
      return `was changed: ${finding.fields.map(({ field }) => field).join(", ")}`;
    case "missing":
      return "is declared, but gone from the service";
    case "unmanaged":
      return `is on the service, but no stack declares it (${lifeOf(finding.check)})`;
    case "operational":
      return conditionOf(finding);
  }
}

function conditionOf({ condition, since }: FindingOf<"operational">): string {
  const moment = since === undefined ? "an unknown time" : momentOf(since);
  switch (condition) {
    case "paused":
      return "is paused, and the program does not say so";
    case "neverPinged":
      return `was never pinged; its first ping was due ${moment}`;
    case "down":
      return `is down since ${moment} or earlier`;
    case "alertsNobody":
      return "alerts nobody: no channel is attached";
  }
}

/** `up, last pinged 2026-05-03 10:42 UTC`: whether anybody uses the check. */
export function lifeOf({ status = "unknown", lastPing }: CheckName): string {
  if (lastPing === undefined) return status;
  return `${status}, ${lastPing === null ? "never pinged" : `last pinged ${momentOf(lastPing)}`}`;
}

/** `2026-05-03 10:42 UTC`. */
export function momentOf(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return visible(iso);
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A field's three values, in the order declared, last applied, live. */
export function valuesOf({ kind }: Declaration, field: ChangedField): [string, string, string] {
  const show = (value: ChangedField["live"]) => showValue(kind, field.field, value);
  return [show(field.declared), show(field.applied), show(field.live)];
}

/** A value as a person reads it. */
function showValue(kind: string, field: string, value: ChangedField["live"]): string {
  if (value === undefined) return "not set";
  if (value === "[secret]" || value === "[unknown]") return value;
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((item) => visible(item)).join(", ");
  if (typeof value === "number" && unitOf(kind, field) === "seconds") return `${value} (${inWords(value)})`;
  return escaped(JSON.stringify(value));
}

function unitOf(kind: string, field: string): string | undefined {
  const fields = definitionOf(kind)?.fields;
  return fields && field in fields ? metaOf(fields, field).unit : undefined;
}

/** `3 changed, 1 missing`, without those that are none; `no drift` when all are. */
export function countsOf({ counts }: DriftReport): string {
  const parts = (["changed", "missing", "unmanaged", "operational"] as const)
    .filter((of) => counts[of] > 0)
    .map((of) => `${counts[of]} ${of}`);
  return parts.length === 0 ? "no drift" : parts.join(", ");
}

/** `4 findings`, `1 finding`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** What was compared with what. */
export function scopeOf({ counts, declaredFrom, stacks }: DriftReport): string {
  const names = stacks.map(({ name }) => visible(name)).join(", ");
  const what = declaredFrom === "program" ? "the program" : "the last up";
  return `${names}: ${plural(counts.compared, "resource")} of ${what}, ${plural(counts.live, "check")} on the service`;
}

/** Text of anybody's on one line, without anything invisible. */
export function visible(text: unknown, most = LONGEST_NAME): string {
  return shortened(escaped(oneLine(String(text))), most);
}

/** Shortens a text to so many code points. */
export function shortened(text: string, most: number): string {
  const points = [...text];
  return points.length > most ? `${points.slice(0, most - 1).join("")}…` : text;
}

/** Control characters, and those that turn or hide text, as `\u202e`. */
function escaped(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`,
  );
}
