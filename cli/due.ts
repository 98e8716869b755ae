/** When a check waits for its next ping, as the service counts it. */
import type { CheckDocument, FlipList } from "../provider/monitor/api";
import { completeFrom } from "../provider/monitor/uptime/history";
import { nextFire } from "../schedule";

/** When a check expects pings, as its document says it or as its program does: its period, or its schedule. */
export interface ExpectedTimes {
  schedule?: unknown;
  tz?: unknown;
  /** In seconds. */
  timeout?: unknown;
}

/** When the next ping is expected after one that came then: after the check's period, or at its next time. In milliseconds. */
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

/** When a check that was pinged then is overdue: at its next time, and after its grace. In milliseconds. */
export function overdueAfter(check: CheckDocument, pinged: number): number | undefined {
  const overdue = (dueAfter(check, pinged) ?? Number.NaN) + Number(check.grace) * 1000;
  return Number.isFinite(overdue) ? overdue : undefined;
}

/** When its last ping came; undefined when there was none. In milliseconds. */
export function lastPingOf({ last_ping }: CheckDocument): number | undefined {
  const time = typeof last_ping === "string" ? Date.parse(last_ping) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

/**
 * The latest moment at which the check can have gone down: when its next ping was overdue, or at its last ping
 * when that has not come yet, because then that ping was a failure. It may have been none where a run has begun since, which
 * takes too long: then nothing is told. `created` is when it was made, where that is known; of
 * one that was resumed since, which forgets the last ping, it tells nothing. All in milliseconds, but `created` in ISO 8601.
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

/** Whether the ping that was to follow the last one is overdue. */
export function isOverdue(check: CheckDocument, now: number): boolean {
  const last = lastPingOf(check);
  const overdue = last === undefined ? undefined : overdueAfter(check, last);
  return overdue !== undefined && overdue <= now;
}

/** When a check went down, in milliseconds since 1970; perhaps earlier, where the service remembers no further. */
export interface WentDown {
  at: number;
  orEarlier: boolean;
}

/** A change of status is on record so soon after the status is there, in milliseconds. */
const RECORDED_MS = 5 * 60_000;

/**
 * When a check that is down went down, by its changes of status; undefined where they do not tell. Without every change on
 * record there may have been a pause since, and a status is there a little before its change.
 */
export function wentDown(
  { everyChange, flips }: FlipList,
  check: CheckDocument,
  now: number,
): WentDown | undefined {
  if (!everyChange) return undefined;
  const [newest] = flips;
  if (newest) return newest.up === 0 ? { at: Date.parse(newest.timestamp), orEarlier: false } : undefined;
  // Without a last ping it may only have begun a run, which takes too long by now.
  if (lastPingOf(check) === undefined) return undefined;
  // It may have been up until it became overdue, just now.
  if (isOverdue(check, now) && !isOverdue(check, now - RECORDED_MS)) return undefined;
  return { at: completeFrom(now / 1000) * 1000, orEarlier: true };
}
