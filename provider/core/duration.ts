/** Lengths of time as people write them: `5m`, `1h30m`, `30 d`, and ISO 8601 (`P1D`, `PT1H30M`). */

const UNITS = [7 * 86_400, 86_400, 3600, 60, 1] as const;

/** Weeks, days, hours, minutes, seconds: each at most once, in this order. */
const PLAIN =
  /^(?:(\d{1,10}) ?w)? ?(?:(\d{1,10}) ?d)? ?(?:(\d{1,10}) ?h)? ?(?:(\d{1,10}) ?m)? ?(?:(\d{1,10}) ?s)?$/;
const ISO = /^P(?:(\d{1,10})W)?(?:(\d{1,10})D)?(?:T(?=\d)(?:(\d{1,10})H)?(?:(\d{1,10})M)?(?:(\d{1,10})S)?)?$/;

/** The length in seconds; NaN when the text is not one. Months and years have no fixed length and are refused. */
export function secondsOf(length: number | string): number {
  if (typeof length === "number") return length;
  const [, ...counts] = PLAIN.exec(length) ?? ISO.exec(length) ?? [];
  if (counts.every((count) => count === undefined)) return Number.NaN;
  return UNITS.reduce((sum, unit, index) => sum + unit * Number(counts[index] ?? 0), 0);
}
