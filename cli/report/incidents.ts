import type { History } from "../../provider/monitor/uptime/history";
import type { Window } from "./window";

/** A stretch of downtime that touches the window. Times are UNIX seconds. */
export interface Incident {
  /** When it began, even if before the window. */
  start: number;
  /** False if it may have begun earlier, at a time that the service has forgotten. */
  startKnown: boolean;
  /** When it ended, even if after the window; now if it goes on. */
  end: number;
  goesOn: boolean;
  /** From start to end. */
  seconds: number;
  /** The part inside the window, which counts. */
  secondsInWindow: number;
}

/** A check's incidents in a window, in chronological order. Incidents are cut at time that is left out. */
export function incidentsOf(
  { everything, present, basis }: History,
  window: Window,
  leftOut: readonly Window[] = [],
): Incident[] {
  const last = everything.length - 1;
  return everything.flatMap(({ from, to, state }, index) => {
    const secondsInWindow = Math.min(to, window.end) - Math.max(from, window.start);
    if (state !== "down" || secondsInWindow <= 0) return [];
    const isCut = leftOut.some((one) => one.end === from);
    const startKnown = !isCut && (index > 0 || basis !== "presentStatus");
    const goesOn = index === last && present === "down";
    return [{ start: from, startKnown, end: to, goesOn, seconds: to - from, secondsInWindow }];
  });
}

/** One incident of a single check, or of several that went down and came back together. */
export interface SharedIncident<Check> extends Incident {
  /** In the order in which they went down. */
  checks: Check[];
}

/**
 * In seconds. Checks that go down, and come back, within it count as together, because each is noticed by its own
 * schedule.
 */
const TOGETHER = 600;

/**
 * Joins incidents that began and ended together (or all go on), newest first. The result lasts from the first beginning
 * to the last end. Incidents with an unknown beginning are not joined.
 */
export function sharedIncidents<Check>(
  incidents: readonly (Incident & { check: Check })[],
  window: Window,
): SharedIncident<Check>[] {
  const groups: SharedIncident<Check>[] = [];
  for (const { check, ...incident } of incidents.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const group = recent(groups, incident.start).find(
      (one) => isTogether(one, incident) && !one.checks.includes(check),
    );
    if (!group) {
      groups.push({ ...incident, checks: [check] });
      continue;
    }
    group.checks.push(check);
    group.end = Math.max(group.end, incident.end);
    group.seconds = group.end - group.start;
    group.secondsInWindow = Math.min(group.end, window.end) - Math.max(group.start, window.start);
  }
  return groups.sort((a, b) => b.start - a.start || b.end - a.end);
}

/** The groups that began shortly before `start`. Groups are sorted by beginning, so older ones are skipped. */
function recent<Check>(groups: SharedIncident<Check>[], start: number): SharedIncident<Check>[] {
  return groups.slice(groups.findLastIndex((group) => start - group.start > TOGETHER) + 1);
}

function isTogether(group: Incident, { start, startKnown, end, goesOn }: Incident): boolean {
  if (!startKnown || !group.startKnown || group.goesOn !== goesOn) return false;
  return start - group.start <= TOGETHER && (goesOn || Math.abs(end - group.end) <= TOGETHER);
}
