/** Whether the run time of a job grows. */

/** A run whose start and end were reported. */
export interface Run {
  /** When it ended, in milliseconds. */
  at: number;
  /** In seconds. */
  duration: number;
}

/** A growing run time: the medians of the first and the last third of the runs, in seconds. */
export interface Growth {
  from: number;
  to: number;
  /** The median end of the last third's runs, in milliseconds. */
  at: number;
  /** Growth in seconds per day. */
  perDay: number;
}

/** Of fewer runs each third would be one or two, which say nothing about a trend. */
const LEAST_RUNS = 10;
/** The last third must take half as long again as the first one, and at least a minute more. */
const FACTOR = 1.5;
const LEAST = 60;
const DAY_MS = 86_400_000;

/**
 * Compares the medians of three thirds of the runs, oldest first, because single long runs do not affect medians. The
 * run time grows if each third takes longer than the one before, and the last one much longer than the first.
 */
export function growthOf(runs: readonly Run[]): Growth | undefined {
  if (runs.length < LEAST_RUNS) return undefined;
  const third = Math.floor(runs.length / 3);
  const [first, middle, last] = [runs.slice(0, third), runs.slice(third, -third), runs.slice(-third)];
  const [from, between, to] = [durationOf(first), durationOf(middle), durationOf(last)];
  const days = (timeOf(last) - timeOf(first)) / DAY_MS;
  if (between <= from || to <= between || to < from * FACTOR || to < from + LEAST || days <= 0)
    return undefined;
  return { from, to, at: timeOf(last), perDay: (to - from) / days };
}

function durationOf(runs: readonly Run[]): number {
  return median(runs.map(({ duration }) => duration));
}

function timeOf(runs: readonly Run[]): number {
  return median(runs.map(({ at }) => at));
}

/** Requires at least one number. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}
