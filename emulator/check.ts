import { randomUUID } from "node:crypto";
import { nextFire } from "../provider/schedule";
import type { Flip, StoredStatus } from "./flip";
import type { PingKind } from "./ping";
import { slugify } from "./slugify";
import type { CheckSpec } from "./validation";

/** A check as it is stored: every column, also those that an answer does not show. Times are milliseconds. */
export interface CheckRow {
  /** Order of creation. */
  id: number;
  uuid: string;
  /** Names the check in its badge's address. */
  badgeKey: string;
  kind: "simple" | "schedule";
  name: string;
  slug: string;
  tags: string;
  desc: string;
  timeout: number;
  grace: number;
  schedule: string;
  tz: string;
  manual_resume: boolean;
  methods: "" | "POST";
  start_kw: string;
  success_kw: string;
  failure_kw: string;
  filter_subject: boolean;
  filter_body: boolean;
  filter_http_body: boolean;
  filter_default_fail: boolean;
  status: StoredStatus;
  pingCount: number;
  lastPing: number | null;
  lastStart: number | null;
  lastStartRid: string | null;
  lastDuration: number | null;
}

/** What an answer can say of a check's status. `started` only in v1. */
type CheckStatus = StoredStatus | "grace" | "started";

/** A check with every default. */
export function newCheckRow(id: number): CheckRow {
  return {
    id,
    uuid: randomUUID(),
    badgeKey: randomUUID(),
    kind: "simple",
    name: "",
    slug: "",
    tags: "",
    desc: "",
    timeout: 86_400,
    grace: 3_600,
    schedule: "* * * * *",
    tz: "UTC",
    manual_resume: false,
    methods: "",
    start_kw: "",
    success_kw: "",
    failure_kw: "",
    filter_subject: false,
    filter_body: false,
    filter_http_body: false,
    filter_default_fail: false,
    status: "new",
    pingCount: 0,
    lastPing: null,
    lastStart: null,
    lastStartRid: null,
    lastDuration: null,
  };
}

const PLAIN_FIELDS = [
  "slug",
  "tags",
  "desc",
  "manual_resume",
  "methods",
  "tz",
  "start_kw",
  "success_kw",
  "failure_kw",
  "filter_subject",
  "filter_body",
  "filter_http_body",
  "filter_default_fail",
  "grace",
] as const satisfies readonly (keyof CheckRow & keyof CheckSpec)[];

/** Writes what a request names into the row; the rest stays. A schedule wins over a timeout, which is then dropped. */
export function applySpec(row: CheckRow, spec: CheckSpec, apiVersion: number): void {
  if (spec.name !== undefined && spec.name !== row.name) {
    row.name = spec.name;
    // Before v3 the slug follows the name, unless it is given too.
    if (apiVersion < 3) row.slug = slugify(spec.name);
  }
  if (spec.schedule !== undefined) {
    row.kind = "schedule";
    row.schedule = spec.schedule;
  } else if (spec.timeout !== undefined) {
    row.kind = "simple";
    row.timeout = spec.timeout;
  }
  if (spec.subject !== undefined) {
    row.success_kw = spec.subject;
    row.filter_subject = Boolean(row.success_kw || row.failure_kw);
  }
  if (spec.subject_fail !== undefined) {
    row.failure_kw = spec.subject_fail;
    row.filter_subject = Boolean(row.success_kw || row.failure_kw);
  }
  for (const field of PLAIN_FIELDS) {
    const value = spec[field];
    if (value !== undefined) Object.assign(row, { [field]: value });
  }
}

/** When the check is expected to be pinged next: after it, grace runs. Null when nothing is expected. */
export function nextExpected(row: CheckRow): number | null {
  const due = row.status === "up" && row.lastPing !== null ? nextPeriod(row, row.lastPing) : null;
  if (row.lastStart === null || row.status === "down") return due;
  return due === null ? row.lastStart : Math.min(due, row.lastStart);
}

const periods = new WeakMap<CheckRow, { of: string; end: number | null }>();

/** The end of the period that began with a ping; remembered, since a list asks for it again and again. */
function nextPeriod(row: CheckRow, ping: number): number | null {
  if (row.kind === "simple") return ping + row.timeout * 1000;
  const of = `${ping} ${row.tz} ${row.schedule}`;
  const known = periods.get(row);
  if (known?.of === of) return known.end;
  const end = nextFire(row.schedule, row.tz, new Date(ping))?.getTime() ?? null;
  periods.set(row, { of, end });
  return end;
}

/** When the check goes down if nothing is heard of it. */
export function dueDown(row: CheckRow): number | null {
  if (row.status === "down") return null;
  const expected = nextExpected(row);
  return expected === null ? null : expected + row.grace * 1000;
}

/** The status at a moment. v1 also knows `started`. */
export function statusAt(row: CheckRow, now: number, withStarted = false): CheckStatus {
  if (row.lastStart !== null) {
    if (now >= row.lastStart + row.grace * 1000) return "down";
    if (withStarted) return "started";
  }
  if (row.status !== "up" || row.lastPing === null) return row.status;
  const graceStart = nextPeriod(row, row.lastPing);
  if (graceStart === null) return "up";
  if (now >= graceStart + row.grace * 1000) return "down";
  return now >= graceStart ? "grace" : "up";
}

/** Turns the check down if its time is over, and gives the flip, dated when it became due. */
export function settle(row: CheckRow, now: number): Flip | undefined {
  const due = dueDown(row);
  if (due === null || due > now) return undefined;
  return change(row, "down", due);
}

/** Takes in a ping of a kind; gives the change of status, if there is one. */
export function receive(row: CheckRow, kind: PingKind, rid: string | null, now: number): Flip | undefined {
  row.pingCount++;
  if (kind === "start") {
    row.lastStart = now;
    row.lastStartRid = rid;
    return undefined;
  }
  if (kind !== "success" && kind !== "fail") return undefined;
  row.lastPing = now;
  row.lastDuration = null;
  if (row.lastStart !== null) {
    if (row.lastStartRid === rid) {
      row.lastDuration = now - row.lastStart;
      row.lastStart = null;
    } else if (kind === "fail" || rid === null) {
      row.lastStart = null;
    }
  }
  const status = kind === "fail" ? "down" : "up";
  return row.status === status ? undefined : change(row, status, now);
}

/** Pauses; a paused check too, and each time with a flip. */
export function pause(row: CheckRow, now: number): Flip {
  row.lastStart = null;
  return change(row, "paused", now);
}

/** Resumes to `new`, forgetting the last ping. */
export function resume(row: CheckRow, now: number): Flip {
  row.lastStart = null;
  row.lastPing = null;
  return change(row, "new", now);
}

function change(row: CheckRow, to: StoredStatus, at: number): Flip {
  const flip: Flip = { at, from: row.status, to };
  row.status = to;
  return flip;
}

/** The tags of a check, one by one. */
export function tagsOf(row: CheckRow): string[] {
  return row.tags
    .split(" ")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
