/** What the clocks of a zone show. Wall-clock times are milliseconds as if the zone were UTC. */

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A part of a local day, from `from` to `to` on the wall clock, `to` exclusive. */
export type Stretch =
  | {
      kind: "steady";
      from: number;
      /** Earlier than `from` if the clock shows times again. */
      fromWithRepeats: number;
      to: number;
      /** Wall-clock time minus UTC. */
      offset: number;
    }
  /** Times that the clock jumps over, and the instant of the jump. */
  | { kind: "gap"; from: number; to: number; resumes: number };

export interface Clock {
  wallAt(instant: number): number;
  /** In chronological order. */
  stretches(midnight: number): readonly Stretch[];
}

const clocks = new Map<string, Clock>();

/** The clock of a zone. Falls back to UTC for a zone that this runtime does not know. */
export function clockOf(zone: string): Clock {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = makeClock(offsetsOf(zone));
    clocks.set(zone, clock);
  }
  return clock;
}

/** Wall-clock time minus UTC, at an instant. */
type Offsets = (instant: number) => number;

function makeClock(offsetAt: Offsets): Clock {
  // Asking the runtime for an offset takes long, and all schedules of a zone ask about the same days.
  const days = new Map<number, readonly Stretch[]>();
  return {
    wallAt: (instant) => instant + offsetAt(instant),
    stretches(midnight) {
      const day = days.get(midnight) ?? stretchesOf(midnight, offsetAt);
      days.set(midnight, day);
      return day;
    },
  };
}

function stretchesOf(midnight: number, offsetAt: Offsets): Stretch[] {
  // Wide enough for every offset from UTC.
  const [early, late] = [midnight - 15 * 3_600_000, midnight + DAY_MS + 13 * 3_600_000];
  const [before, after] = [offsetAt(early), offsetAt(late)];
  const day = { from: midnight, to: midnight + DAY_MS };
  if (before === after) return [steadyStretch(day.from, day.to, before)];
  return aroundChange(changeBetween(early, late, offsetAt), before, after).flatMap((part) => clip(part, day));
}

function steadyStretch(from: number, to: number, offset: number): Stretch {
  return { kind: "steady", from, fromWithRepeats: from, to, offset };
}

/** The stretch before a change of the clock, the gap if there is one, and the stretch after it. */
function aroundChange(change: number, before: number, after: number): Stretch[] {
  const [last, first] = [change + before, change + after];
  const earlier = steadyStretch(Number.NEGATIVE_INFINITY, last, before);
  if (first > last) {
    const gap: Stretch = { kind: "gap", from: last, to: first, resumes: change };
    return [earlier, gap, steadyStretch(first, Number.POSITIVE_INFINITY, after)];
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

function clip(part: Stretch, day: { from: number; to: number }): Stretch[] {
  const from = Math.max(part.from, day.from);
  const to = Math.min(part.to, day.to);
  if (part.kind === "gap") return from < to ? [{ ...part, from, to }] : [];
  const fromWithRepeats = Math.max(part.fromWithRepeats, day.from);
  return fromWithRepeats < to ? [{ ...part, from, fromWithRepeats, to }] : [];
}

/** The first instant with the later offset. Clocks change on whole minutes. */
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
