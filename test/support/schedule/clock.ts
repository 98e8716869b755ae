/** Clocks and firings by brute force, minute by minute, with nothing of the product. */

export interface WallDate {
  year: number;
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  /** Days in the month. */
  length: number;
}

/** The documented rules of a scheduler, as two questions. */
export interface Interpreter {
  isDay: (date: WallDate) => boolean;
  isTime: (hour: number, minute: number) => boolean;
}

export interface Habits {
  inGap: "skip" | "afterwards";
  inOverlap: "once" | "twice";
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LAST = Date.UTC(2032, 0);

const offsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the zone's clock is ahead of UTC. */
function offsetAt(zone: string, instant: number): number {
  if (zone === "UTC") return 0;
  const midnight = Math.floor(instant / DAY) * DAY;
  const offset = askedOffset(zone, midnight);
  return offset === askedOffset(zone, midnight + DAY) ? offset : askedOffset(zone, instant);
}

function askedOffset(zone: string, instant: number): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  let offset = known.get(instant);
  if (offset === undefined) {
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
    formats.set(zone, format);
    const [, sign = "+", hours = 0, minutes = 0] =
      /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(instant)) ?? [];
    offset = (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
    known.set(instant, offset);
  }
  return offset;
}

/** The first `count` firings strictly after a moment on a whole hour, up to the end of 2031. */
export function firings(
  { isDay, isTime }: Interpreter,
  zone: string,
  after: number,
  count: number,
  { inGap, inOverlap }: Habits,
): number[] {
  const found: number[] = [];
  const days = new Map<number, boolean>();
  const runsOn = (wall: number): boolean => {
    const midnight = Math.floor(wall / DAY) * DAY;
    const known = days.get(midnight) ?? isDay(dateOf(midnight));
    days.set(midnight, known);
    return known;
  };
  const times = Array.from({ length: 1440 }, (_, minute) => isTime(Math.floor(minute / 60), minute % 60));
  const hours = Array.from({ length: 24 }, (_, hour) =>
    times.slice(hour * 60, hour * 60 + 60).includes(true),
  );
  const sinceMidnight = (wall: number): number => ((wall % DAY) + DAY) % DAY;
  const fires = (wall: number): boolean =>
    times[Math.floor(sinceMidnight(wall) / MINUTE)] === true && runsOn(wall);
  const some = (from: number, to: number): boolean => {
    for (let wall = from; wall < to; wall += MINUTE) if (fires(wall)) return true;
    return false;
  };
  // From earlier on, so that times are known as repeated also after a moment between the first and the second of them.
  const start = after - 3 * HOUR;
  let before = offsetAt(zone, start);
  /** Times on the wall before this one have been shown already. */
  let seen = Number.NEGATIVE_INFINITY;
  for (let hour = start; hour < LAST && found.length < count; hour += HOUR) {
    const wall = hour + before;
    // A day that is none is left, but for its last hours, where the next one could begin.
    const rest = DAY - sinceMidnight(wall) - 4 * HOUR;
    if (rest > 0 && !runsOn(wall)) {
      hour += Math.floor(rest / HOUR) * HOUR;
      before = offsetAt(zone, hour);
      continue;
    }
    const steady = offsetAt(zone, hour) === before && offsetAt(zone, hour + HOUR) === before;
    const busy = [wall, wall + HOUR - 1].some((time) => hours[Math.floor(sinceMidnight(time) / HOUR)]);
    if (steady && !busy) continue;
    for (let block = hour; block < hour + HOUR; block += QUARTER) {
      const offset = steady ? before : offsetAt(zone, block);
      const late = offset > before && inGap === "afterwards" && some(block + before, block + offset);
      if (offset < before) seen = block + before;
      before = offset;
      for (let instant = block; instant < block + QUARTER; instant += MINUTE) {
        const wall = instant + offset;
        const now = fires(wall) && (inOverlap === "twice" || wall >= seen);
        if (instant > after && (now || (late && instant === block))) found.push(instant);
      }
    }
  }
  return found.slice(0, count);
}

function dateOf(midnight: number): WallDate {
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { year, month, day: date.getUTCDate(), weekday: date.getUTCDay(), length };
}
