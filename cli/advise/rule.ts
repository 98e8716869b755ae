/**
 * When the service raises an alarm: the only place with this rule. docs/advise.md describes it to users. Times are
 * milliseconds since 1970.
 */
import type { CheckTimes } from "../../schedule/schedulers";
import { dueAfter } from "../due";

/** A ping that counts, or a break: from then on nothing is known of the check, for example because it was paused. */
export interface Heard {
  kind: "start" | "success" | "fail" | "break";
  at: number;
  /** The id of the run that the ping is about; null if it has none. */
  rid: string | null;
}

/** What the alarm of a check depends on. */
export interface Settings {
  times: CheckTimes;
  /** In seconds. */
  grace: number;
}

/** A check between two pings. */
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
  /** `ping`: the next one of its period or schedule. `end`: that of a run that began. */
  what: "ping" | "end";
  /** From when on it waits for a ping, or when the run began. Grace runs from here. */
  at: number;
  /** The ping after which it waits: the last success, or the beginning of the run. */
  after: number;
}

/** When a ping is expected after one that came then; undefined: never. */
export type Expectation = (pinged: number) => number | undefined;

/** The expectation of a period or schedule; remembered, since many settings are tried on one history. */
export function expectationOf(times: CheckTimes): Expectation {
  const known = new Map<number, number | undefined>();
  return (pinged) => {
    if (!known.has(pinged)) known.set(pinged, dueAfter(times, pinged));
    return known.get(pinged);
  };
}

/**
 * What a check waits for, where its grace is running or will be: after a success the next ping, `timeout` later or when
 * its schedule fires next; after a start the end of that run, from the start on. Of both the earlier one. One that is
 * down waits for nothing: it has alerted.
 */
export function expectedNext({ status, lastPing, run }: Standing, next: Expectation): Expected | undefined {
  if (status === "down") return undefined;
  const due = status === "up" && lastPing !== undefined ? next(lastPing) : undefined;
  const ping = due === undefined ? undefined : ({ what: "ping", at: due, after: lastPing ?? due } as const);
  const end = run && ({ what: "end", at: run.began, after: run.began } as const);
  if (!ping || !end) return ping ?? end;
  return end.at < ping.at ? end : ping;
}

/** When the alarm comes if nothing arrives: when the grace is over. `grace` is in seconds. */
export function alarmAt(expected: Expected, grace: number): number {
  return expected.at + grace * 1000;
}

/**
 * The check after a ping. A start changes no status. A success makes the check up, a failure down, at once. Both end the
 * run that has their run id; a failure, and a success without a run id, end any.
 */
export function afterPing(standing: Standing, { kind, at, rid }: Heard): Standing {
  if (kind === "break") return { status: "new" };
  if (kind === "start") return { ...standing, run: { began: at, rid } };
  const { run } = standing;
  const goesOn = run && run.rid !== rid && kind === "success" && rid !== null;
  return { status: kind === "fail" ? "down" : "up", lastPing: at, ...(goesOn && { run }) };
}
