/** What the clocks on the walls of a zone show. Wall-clock times are milliseconds as if the zone were UTC. */

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A part of a local day, `from` to `to` on the wall, `to` excluded. */
export type Stretch =
  | {
      kind: "steady";
      from: number;
      /** Earlier than `from` where the clock shows times that it has shown before. */
      fromWithRepeats: number;
      to: number;
      /** What the wall shows minus UTC. */
      offset: number;
    }
  /** Times that the clock jumps over, and the instant at which it does. */
  | { kind: "gap"; from: number; to: number; resumes: number };

export interface Clock {
  wallAt(instant: number): number;
  /** In the order of time. */
  stretches(midnight: number): Stretch[];
}

const clocks = new Map<string, Clock>();

/** The clock of a zone; UTC's for a zone that this runtime does not know. */
export function clockOf(zone: string): Clock {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = makeClock(offsetsOf(zone));
    clocks.set(zone, clock);
  }
  return clock;
}

/** What the wall shows minus UTC, at an instant. */
type Offsets = (instant: number) => number;

function makeClock(offsetAt: Offsets): Clock {
  return {
    wallAt: (instant) => instant + offsetAt(instant),
    stretches(midnight) {
      // Wide enough for every offset from UTC there is.
      const [early, late] = [midnight - 15 * 3_600_000, midnight + DAY_MS + 13 * 3_600_000];
      const [before, after] = [offsetAt(early), offsetAt(late)];
      const day = { from: midnight, to: midnight + DAY_MS };
      if (before === after) return [steady(day.from, day.to, before)];
      return aroundChange(changeBetween(early, late, offsetAt), before, after).flatMap((part) =>
        within(part, day),
      );
    },
  };
}

function steady(from: number, to: number, offset: number): Stretch {
  return { kind: "steady", from, fromWithRepeats: from, to, offset };
}

/** Everything up to a change of the clock, the gap if there is one, and everything after it. */
function aroundChange(change: number, before: number, after: number): Stretch[] {
  const [last, first] = [change + before, change + after];
  const earlier = steady(Number.NEGATIVE_INFINITY, last, before);
  if (first > last) {
    const gap: Stretch = { kind: "gap", from: last, to: first, resumes: change };
    return [earlier, gap, steady(first, Number.POSITIVE_INFINITY, after)];
  }
  const later: Stretch = {
    kind: "steady",
    from: last,
    fromWithRepeats: first,
    to: Number.POSITIVE_INFINITY,
    offset: after,
  };
  return [earlier, later];
}

function within(part: Stretch, day: { from: number; to: number }): Stretch[] {
  const from = Math.max(part.from, day.from);
  const to = Math.min(part.to, day.to);
  if (part.kind === "gap") return from < to ? [{ ...part, from, to }] : [];
  const fromWithRepeats = Math.max(part.fromWithRepeats, day.from);
  return fromWithRepeats < to ? [{ ...part, from, fromWithRepeats, to }] : [];
}

/** The first instant with the later offset; clocks change on whole minutes. */
function changeBetween(early: number, late: number, offsetAt: Offsets): number {
  const before = offsetAt(early);
  let [low, high] = [Math.floor(early / MINUTE_MS), Math.ceil(late / MINUTE_MS)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * MINUTE_MS) === before) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}

function offsetsOf(zone: string): Offsets {
  if (zone === "UTC") return () => 0;
  const format = formatOf(zone);
  if (!format) return () => 0;
  return (instant) => {
    const parts = format.format(instant).match(/\d+/g) ?? [];
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = parts.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  };
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const numeric = "numeric";
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    return undefined;
  }
}
