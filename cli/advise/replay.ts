/** Which alarms a history would have given under some settings. */
import {
  afterPing,
  alarmAt,
  type Expectation,
  type Expected,
  expectedNext,
  type Heard,
  type Standing,
} from "./rule";

/** An alarm: what was expected did not come before its grace was over. */
export interface Alarm {
  /** When it was raised, in milliseconds. */
  at: number;
  expected: Expected;
  /** The success, failure or break that ended it; absent: it goes on. */
  ended?: Heard;
  /** Another run began before it ended. */
  restarted: boolean;
}

/**
 * The alarms, in the order of time. `grace` is in seconds. The time after the last ping counts up to `until`, in
 * milliseconds; without `until` it does not count, because it is not known yet what follows.
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
    // A run that began before all this, and that the success was not about, may be overdue already.
    if (heard.kind === "success") passTo(heard.at);
  }
  passTo(until);
  return alarms;
}
