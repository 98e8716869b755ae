/** Lengths of time that a check can have, in seconds: 1 minute to 365 days (monitor-api.md, Limits). */
export const SHORTEST = 60;
export const LONGEST = 31_536_000;

/** The nearest length that a check can have. */
export function withinLimits(seconds: number): number {
  return Math.min(Math.max(seconds, SHORTEST), LONGEST);
}
