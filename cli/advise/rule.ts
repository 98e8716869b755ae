/**
 * When the service raises an alarm. This is the only place with that rule; docs/advise.md describes it to users. Times
 * are milliseconds since 1970.
 */
import type { CheckTimes } from "../../schedule/schedulers";
import { dueAfter } from "../due";

/** A ping that counts, or a break, after which nothing is known of the check, for example because it was paused. */
export interface Heard {
  kind: "start" | "success" | "fail" | "break";
  at: number;
  /** The id of the run that the ping is about; null if it has none. */
  rid: string | null;
}

/** The settings on which a check's alarms depend. */
export interface Settings {
  times: CheckTimes;
  /** In seconds. */
  grace: number;
}

/** The state of a check between two pings. */
export interface Standing {
  /** `new`: no ping yet, or not since a break. */
  status: "new" | "up" | "down";
  /** When the last success or failure came. */
  lastPing?: number;
  /** The run that began and has not reported its end. */
  run?: { began: number; rid: string | null };
}

/** What a check waits for. */
export interface Expected {
  /** `ping`: the next one of its period or schedule. `end`: the end of a run that began. */
  what: "ping" | "end";
  /** When the grace starts: when the ping is due, or when the run began. */
  at: number;
  /** The ping after which it waits: the last success, or the start of the run. */
  after: number;
}

/** When the next ping is due after one at this time; undefined if never. */
export type Expectation = (pinged: number) => number | undefined;

/** The expectation of a period or schedule. Cached, because many settings are tried on one history. */
export function expectationOf(times: CheckTimes): Expectation {
  const known = new Map<number, number | undefined>();
  return (pinged) => {
    if (!known.has(pinged)) known.set(pinged, dueAfter(times, pinged));
    return known.get(pinged);
  };
}

/**
 * What a check waits for: after a success, the next ping (after `timeout`, or when the schedule fires next); after a
 * start, the end of that run, counted from the start; the earlier one if both apply. A check that is down waits for
 * nothing, because it has alerted.
 */
export function expectedNext({ status, lastPing, run }: Standing, next: Expectation): Expected | undefined {
  if (status === "down") return undefined;
  const due = status === "up" && lastPing !== undefined ? next(lastPing) : undefined;
  const ping = due === undefined ? undefined : ({ what: "ping", at: due, after: lastPing ?? due } as const);
  const end = run && ({ what: "end", at: run.began, after: run.began } as const);
  if (!ping || !end) return ping ?? end;
  return end.at < ping.at ? end : ping;
}

/** When the alarm comes if nothing arrives, which is at the end of the grace. `grace` is in seconds. */
export function alarmAt(expected: Expected, grace: number): number {
  return expected.at + grace * 1000;
}

/**
 * The check after a ping. A start does not change the status; a success makes the check up and a failure down, at once.
 * Both end the run with their run id; a failure, and a success without a run id, end any run.
 */
export function afterPing(standing: Standing, { kind, at, rid }: Heard): Standing {
  if (kind === "break") return { status: "new" };
  if (kind === "start") return { ...standing, run: { began: at, rid } };
  const { run } = standing;
  const goesOn = run && run.rid !== rid && kind === "success" && rid !== null;
  return { status: kind === "fail" ? "down" : "up", lastPing: at, ...(goesOn && { run }) };
}
