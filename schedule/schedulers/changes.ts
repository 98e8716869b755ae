/** Changes of the clocks, and how they affect a rule. */
import { clockOf, DAY_MS } from "../wallClock";
import { isDay, type Rule } from "./rule";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What a scheduler does with times that the clock jumps over, and with those that it shows twice. */
export interface ClockHabits {
  inGap: "skip" | "afterwards" | "unknown";
  inOverlap: "once" | "twice" | "unknown";
}

/** Wall-clock times are milliseconds as if the zone were UTC; `to` is exclusive. */
export interface Change {
  kind: "gap" | "overlap";
  from: number;
  to: number;
}

/** Uses the changes of fixed years, so that the result does not depend on the current date. */
const FIRST = Date.UTC(2025, 0);
const LAST = Date.UTC(2038, 0);

const known = new Map<string, readonly Change[]>();

export function changesOf(zone: string): readonly Change[] {
  let changes = known.get(zone);
  if (!changes) {
    changes = findChanges((instant) => clockOf(zone).wallAt(instant) - instant);
    known.set(zone, changes);
  }
  return changes;
}

function findChanges(offsetAt: (instant: number) => number): Change[] {
  const changes: Change[] = [];
  // In steps of a week, because the shortest interruption of summer time (Ramadan) lasts four.
  for (let start = FIRST; start < LAST; start += 7 * DAY_MS) {
    const [before, after] = [offsetAt(start), offsetAt(start + 7 * DAY_MS)];
    if (before === after) continue;
    let [low, high] = [start / MINUTE_MS, (start + 7 * DAY_MS) / MINUTE_MS];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle * MINUTE_MS) === before) low = middle;
      else high = middle;
    }
    const [last, first] = [high * MINUTE_MS + before, high * MINUTE_MS + after];
    changes.push({
      kind: first > last ? "gap" : "overlap",
      from: Math.min(first, last),
      to: Math.max(first, last),
    });
  }
  return changes;
}

/** Whether a rule has a wall-clock time in the range. */
export function fallsBetween(rule: Rule, from: number, to: number): boolean {
  return timesBetween(rule, from, to).next().done !== true;
}

/** The rule's wall-clock times in the range. */
function* timesBetween(rule: Rule, from: number, to: number): Generator<number> {
  for (let midnight = Math.floor(from / DAY_MS) * DAY_MS; midnight < to; midnight += DAY_MS) {
    if (!isOn(rule, midnight)) continue;
    for (const hour of rule.hours)
      for (const minute of rule.minutes)
        for (const second of rule.seconds) {
          const time = midnight + hour * HOUR_MS + minute * MINUTE_MS + second * 1000;
          if (time >= from && time < to) yield time;
        }
  }
}

export function isOn(rule: Rule, midnight: number): boolean {
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  if (rule.years && !rule.years.includes(year)) return false;
  if (!rule.months.includes(month)) return false;
  const length = (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / DAY_MS;
  return isDay(rule, { day: date.getUTCDate(), length, weekday: date.getUTCDay() });
}

/** Whether skipped times matter to these rules. They do not if the job also has a run just when the gap ends. */
export function dependsOnGap(rules: readonly Rule[], zone: string): boolean {
  return changesOf(zone).some(
    ({ kind, from, to }) =>
      kind === "gap" &&
      rules.some((rule) => fallsBetween(rule, from, to)) &&
      !rules.some((rule) => fallsBetween(rule, to, to + 1000)),
  );
}

export function fallsInOverlap(rules: readonly Rule[], zone: string): boolean {
  return changesOf(zone).some(
    ({ kind, from, to }) => kind === "overlap" && rules.some((rule) => fallsBetween(rule, from, to)),
  );
}

/** The longest repeated stretch, in minutes, in which these rules have several times; 0 for none. */
export function severalInOverlap(rules: readonly Rule[], zone: string): number {
  const lengths = changesOf(zone).map(({ kind, from, to }) => {
    if (kind !== "overlap") return 0;
    const times = new Set(rules.flatMap((rule) => [...timesBetween(rule, from, to)]));
    return times.size > 1 ? (to - from) / MINUTE_MS : 0;
  });
  return Math.max(0, ...lengths);
}

/** Whether the clocks change around midnight, by half an hour, or not on the full hour. */
export function changesOddly(zone: string): boolean {
  return changesOf(zone).some(
    ({ from, to }) =>
      from % HOUR_MS !== 0 ||
      to % HOUR_MS !== 0 ||
      Math.floor((from - HOUR_MS) / DAY_MS) !== Math.floor((to + HOUR_MS) / DAY_MS),
  );
}
