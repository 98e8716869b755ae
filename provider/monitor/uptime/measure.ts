/** Seconds of each state, and the uptime that follows from them. */
import type { State, Stretch } from "./history";

/** How long what was known. */
export interface Measure {
  /** Seconds in which it was up, or late within the grace time. */
  upSeconds: number;
  /** Seconds in which it was down. */
  downSeconds: number;
  /** Seconds in which it was paused. They count neither as uptime nor as downtime. */
  pausedSeconds: number;
  /** Seconds of which nothing is known. They count neither as uptime nor as downtime. */
  unknownSeconds: number;
}

/** Sums up stretches, or the part of them that lies between two times. */
export function measure(
  stretches: readonly Stretch[],
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): Measure {
  const seconds: Record<State, number> = { up: 0, down: 0, paused: 0, unknown: 0 };
  for (const stretch of stretches) {
    seconds[stretch.state] += Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from));
  }
  return {
    upSeconds: seconds.up,
    downSeconds: seconds.down,
    pausedSeconds: seconds.paused,
    unknownSeconds: seconds.unknown,
  };
}

/** All of them together. */
export function together(measures: readonly Measure[]): Measure {
  const sum = (key: keyof Measure) => measures.reduce((total, one) => total + one[key], 0);
  return {
    upSeconds: sum("upSeconds"),
    downSeconds: sum("downSeconds"),
    pausedSeconds: sum("pausedSeconds"),
    unknownSeconds: sum("unknownSeconds"),
  };
}

/** Uptime as a share of the time in which it was up or down, 0 to 1; undefined where nothing is known. */
export function uptimeOf({ upSeconds, downSeconds }: Measure): number | undefined {
  const known = upSeconds + downSeconds;
  return known > 0 ? upSeconds / known : undefined;
}

/** How much of the time that is: the time up or down as a share of all, 0 to 1; undefined where there is none. */
export function knownRatioOf(measure: Measure): number | undefined {
  const { upSeconds, downSeconds, pausedSeconds, unknownSeconds } = measure;
  const all = upSeconds + downSeconds + pausedSeconds + unknownSeconds;
  return all > 0 ? (upSeconds + downSeconds) / all : undefined;
}
