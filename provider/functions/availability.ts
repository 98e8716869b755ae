/**
 * Uptime of a check in a window of time, from its flips.
 *
 * The interface tells a check's history only by its flips: "up" from this second on, or "not up". A check that
 * is late but within its grace time is up. Whether one that is not up was down, paused or new is not told, so all
 * of that counts as downtime.
 */

/** A change of status. */
export interface StatusChange {
  /** UNIX time in seconds. */
  at: number;
  up: boolean;
}

/** The window asked for, in UNIX seconds; all of it optional. */
export interface WindowAsked {
  /** Begin at this time. */
  start?: number | undefined;
  /** End before this time. */
  end?: number | undefined;
  /** Begin so many seconds before now. With `start` too, the later of the two counts. */
  seconds?: number | undefined;
}

/** How the status at the beginning of the window is known. */
type StartKnownFrom = "earlierFlip" | "firstFlip" | "presentStatus";

/** What the flips say about a window. */
export interface Availability {
  /** First second of the window (UNIX time). */
  start: number;
  /** End of the window (UNIX time); this second does not belong to it. */
  end: number;
  /** Seconds of the window in which the check was up. */
  uptimeSeconds: number;
  /** All other seconds of the window. */
  downtimeSeconds: number;
  /** `uptimeSeconds` as a share of the window, 0 to 1. Absent for a window of no length. */
  uptimeRatio?: number;
  /** Whether the check was up when the window began. */
  upAtStart: boolean;
  /** Where that is known from. */
  startKnownFrom: StartKnownFrom;
}

/**
 * Sums up a window.
 *
 * - `flips` are **all** that the service keeps, newest first as it gives them, not only those of the window: what
 *   was before and what came after the window tell the status in it.
 * - The window ends at `end` or, if that is in the future or not given, at `now` (or at the newest flip, where the
 *   service's clock is ahead of ours): what has not happened yet is not counted.
 * - The window begins at the later of `start` and `now - seconds`. With neither it begins at the oldest flip; if
 *   there is no flip either, it has no length.
 * - Each flip counts from its own second on. Of several in one second the newest counts.
 * - The status at the beginning is that of the last flip at or before it (`earlierFlip`). If the service keeps none,
 *   it is the opposite of the first flip after it (`firstFlip`). If there is no flip at all, the check has been
 *   all the time as it is now, `upNow` (`presentStatus`).
 * - The service forgets flips after two to three months, and does not tell when a check was made: time before the
 *   first flip counts by the rules above, also where the check did not exist yet.
 */
export function availability(
  flips: readonly StatusChange[],
  asked: WindowAsked,
  now: number,
  upNow: boolean,
): Availability {
  const oldestFirst = flips.toReversed().sort((a, b) => a.at - b.at);
  const { start, end } = windowOf(oldestFirst, asked, now);
  const atStart = statusAtStart(oldestFirst, start, upNow);
  const uptimeSeconds = secondsUp(oldestFirst, start, end, atStart.upAtStart);
  const length = end - start;
  return {
    start,
    end,
    uptimeSeconds,
    downtimeSeconds: length - uptimeSeconds,
    ...(length > 0 && { uptimeRatio: uptimeSeconds / length }),
    ...atStart,
  };
}

function windowOf(oldestFirst: readonly StatusChange[], asked: WindowAsked, clock: number) {
  const now = Math.max(clock, oldestFirst.at(-1)?.at ?? clock);
  const end = Math.min(asked.end ?? now, now);
  const starts = [asked.start, asked.seconds === undefined ? undefined : now - asked.seconds];
  const given = starts.filter((start) => start !== undefined);
  const start = given.length > 0 ? Math.max(...given) : (oldestFirst[0]?.at ?? end);
  return { start: Math.min(start, end), end };
}

function statusAtStart(oldestFirst: readonly StatusChange[], start: number, upNow: boolean) {
  const result = (upAtStart: boolean, startKnownFrom: StartKnownFrom) => ({ upAtStart, startKnownFrom });
  const earlier = oldestFirst.findLast(({ at }) => at <= start);
  if (earlier) return result(earlier.up, "earlierFlip");
  const [first] = oldestFirst;
  return first ? result(!first.up, "firstFlip") : result(upNow, "presentStatus");
}

function secondsUp(
  oldestFirst: readonly StatusChange[],
  start: number,
  end: number,
  upAtStart: boolean,
): number {
  let total = 0;
  let since = start;
  let up = upAtStart;
  for (const flip of oldestFirst) {
    if (flip.at <= start || flip.at >= end) continue;
    if (up) total += flip.at - since;
    since = flip.at;
    up = flip.up;
  }
  return up ? total + end - since : total;
}
