import type { History } from "../../provider/monitor/uptime/history";
import type { Window } from "./window";

/** A stretch in which a check was down, and which touches the window. Times are UNIX seconds. */
export interface Incident {
  /** When it began, be it before the window. */
  start: number;
  /** false: it may have begun earlier still; the service has forgotten when. */
  startKnown: boolean;
  /** When it ended, be it after the window; now where it goes on. */
  end: number;
  goesOn: boolean;
  /** From start to end. */
  seconds: number;
  /** The part of it that lies in the window, and counts. */
  secondsInWindow: number;
}

/** The incidents of a check in a window, in the order of time. One that reaches into time that is left out ends there, or begins. */
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

/** One incident, as a person sees it: of one check, or of several that went down and came back together. */
export interface SharedIncident<Check> extends Incident {
  /** In the order in which they went down. */
  checks: Check[];
}

/** Seconds within which checks go down, and come back, together: they are looked at by their own schedules. */
const TOGETHER = 600;

/**
 * Incidents that began together and ended together (or all go on) told as one, newest first. It lasts from the
 * first beginning to the last end. Those whose beginning is forgotten stay by themselves.
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

/** Groups are in the order of their beginnings: the older ones need no look. */
function recent<Check>(groups: SharedIncident<Check>[], start: number): SharedIncident<Check>[] {
  return groups.slice(groups.findLastIndex((group) => start - group.start > TOGETHER) + 1);
}

function isTogether(group: Incident, { start, startKnown, end, goesOn }: Incident): boolean {
  if (!startKnown || !group.startKnown || group.goesOn !== goesOn) return false;
  return start - group.start <= TOGETHER && (goesOn || Math.abs(end - group.end) <= TOGETHER);
}
