/** The state of a check in a wait: whether the wait for it is over, and otherwise what is missing. */
import type { CheckDocument } from "../../provider/monitor/api";
import { dueAfter, isOverdue, lastPingOf } from "../due";
import type { Target } from "./targets";

/** What to wait for. */
export const UNTIL = ["ping", "up"] as const;
export type Until = (typeof UNTIL)[number];

/** Why the wait for a check goes on. */
export type Obstacle =
  /** It is not on the service. */
  | "gone"
  /** It is paused, and ignores pings. */
  | "ignoring"
  /** It is paused; a ping would resume it. */
  | "paused"
  /** It was never pinged. */
  | "neverPinged"
  /** It was pinged, but not since the wait began. */
  | "notPinged"
  /** A run began, but has not reported its end. */
  | "running"
  /** Its job has reported a failure since the wait began. */
  | "failed"
  /** It has been down since before the wait. */
  | "down"
  /** It was up, and its ping is overdue. */
  | "late";

/** A check at one moment. */
export interface Standing {
  target: Target;
  /** The check on the service; absent if there is none. */
  document: CheckDocument | undefined;
  /** Absent if the wait for it is over. */
  obstacle?: Obstacle;
}

/** `document` is the check on the service; `now` is in milliseconds. */
export function standingOf(
  target: Target,
  document: CheckDocument | undefined,
  until: Until,
  now: number,
): Standing {
  const obstacle = obstacleOf(target, document, until, now);
  return { target, document, ...(obstacle !== undefined && { obstacle }) };
}

function obstacleOf(
  target: Target,
  document: CheckDocument | undefined,
  until: Until,
  now: number,
): Obstacle | undefined {
  if (document === undefined) return "gone";
  const pinged = wasPinged(target, document);
  if (until === "up" ? document.status === "up" : pinged) return undefined;
  if (document.status === "paused") return document.manual_resume === true ? "ignoring" : "paused";
  // A new check has had no success and no failure, or somebody resumed it since.
  if (pinged && (document.status !== "new" || document.started === true)) return afterPing(document, now);
  if (lastPingOf(document) === undefined) return document.n_pings === 0 ? "neverPinged" : "notPinged";
  if (until === "up" && document.status === "down") return "down";
  if (until === "up" && document.status === "grace") return "late";
  return "notPinged";
}

/** Why a check is not up although it was pinged: the ping was a start, a failure, or is too old. */
function afterPing(document: CheckDocument, now: number): Obstacle {
  if (document.started === true) return "running";
  if (document.status === "grace") return "late";
  return isOverdue(document, now) ? "down" : "failed";
}

/** The service counts all pings. A higher count is better evidence than times, because clocks may differ. */
export function wasPinged({ first, since, ofLastUp }: Target, document: CheckDocument): boolean {
  const last = lastPingOf(document);
  if (since !== undefined && last !== undefined && last >= since) return true;
  if (first === undefined) return false;
  if (ofLastUp && hadOnlyStarts(first)) return true;
  const newest = last ?? Number.NEGATIVE_INFINITY;
  return (
    (document.n_pings ?? 0) > (first.n_pings ?? 0) || newest > (lastPingOf(first) ?? Number.NEGATIVE_INFINITY)
  );
}

/**
 * Whether all pings were starts. The service does not say when a run began. A check without any other ping was just
 * created, unless it was resumed or adopted; if a run began longer ago than its grace, the service shows the check as
 * down.
 */
function hadOnlyStarts(check: CheckDocument): boolean {
  const isRunning = check.started === true && check.status !== "down";
  return isRunning && lastPingOf(check) === undefined && (check.n_pings ?? 0) > 0;
}

/** When the check's next run is due, if that is in the future. In milliseconds. */
export function nextDue(document: CheckDocument, now: number): number | undefined {
  const isCron = typeof document.schedule === "string";
  const last = lastPingOf(document);
  const due = isCron ? dueAfter(document, now) : last === undefined ? undefined : dueAfter(document, last);
  return due !== undefined && due > now ? due : undefined;
}
