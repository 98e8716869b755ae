/** Shares, durations and times as people read them; the same on every machine. */
import { clockOf } from "../../provider/schedule/wallClock";
import type { Incident } from "./incidents";
import type { Measure } from "./measure";

/** Shown where nothing is known. */
export const NO_DATA = "no data";

/** `99.87%`, cut off rather than rounded: 100% is only what is 100%. `no data` where nothing is known. */
export function percent({ upSeconds, downSeconds }: Pick<Measure, "upSeconds" | "downSeconds">): string {
  const known = upSeconds + downSeconds;
  if (known === 0) return NO_DATA;
  if (downSeconds === 0) return "100%";
  // In whole hundredths of a percent, so that the division is the only rounding.
  return `${(Math.floor((upSeconds * 10_000) / known) / 100).toFixed(2)}%`;
}

const UNITS = [
  { seconds: 86_400, sign: "d" },
  { seconds: 3600, sign: "h" },
  { seconds: 60, sign: "min" },
  { seconds: 1, sign: "s" },
] as const;

/** `2 h 5 min`: the largest unit and the next one, cut off. */
export function duration(seconds: number): string {
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const [large, small] = UNITS.slice(first === -1 ? UNITS.length - 1 : first);
  if (!large) return `${seconds} s`;
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0;
  const whole = `${Math.floor(seconds / large.seconds)} ${large.sign}`;
  return small && rest > 0 ? `${whole} ${rest} ${small.sign}` : whole;
}

/** `3 h`, and how much of it counts where it reaches beyond the window. */
export function lengthOf({ seconds, secondsInWindow }: Incident): string {
  const whole = duration(seconds);
  return seconds === secondsInWindow ? whole : `${whole}, ${duration(secondsInWindow)} in the window`;
}

/** `2026-05-03 10:42`, on the wall of a zone. */
export function moment(seconds: number, zone: string): string {
  return wall(seconds, zone).slice(0, 16).replace("T", " ");
}

/** `2026-05-03`. */
export function day(seconds: number, zone: string): string {
  return wall(seconds, zone).slice(0, 10);
}

/** `2026-05-03T10:42:07Z`. */
export function iso(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** `1 check`, `2 checks`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function wall(seconds: number, zone: string): string {
  return new Date(clockOf(zone).wallAt(seconds * 1000)).toISOString();
}
