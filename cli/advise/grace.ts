/** Which grace suits a history. All values are in seconds. */
import type { Trial, Verdict } from "./judge";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * Round values that people would choose. Four days are what a weekend without runs takes with headroom, and five what a
 * long one takes.
 */
export const ROUND: readonly number[] = [
  ...[1, 2, 5, 10, 15, 20, 30, 45].map((number) => number * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((number) => number * HOUR),
  ...[1, 2, 3, 4, 5, 7, 14, 30].map((number) => number * DAY),
];

/** Headroom: two thirds of the suggested grace would also have been enough. */
export const HEADROOM = 1.5;
/** The shortest grace suggested instead of a longer one, because a network may be down for minutes. */
const LEAST = 5 * MINUTE;
/** A shorter grace is suggested only if it is at most this part of the present one, and saves this much. */
const WORTHWHILE = { part: 0.5, saves: 10 * MINUTE };

/** The result of one grace. */
export interface Option extends Verdict {
  grace: number;
  /** Seconds by which a missed run would be reported later than now; negative if sooner. */
  later: number;
}

/** The round graces and the present one, each with its result, in ascending order. */
export function optionsOf(trial: Trial, present: number, most: number): Option[] {
  return [...new Set([...ROUND, present])]
    .filter((grace) => grace <= most)
    .sort((a, b) => a - b)
    .map((grace) => ({ grace, ...trial(grace), later: grace - present }));
}

/** A grace to replace the present one; undefined if the present one is fine, or if none would do. */
export function suggestedGrace(trial: Trial, present: number, mostFalse: number): number | undefined {
  if (trial(present).falseAlarms > mostFalse) {
    return ROUND.find((grace) => grace > present && isSafe(trial, grace, mostFalse));
  }
  const shorter = saferGrace(trial, mostFalse);
  if (shorter === undefined) return undefined;
  const isWorthIt = shorter <= present * WORTHWHILE.part && present - shorter >= WORTHWHILE.saves;
  return isWorthIt ? shorter : undefined;
}

/** The shortest round grace of at least five minutes that keeps even unclear alarms within the acceptable number. */
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
