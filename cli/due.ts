/** When the next ping of a check is due or overdue, by the service's rules. */
import type { CheckDocument, FlipList } from "../provider/monitor/api";
import { completeFrom, oldestFirst } from "../provider/monitor/uptime/history";
import { nextFire } from "../schedule";

/** The period or schedule of a check, from its document or from a program. */
export interface ExpectedTimes {
  schedule?: unknown;
  tz?: unknown;
  /** In seconds. */
  timeout?: unknown;
}

/** When the next ping is due after one at `pinged`: one period later, or at the next time of the schedule. In milliseconds. */
export function dueAfter(
  { schedule, tz, timeout }: CheckDocument | ExpectedTimes,
  pinged: number,
): number | undefined {
  if (!Number.isFinite(pinged)) return undefined;
  const next =
    typeof schedule === "string"
      ? nextFire(schedule, typeof tz === "string" ? tz : "UTC", new Date(pinged))?.getTime()
      : pinged + Number(timeout) * 1000;
  return next !== undefined && Number.isFinite(next) ? next : undefined;
}

/** When a check is overdue after a ping at `pinged`: when the next one is due, plus the grace. In milliseconds. */
export function overdueAfter(check: CheckDocument, pinged: number): number | undefined {
  const overdue = (dueAfter(check, pinged) ?? Number.NaN) + Number(check.grace) * 1000;
  return Number.isFinite(overdue) ? overdue : undefined;
}

/** The time of the last ping; undefined if there was none. In milliseconds. */
export function lastPingOf({ last_ping }: CheckDocument): number | undefined {
  const time = typeof last_ping === "string" ? Date.parse(last_ping) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

/**
 * The latest moment at which the check can have gone down. That is when its next ping became overdue; if it is not overdue
 * yet, the last ping reported a failure, so its time counts. Undefined if a run has begun since the last ping, because the
 * check may be down for a run that takes too long. `created` (ISO 8601, if known) stands in for the last ping of a check
 * that was never pinged; a resumed check has lost its last ping, so that `created` says nothing there. In milliseconds.
 */
export function downSince(
  check: CheckDocument,
  created: string | undefined,
  now: number,
): number | undefined {
  const wasPinged = (check.n_pings ?? 0) > 0;
  const start = lastPingOf(check) ?? (created === undefined || wasPinged ? undefined : Date.parse(created));
  if (start === undefined) return undefined;
  const overdue = overdueAfter(check, start);
  if (overdue !== undefined && overdue <= now) return overdue;
  return check.started === true ? undefined : start;
}

/** Whether the ping due after a check's last one has not come. `now` is in milliseconds. */
export function isOverdue(check: CheckDocument, now: number): boolean {
  const last = lastPingOf(check);
  const overdue = last === undefined ? undefined : overdueAfter(check, last);
  return overdue !== undefined && overdue <= now;
}

/** When a check went down, in milliseconds since 1970; possibly earlier, if the service's history begins there. */
export interface WentDown {
  at: number;
  orEarlier: boolean;
}

/** The service records a change of status at most this long after it, in milliseconds. */
const RECORDED_MS = 5 * 60_000;

/**
 * When a check that is down went down, by its changes of status. Undefined if they do not say: a pause is only visible if
 * every change is on record, and a status can be newer than the newest recorded change.
 */
export function wentDown(
  { everyChange, flips }: FlipList,
  check: CheckDocument,
  now: number,
): WentDown | undefined {
  if (!everyChange) return undefined;
  const changes = flips.map(({ timestamp, up }) => ({ at: Date.parse(timestamp), up: up === 1 }));
  const newest = oldestFirst(changes).at(-1);
  if (newest) return newest.up ? undefined : { at: newest.at, orEarlier: false };
  // Without a last ping, the check may be down for a run that began and takes too long.
  if (lastPingOf(check) === undefined) return undefined;
  // It may have been up until it became overdue a moment ago.
  if (isOverdue(check, now) && !isOverdue(check, now - RECORDED_MS)) return undefined;
  return { at: completeFrom(now / 1000) * 1000, orEarlier: true };
}
