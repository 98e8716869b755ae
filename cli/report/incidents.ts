import type { Stretch } from "./history";

/** A stretch in which a check was down, as far as it lies in the window. Times are UNIX seconds. */
export interface Incident {
  start: number;
  end: number;
  /** The part of it that lies in the window. */
  seconds: number;
  /** It began before the window. */
  beganBefore: boolean;
  /** It goes on at the end of the window. */
  goesOn: boolean;
}

/** The incidents of a check, in the order of time. `stretches` cover the window. */
export function incidentsOf(stretches: readonly Stretch[]): Incident[] {
  const last = stretches.length - 1;
  return stretches.flatMap(({ from, to, state }, index) =>
    state === "down"
      ? [{ start: from, end: to, seconds: to - from, beganBefore: index === 0, goesOn: index === last }]
      : [],
  );
}
