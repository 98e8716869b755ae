/** Replays a history, to find the alarms that some settings would have given. */
import {
  afterPing,
  alarmAt,
  type Expectation,
  type Expected,
  expectedNext,
  type Heard,
  type Standing,
} from "./rule";

/** An alarm: the expected ping did not come within the grace. */
export interface Alarm {
  /** When it was raised, in milliseconds. */
  at: number;
  expected: Expected;
  /** The success, failure or break that ended it; absent if it goes on. */
  ended?: Heard;
  /** Another run began before it ended. */
  restarted: boolean;
}

/**
 * The alarms in chronological order. `grace` is in seconds. The time after the last ping counts up to `until` (in
 * milliseconds), or not at all without `until`, because what follows is unknown.
 */
export function alarmsOf(
  history: readonly Heard[],
  next: Expectation,
  grace: number,
  until = Number.NEGATIVE_INFINITY,
): Alarm[] {
  const alarms: Alarm[] = [];
  let standing: Standing = { status: "new" };
  let open: Alarm | undefined;
  const passTo = (now: number) => {
    const expected = expectedNext(standing, next);
    if (!expected || alarmAt(expected, grace) > now) return;
    open = { at: alarmAt(expected, grace), expected, restarted: false };
    alarms.push(open);
    standing = { ...standing, status: "down" };
  };
  for (const heard of history) {
    passTo(heard.at);
    if (open && heard.kind === "start") open.restarted = true;
    else if (open) {
      open.ended = heard;
      open = undefined;
    }
    standing = afterPing(standing, heard);
    // Another run that began earlier, and that this success was not about, may already be overdue.
    if (heard.kind === "success") passTo(heard.at);
  }
  passTo(until);
  return alarms;
}
