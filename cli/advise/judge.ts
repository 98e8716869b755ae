/**
 * Judges alarms. This is the only definition of a false alarm; docs/advise.md describes it to users.
 *
 * An alarm is false if its run came by itself after all: the success arrived before the next run was due. It is right
 * if the job finally reported a failure, or if another run was due, or began, before a success arrived, so that at
 * least one was missed. An alarm that a break ended is neither.
 */
import { type Alarm, alarmsOf } from "./replay";
import { type Expectation, expectationOf, type Heard, type Settings } from "./rule";

/** The alarms of a history under some settings. */
export interface Verdict {
  /** Alarms although the run came by itself. */
  falseAlarms: number;
  /** Alarms that reported a real problem. */
  rightAlarms: number;
  /** Alarms that cannot be judged, because the check was paused, or had other settings, when they would have ended. */
  unclear: number;
}

/** A verdict for each grace, in seconds. */
export type Trial = (grace: number) => Verdict;

/** Judges alarms of a history with one period or schedule. */
export function judgeOf(
  history: readonly Heard[],
  times: Settings["times"],
  next = expectationOf(times),
): (alarms: readonly Alarm[]) => Verdict {
  const usual = usualInterval(history);
  const isByClock = "schedule" in times;
  return (alarms) => verdictOn(alarms, next, usual, isByClock);
}

/** Tries graces on a history with one period or schedule. Caches the verdicts. */
export function trialOf(history: readonly Heard[], times: Settings["times"]): Trial {
  const next = expectationOf(times);
  const judge = judgeOf(history, times, next);
  const known = new Map<number, Verdict>();
  return (grace) => {
    const verdict = known.get(grace) ?? judge(alarmsOf(history, next, grace));
    known.set(grace, verdict);
    return verdict;
  };
}

function verdictOn(alarms: readonly Alarm[], next: Expectation, usual: number, isByClock: boolean): Verdict {
  const verdict: Verdict = { falseAlarms: 0, rightAlarms: 0, unclear: 0 };
  for (const alarm of alarms) verdict[worthOf(alarm, missedFrom(alarm, next, usual, isByClock))] += 1;
  return verdict;
}

function worthOf({ ended, expected, restarted }: Alarm, missed: number): keyof Verdict {
  if (!ended || ended.kind === "break") return "unclear";
  if (ended.kind === "fail" || ended.at >= missed) return "rightAlarms";
  return expected.what === "end" && restarted ? "rightAlarms" : "falseAlarms";
}

/**
 * Without a schedule, a silence of this many usual intervals is a missed run. Not of two: where only one run was missed,
 * the next one comes after two periods, and that is less than twice the longest of the usual intervals.
 */
const MISSED = 1.5;

/**
 * When another run was due: the next time of a schedule; without one, or for a run that had begun, after the usual
 * interval.
 */
function missedFrom({ expected }: Alarm, next: Expectation, usual: number, isByClock: boolean): number {
  if (expected.what === "end") return expected.after + usual;
  return isByClock ? (next(expected.at) ?? Number.POSITIVE_INFINITY) : expected.after + MISSED * usual;
}

/**
 * Nine of ten intervals are at most this long. That ignores rare outages, but not the weekends of a job that runs on
 * working days.
 */
const USUAL = 0.9;

/** The usual upper limit of the time between ends of runs, in milliseconds. Intervals across a break do not count. */
export function usualInterval(history: readonly Heard[]): number {
  const intervals = intervalsOf(history).toSorted((a, b) => a - b);
  return intervals[Math.ceil(intervals.length * USUAL) - 1] ?? Number.POSITIVE_INFINITY;
}

/** The times between the ends of successive runs, in milliseconds. */
export function intervalsOf(history: readonly Heard[]): number[] {
  const intervals: number[] = [];
  let last: number | undefined;
  for (const { kind, at } of history) {
    if (kind === "start") continue;
    if (last !== undefined && kind !== "break") intervals.push(at - last);
    last = kind === "break" ? undefined : at;
  }
  return intervals;
}

/**
 * How many successes came while the check was up, and so was waiting for them. Only these show whether a shorter grace
 * would have been enough: a check that a failure took down waits for nothing.
 */
export function awaitedSuccesses(history: readonly Heard[]): number {
  let isUp = false;
  let awaited = 0;
  for (const { kind } of history) {
    if (kind === "start") continue;
    if (isUp && kind === "success") awaited += 1;
    isUp = kind === "success";
  }
  return awaited;
}
