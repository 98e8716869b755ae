import { isoSeconds } from "../core/clock";
import type { Dialect } from "./dialect";

/** A stored status; `grace` is always derived from the clock. */
export type StoredStatus = "new" | "up" | "down" | "paused";

/** A recorded change of status. */
export interface Flip {
  /** When it became due, even if it was noticed later: milliseconds since 1970. */
  at: number;
  from: StoredStatus;
  to: StoredStatus;
}

/** The parsed query of the flip list. Times are in milliseconds. */
interface FlipFilter {
  start?: number;
  end?: number;
  seconds?: number;
}

const LONGEST_SECONDS = 31_536_000;
const LATEST_TIMESTAMP = 10_000_000_000;
const INTEGER = /^\s*[+-]?\d+(?:_\d+)*\s*$/;

/** Parses `seconds`, `start` and `end`; undefined if one is invalid. If one is repeated, the last counts. */
export function parseFlipFilter(query: URLSearchParams): FlipFilter | undefined {
  const filter: FlipFilter = {};
  const seconds = query.getAll("seconds").at(-1);
  if (seconds !== undefined && seconds !== "") {
    // The server's form field for integers accepts "5.0" and "5." as 5.
    const value = integer(seconds.replace(/\.0*\s*$/, ""), LONGEST_SECONDS);
    if (value === undefined) return undefined;
    if (value > 0) filter.seconds = value;
  }
  for (const name of ["start", "end"] as const) {
    const given = query.getAll(name).at(-1);
    if (given === undefined) continue;
    const value = integer(given, LATEST_TIMESTAMP);
    if (value === undefined) return undefined;
    filter[name] = value * 1000;
  }
  return filter;
}

function integer(text: string, largest: number): number | undefined {
  if (!INTEGER.test(text)) return undefined;
  const value = Number(text.replaceAll("_", ""));
  return value >= 0 && value <= largest ? value : undefined;
}

/** The flips that match the filter, newest first. */
export function selectFlips(
  flips: readonly Flip[],
  filter: FlipFilter,
  now: number,
  dialect: Dialect,
): Flip[] {
  const { start, end, seconds } = filter;
  return flips
    .filter((flip) => {
      if (dialect.flips.upAndDownOnly && !betweenUpAndDown(flip)) return false;
      if (start !== undefined && (dialect.flips.startInclusive ? flip.at < start : flip.at <= start))
        return false;
      if (end !== undefined && flip.at >= end) return false;
      return seconds === undefined || flip.at >= now - seconds * 1000;
    })
    .reverse();
}

function betweenUpAndDown(flip: Flip): boolean {
  return (flip.from === "up" && flip.to === "down") || (flip.from === "down" && flip.to === "up");
}

export function flipsDocument(flips: readonly Flip[], dialect: Dialect): unknown {
  const list = flips.map((flip) => ({ timestamp: isoSeconds(flip.at), up: flip.to === "up" ? 1 : 0 }));
  return dialect.flips.shape === "object" ? { flips: list } : list;
}
