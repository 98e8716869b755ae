import type { History } from "./history";
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

/** The incidents of a check in a window, in the order of time. */
export function incidentsOf({ everything, basis }: History, window: Window): Incident[] {
  const last = everything.length - 1;
  return everything.flatMap(({ from, to, state }, index) => {
    const secondsInWindow = Math.min(to, window.end) - Math.max(from, window.start);
    if (state !== "down" || secondsInWindow <= 0) return [];
    const startKnown = index > 0 || basis !== "presentStatus";
    const goesOn = index === last;
    return [{ start: from, startKnown, end: to, goesOn, seconds: to - from, secondsInWindow }];
  });
}
