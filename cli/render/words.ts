/** Numbers, durations and times for people; the same on every machine. */
import { clockOf } from "../../schedule/wallClock";

export { count } from "../../provider/core/words";

/** `a, b, c and 3 more`. */
export function listInWords(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const UNITS = [
  { seconds: 86_400, sign: "d" },
  { seconds: 3600, sign: "h" },
  { seconds: 60, sign: "min" },
  { seconds: 1, sign: "s" },
] as const;

/** `2 h 5 min`: the largest unit and the next one, rounded down. */
export function duration(seconds: number): string {
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const [large, small] = UNITS.slice(first === -1 ? UNITS.length - 1 : first);
  if (!large) return `${seconds} s`;
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0;
  const whole = `${Math.floor(seconds / large.seconds)} ${large.sign}`;
  return small && rest > 0 ? `${whole} ${rest} ${small.sign}` : whole;
}

/** Not rounded: the largest unit that fits exactly, so that 5400 is `90 min` and 86400 is `1 d`. */
export function exactDuration(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= one.seconds && seconds % one.seconds === 0);
  return unit ? `${seconds / unit.seconds} ${unit.sign}` : `${seconds} s`;
}

/** `2026-05-03 10:42`, on a zone's wall clock. `seconds` is UNIX time. */
export function moment(seconds: number, zone: string): string {
  return wall(seconds, zone).slice(0, 16).replace("T", " ");
}

/** `2026-05-03`, on a zone's wall clock. */
export function day(seconds: number, zone: string): string {
  return wall(seconds, zone).slice(0, 10);
}

/** `2026-05-03T10:42:07Z`. */
export function iso(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function wall(seconds: number, zone: string): string {
  return new Date(clockOf(zone).wallAt(seconds * 1000)).toISOString();
}
