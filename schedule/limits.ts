/** The durations allowed in a check, in seconds: 1 minute to 365 days (monitor-api.md, Limits). */
export const SHORTEST = 60;
export const LONGEST = 31_536_000;

/** The nearest duration that a check can have. */
export function withinLimits(seconds: number): number {
  return Math.min(Math.max(seconds, SHORTEST), LONGEST);
}
