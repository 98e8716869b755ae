/** How time and pings change a check. */
import { nextFire } from "../../schedule";
import type { CheckRow } from "./check";
import type { Flip, StoredStatus } from "./flip";
import type { PingKind } from "./ping";

/** The statuses in answers; `started` only in v1. */
type CheckStatus = StoredStatus | "grace" | "started";

/** When the next ping is expected, after which the grace time runs. Null if none is expected. */
export function nextExpected(row: CheckRow): number | null {
  const due = row.status === "up" && row.lastPing !== null ? nextPeriod(row, row.lastPing) : null;
  if (row.lastStart === null || row.status === "down") return due;
  return due === null ? row.lastStart : Math.min(due, row.lastStart);
}

const periods = new WeakMap<CheckRow, { of: string; end: number | null }>();

/** The end of the period that a ping started; cached, because every list needs it. */
function nextPeriod(row: CheckRow, ping: number): number | null {
  if (row.kind === "simple") return ping + row.timeout * 1000;
  const of = `${ping} ${row.tz} ${row.schedule}`;
  const known = periods.get(row);
  if (known?.of === of) return known.end;
  const end = nextFire(row.schedule, row.tz, new Date(ping))?.getTime() ?? null;
  periods.set(row, { of, end });
  return end;
}

/** When the check goes down, unless a ping arrives. */
export function dueDown(row: CheckRow): number | null {
  if (row.status === "down") return null;
  const expected = nextExpected(row);
  return expected === null ? null : expected + row.grace * 1000;
}

/** The status at a moment; v1 also has `started`. */
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

/** Turns the check down if it is overdue. The returned flip is dated when it became due. */
export function settle(row: CheckRow, now: number): Flip | undefined {
  const due = dueDown(row);
  if (due === null || due > now) return undefined;
  return change(row, "down", due);
}

/** Processes a ping; returns the flip if the status changed. */
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

/** Pauses the check; one that is already paused gets another flip. */
export function pause(row: CheckRow, now: number): Flip {
  row.lastStart = null;
  return change(row, "paused", now);
}

/** Resets the status to `new` and forgets the last ping. */
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
