/** Which grace suits a history. All in seconds. */
import type { Trial, Verdict } from "./judge";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Round values that people would choose. */
export const ROUND: readonly number[] = [
  ...[1, 2, 5, 10, 15, 20, 30, 45].map((number) => number * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((number) => number * HOUR),
  ...[1, 2, 3, 7, 14, 30].map((number) => number * DAY),
];

/** Headroom: two thirds of the suggested grace would have been enough, too. */
export const HEADROOM = 1.5;
/** No shorter grace is suggested in place of a longer one, because a network may be down for minutes. */
const LEAST = 5 * MINUTE;
/** A shorter grace is suggested only if it is at most this part of the present one and saves this much; otherwise it is not worth a change. */
const WORTHWHILE = { part: 0.5, saves: 10 * MINUTE };

/** The result of one grace. */
export interface Option extends Verdict {
  grace: number;
  /** Seconds by which a missed run would be reported later than now; negative: sooner. */
  later: number;
}

/** The present grace among the round ones, each with what it would have given, from the shortest on. */
export function optionsOf(trial: Trial, present: number, most: number): Option[] {
  return [...new Set([...ROUND, present])]
    .filter((grace) => grace <= most)
    .sort((a, b) => a - b)
    .map((grace) => ({ grace, ...trial(grace), later: grace - present }));
}

/** A grace in place of the present one; undefined: the present one is fine, or no grace would do. */
export function suggestedGrace(trial: Trial, present: number, mostFalse: number): number | undefined {
  if (trial(present).falseAlarms > mostFalse) {
    return ROUND.find((grace) => grace > present && isSafe(trial, grace, mostFalse));
  }
  const shorter = saferGrace(trial, mostFalse);
  if (shorter === undefined) return undefined;
  const isWorthIt = shorter <= present * WORTHWHILE.part && present - shorter >= WORTHWHILE.saves;
  return isWorthIt ? shorter : undefined;
}

/** The shortest round grace from five minutes on for which even unclear alarms are within what is tolerated. */
export function saferGrace(trial: Trial, mostFalse: number): number | undefined {
  return ROUND.find(
    (grace) =>
      grace >= LEAST &&
      isSafe(trial, grace, mostFalse) &&
      falseOrUnclear(trial, grace / HEADROOM) <= mostFalse,
  );
}

function isSafe(trial: Trial, grace: number, mostFalse: number): boolean {
  return [grace, grace / HEADROOM].every((one) => trial(one).falseAlarms <= mostFalse);
}

function falseOrUnclear(trial: Trial, grace: number): number {
  const { falseAlarms, unclear } = trial(grace);
  return falseAlarms + unclear;
}
