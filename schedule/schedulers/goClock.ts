/** Go's two cron libraries, and where they misfire when clocks change. */
import { clockOf, DAY_MS } from "../wallClock";
import { type ClockHabits, changesOf, fallsBetween, isOn } from "./changes";
import { NotConvertible } from "./conversion";
import type { Rule } from "./rule";
import { type Source, type Translation, translate } from "./translate";

const HOUR_MS = 3_600_000;

type Scheduled = Omit<Source, keyof ClockHabits>;

/**
 * These libraries follow the wall clock, minute by minute. `lostHours` are the hours whose runs a library loses on a
 * day without midnight, after stepping back from there.
 */
export function translateGoCron(scheduled: Scheduled, lostHours: readonly number[]): Translation {
  refuseGoMistakes(scheduled, lostHours);
  return translate({ ...scheduled, inGap: "skip", inOverlap: "twice" });
}

/**
 * Refuses schedules that the libraries run wrongly. They step by whole hours and detect a new day at hour 0, so a
 * change by half an hour shifts runs; and if midnight is skipped, a job may run on a wrong day, or not at all.
 */
function refuseGoMistakes({ name, rules, zone }: Scheduled, lostHours: readonly number[]): void {
  for (const { kind, from, to } of changesOf(zone)) {
    const offTheHour =
      from % HOUR_MS !== 0 && rules.some((rule) => fallsBetween(rule, ...wholeHours(from, to)));
    if (offTheHour || (to - from) % HOUR_MS !== 0) {
      throw new NotConvertible(
        `${name} loses the count when the clocks of ${zone} change by less than an hour, or off the full hour; give the job another time zone`,
      );
    }
    const midnight = Math.ceil(from / DAY_MS) * DAY_MS;
    const skipsMidnight = kind === "gap" && from <= midnight && midnight < to;
    // East of UTC, Go represents that midnight by the hour after the gap, and the libraries step back from it to the
    // day before.
    const stepsBack = clockOf(zone).wallAt(midnight) > midnight;
    const isWrong = (rule: Rule) =>
      runsADayLate(rule, midnight, to) || (stepsBack && losesTheDay(rule, midnight, lostHours));
    if (skipsMidnight && rules.some(isWrong)) {
      throw new NotConvertible(
        `${name} runs this job on a wrong day, or not at all, when the clocks of ${zone} skip midnight; give the job another time zone`,
      );
    }
  }
}

function wholeHours(from: number, to: number): [number, number] {
  return [Math.floor(from / HOUR_MS) * HOUR_MS, Math.ceil(to / HOUR_MS) * HOUR_MS];
}

function runsADayLate(rule: Rule, midnight: number, resumes: number): boolean {
  return (
    isOn(rule, midnight - DAY_MS) &&
    !isOn(rule, midnight) &&
    rule.hours.some((hour) => hour >= new Date(resumes).getUTCHours())
  );
}

function losesTheDay(rule: Rule, midnight: number, lostHours: readonly number[]): boolean {
  return (
    isOn(rule, midnight) &&
    !isOn(rule, midnight - DAY_MS) &&
    rule.hours.some((hour) => lostHours.includes(hour))
  );
}
