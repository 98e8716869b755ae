/**
 * Judges alarms: the one definition of a false alarm. docs/advise.md describes it to users.
 *
 * An alarm is false when the run that it was about came by itself after all: its success arrived before the next run was
 * due. It is right when the job reported a failure in the end, or when another run was due, or began, before a success
 * arrived: then at least one was missed. An alarm that a break ended is neither.
 */
import { type Alarm, alarmsOf } from "./replay";
import { type Expectation, expectationOf, type Heard, type Settings } from "./rule";

/** The alarms of a history under some settings. */
export interface Verdict {
  /** Alarms although the run came by itself. */
  falseAlarms: number;
  /** Alarms that reported a real problem. */
  rightAlarms: number;
  /** Alarms that cannot be judged: the check was paused, or had other settings, when they would have ended. */
  unclear: number;
}

/** A verdict for each grace, in seconds. */
export type Trial = (grace: number) => Verdict;

/** Tries graces on a history, with one period or schedule. Each is tried once. */
export function trialOf(history: readonly Heard[], times: Settings["times"]): Trial {
  const next = expectationOf(times);
  const usual = usualInterval(history);
  const isByClock = "schedule" in times;
  const known = new Map<number, Verdict>();
  return (grace) => {
    const verdict = known.get(grace) ?? verdictOn(alarmsOf(history, next, grace), next, usual, isByClock);
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
 * From when on another run was due: the next time of a schedule; otherwise as long again as runs are usually apart. For
 * a run that began, the latter.
 */
function missedFrom({ expected }: Alarm, next: Expectation, usual: number, isByClock: boolean): number {
  if (expected.what === "end") return expected.after + usual;
  return isByClock ? (next(expected.at) ?? Number.POSITIVE_INFINITY) : expected.after + 2 * usual;
}

/** Nine of ten intervals are at most this long: rare outages do not count, but the weekend of a job on working days does. */
const USUAL = 0.9;

/** How far apart runs usually end, at most, in milliseconds. Time across a break does not count. */
export function usualInterval(history: readonly Heard[]): number {
  const intervals = intervalsOf(history).toSorted((a, b) => a - b);
  return intervals[Math.ceil(intervals.length * USUAL) - 1] ?? Number.POSITIVE_INFINITY;
}

/** Between the ends of one run and the next, in milliseconds. */
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
