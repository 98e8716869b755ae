/** The stretch of time that a report covers, from the user's options. Times are UNIX seconds. */

import type { Window } from "../../provider/monitor/uptime/history";
import { clockOf, DAY_MS } from "../../schedule/wallClock";
import { badOption } from "../command";

export type { Window };

/** The options that select the window. */
export interface WindowAsked {
  /**
   * A date, or a date with a time.
   * @default the first of `days` days
   */
  from?: string | undefined;
  /**
   * A date, which is included, or a date with a time.
   * @default now
   */
  to?: string | undefined;
  /**
   * Number of days, including the last one.
   * @default 30
   */
  days?: string | undefined;
  /** Time zone of dates without one, and of the timeline's days. */
  zone: string;
}

const DEFAULT_DAYS = "30";
const LONGEST_DAYS = 3660;
const DAY_SECONDS = DAY_MS / 1000;

/**
 * The window, cut off at `now`, because the future cannot be reported.
 * @throws {ChecksError} if the options contradict each other or cannot be read
 */
export function windowOf({ from, to, days, zone }: WindowAsked, now: number): Window {
  if (from !== undefined && days !== undefined) {
    throw badOption("--from", "--days says where the window begins, too", "Give one of them");
  }
  const end = Math.min(to === undefined ? now : momentIn("--to", to, zone, "end"), now);
  const start =
    from === undefined
      ? daysBefore(end, wholeDays(days ?? DEFAULT_DAYS), zone)
      : momentIn("--from", from, zone, "start");
  if (start >= now) throw badOption("--from", "the window lies in the future", "Name a time before now");
  if (start >= end) throw badOption("--from", "the window has no length", "Name a time before --to");
  if (end - start > (LONGEST_DAYS + 1) * DAY_SECONDS) {
    throw badOption("--from", `the window has more than ${LONGEST_DAYS} days`, "Name a later time");
  }
  return { start, end };
}

/** The instant at which a day of a zone begins. `wallMidnight` is in milliseconds, as if the zone were UTC. */
export function midnight(wallMidnight: number, zone: string): number {
  const [first] = clockOf(zone).stretches(wallMidnight);
  if (first === undefined) return wallMidnight / 1000;
  return (first.kind === "gap" ? first.resumes : first.fromWithRepeats - first.offset) / 1000;
}

/** The midnight before an instant on the zone's wall clock, in milliseconds. */
export function wallMidnightOf(seconds: number, zone: string): number {
  return Math.floor(clockOf(zone).wallAt(seconds * 1000) / DAY_MS) * DAY_MS;
}

/** The start of the first of `days` days; the last one contains the second before `end`. */
function daysBefore(end: number, days: number, zone: string): number {
  return midnight(wallMidnightOf(end - 1, zone) - (days - 1) * DAY_MS, zone);
}

function wholeDays(given: string): number {
  const days = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= LONGEST_DAYS) return days;
  throw badOption("--days", `it must be a whole number of days, 1 to ${LONGEST_DAYS}`);
}

/** Fractions of a second, which the service's own times have, do not count. */
const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/**
 * The instant of a date or a time. A date means its beginning for a start, and its end for an end.
 * @throws {ChecksError} if it is neither
 */
export function momentIn(option: string, given: string, zone: string, edge: "start" | "end"): number {
  const [, year, month, day, hours, minutes, seconds = "00", offset] = MOMENT.exec(given.trim()) ?? [];
  const wallMidnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const isDate = Number.isFinite(wallMidnight) && new Date(wallMidnight).getUTCDate() === Number(day);
  if (isDate && hours === undefined) {
    return midnight(edge === "start" ? wallMidnight : wallMidnight + DAY_MS, zone);
  }
  const wall = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  if (!isDate || !Number.isFinite(wall)) {
    throw badOption(option, "it must be a date such as 2026-05-01, or a time such as 2026-05-01T10:30Z");
  }
  if (offset === undefined) return atWall(wall, zone);
  return (wall - offsetMs(offset)) / 1000;
}

/** The first instant at which the wall clock shows a time, or the end of the gap that skips it. */
function atWall(wall: number, zone: string): number {
  // Uses the time's own day: 24:00 belongs to the next one.
  const wallMidnight = Math.floor(wall / DAY_MS) * DAY_MS;
  for (const part of clockOf(zone).stretches(wallMidnight)) {
    if (part.kind === "gap" && wall >= part.from && wall < part.to) return part.resumes / 1000;
    if (part.kind === "steady" && wall >= part.fromWithRepeats && wall < part.to) {
      return (wall - part.offset) / 1000;
    }
  }
  return midnight(wallMidnight, zone);
}

function offsetMs(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith("-") ? -minutes : minutes) * 60_000;
}
