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

/** Alarms in the order in which they are raised, each with what ended it. */
export class Alarms {
  readonly all: Alarm[] = [];
  private open: Alarm | undefined;

  raise(at: number, expected: Expected): void {
    this.open = { at, expected, restarted: false };
    this.all.push(this.open);
  }

  hear(heard: Heard): void {
    if (!this.open) return;
    if (heard.kind === "start") this.open.restarted = true;
    else {
      this.open.ended = heard;
      this.open = undefined;
    }
  }
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
  const alarms = new Alarms();
  let standing: Standing = { status: "new" };
  const passTo = (now: number) => {
    const expected = expectedNext(standing, next);
    if (!expected || alarmAt(expected, grace) > now) return;
    alarms.raise(alarmAt(expected, grace), expected);
    standing = { ...standing, status: "down" };
  };
  for (const heard of history) {
    passTo(heard.at);
    alarms.hear(heard);
    standing = afterPing(standing, heard);
    // Another run that began earlier, and that this success was not about, may already be overdue.
    if (heard.kind === "success") passTo(heard.at);
  }
  passTo(until);
  return alarms.all;
}
