import { randomUUID } from "node:crypto";
import { separatorsAsSpaces, stripped } from "./blanks";
import { type CheckColumns, type CheckSpec, COLUMN_NAMES, initialColumns } from "./checkFields";
import type { StoredStatus } from "./flip";

/** A check as it is stored, including columns that no answer shows. Times are in milliseconds. */
export interface CheckRow extends CheckColumns {
  id: number;
  uuid: string;
  /** Identifies the check in its badge's address. */
  badgeKey: string;
  kind: "simple" | "schedule";
  status: StoredStatus;
  pingCount: number;
  lastPing: number | null;
  lastStart: number | null;
  lastStartRid: string | null;
  lastDuration: number | null;
}

export function newCheckRow(id: number): CheckRow {
  return {
    id,
    uuid: randomUUID(),
    badgeKey: randomUUID(),
    kind: "simple",
    ...initialColumns(),
    status: "new",
    pingCount: 0,
    lastPing: null,
    lastStart: null,
    lastStartRid: null,
    lastDuration: null,
  };
}

/** Writes the fields of a request into the row and keeps the others. A schedule replaces the timeout. */
export function applySpec(row: CheckRow, spec: CheckSpec, apiVersion: number): void {
  // Before v3, the slug follows the name, unless the request has a slug, too.
  if (apiVersion < 3 && spec.name !== undefined && spec.name !== row.name) row.slug = slugify(spec.name);
  if (spec.subject !== undefined) {
    row.success_kw = spec.subject;
    row.filter_subject = Boolean(row.success_kw || row.failure_kw);
  }
  if (spec.subject_fail !== undefined) {
    row.failure_kw = spec.subject_fail;
    row.filter_subject = Boolean(row.success_kw || row.failure_kw);
  }
  const { schedule, timeout } = spec;
  if (schedule !== undefined) row.kind = "schedule";
  else if (timeout !== undefined) row.kind = "simple";
  for (const name of COLUMN_NAMES) {
    if (name === "timeout" && schedule !== undefined) continue;
    if (spec[name] !== undefined) Object.assign(row, { [name]: spec[name] });
  }
}

/** The slug that API versions 1 and 2 derive from a name. */
export function slugify(name: string): string {
  return separatorsAsSpaces(name)
    .normalize("NFKD")
    .replace(/\P{ASCII}/gu, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/[-\s]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "");
}

export function tagsOf(row: CheckRow): string[] {
  return row.tags
    .split(" ")
    .map(stripped)
    .filter((tag) => tag !== "");
}
