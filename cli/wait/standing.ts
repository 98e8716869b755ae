/** How a check stands in a wait: whether it has done what is waited for, and otherwise what is in the way. */
import type { CheckDocument } from "../../provider/monitor/api";
import { dueAfter, lastPingOf, overdueAfter } from "../due";
import type { Target } from "./targets";

/** What is waited for. */
export const UNTIL = ["ping", "up"] as const;
export type Until = (typeof UNTIL)[number];

/** Why a check is waited for still. */
export type Obstacle =
  /** It is not on the service. */
  | "gone"
  /** It is paused, and ignores pings. */
  | "ignoring"
  /** It is paused; a ping would resume it. */
  | "paused"
  /** No ping ever came. */
  | "neverPinged"
  /** Pings came, but none since the wait began. */
  | "notPinged"
  /** A run began, and has not told its end. */
  | "running"
  /** Since the wait began its job has told a failure. */
  | "failed"
  /** It is down since before. */
  | "down"
  /** It was up, and its ping is overdue. */
  | "late";

/** A check at one look. */
export interface Standing {
  target: Target;
  /** As the service had it; absent: it had none. */
  document: CheckDocument | undefined;
  /** Absent: it has done what is waited for. */
  obstacle?: Obstacle;
}

/** How a check stands, by how the service has it `now`, in milliseconds. */
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
  if (pinged) return afterPing(document, now);
  if (lastPingOf(document) === undefined) return document.n_pings === 0 ? "neverPinged" : "notPinged";
  if (until === "up" && document.status === "down") return "down";
  if (until === "up" && document.status === "grace") return "late";
  return "notPinged";
}

/** A check that was pinged and is not up: the ping was a beginning, a failure, or is long ago by now. */
function afterPing(document: CheckDocument, now: number): Obstacle {
  if (document.started === true) return "running";
  if (document.status === "grace") return "late";
  return isOverdue(document, now) ? "down" : "failed";
}

/** Whether the ping that was due after a check's last one has not come, `now` in milliseconds. */
export function isOverdue(document: CheckDocument, now: number): boolean {
  const last = lastPingOf(document);
  const overdue = last === undefined ? undefined : overdueAfter(document, last);
  return overdue !== undefined && overdue <= now;
}

/** The service counts pings of every kind; that it counts on says more than clocks, which may differ. */
function wasPinged({ first, since, ofLastUp }: Target, document: CheckDocument): boolean {
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
 * The service does not tell when a run began. A check that has had no other ping yet is one that was just made, unless it was
 * resumed and taken over; of a run that began longer ago than its grace the service says that it is down.
 */
function hadOnlyStarts(check: CheckDocument): boolean {
  const isRunning = check.started === true && check.status !== "down";
  return isRunning && lastPingOf(check) === undefined && (check.n_pings ?? 0) > 0;
}

/** When the check's next run is due, where that is in the future. In milliseconds. */
export function nextDue(document: CheckDocument, now: number): number | undefined {
  const isCron = typeof document.schedule === "string";
  const last = lastPingOf(document);
  const due = isCron ? dueAfter(document, now) : last === undefined ? undefined : dueAfter(document, last);
  return due !== undefined && due > now ? due : undefined;
}
