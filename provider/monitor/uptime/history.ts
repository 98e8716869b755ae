/**
 * What is known of a check at each moment of a window: the one definition of uptime, for both the data source and the
 * report. docs/report.md#uptime describes it to users.
 *
 * The interface tells history by flips alone: "up" or "not up" from a second on. Which kind of "not up" it was is
 * concluded from the order in which a check can change (`kinds.ts`) and from its present status. What does not
 * follow from that is not known.
 */
import { kindsOf, type NotUp } from "./kinds";

/** A change of status. */
export interface StatusChange {
  /** UNIX time in seconds. */
  at: number;
  up: boolean;
}

/** From `start` to `end`, which does not belong to it. UNIX seconds. */
export interface Window {
  start: number;
  end: number;
}

/**
 * - `up`: up, or late within the grace time.
 * - `down`: not up. A pause that a ping ended cannot be told from it.
 * - `paused`: not watched, because somebody paused it, or resumed it and no ping came since.
 * - `unknown`: nothing is known, be it that there was no check yet, that no ping came, or that the service does not
 *   tell or has forgotten.
 */
export type State = "up" | "down" | "paused" | "unknown";

/** A stretch of one state, `from` to `to` in UNIX seconds, `to` excluded. */
export interface Stretch {
  from: number;
  to: number;
  state: State;
}

/** What the service tells of a check. */
export interface Seen {
  /** All flips that it keeps, newest first as it gives them; another order is put right. */
  flips: readonly StatusChange[];
  /** Whether the service records every change of status, also how a new check came up, and pauses. */
  everyChange: boolean;
  /** `new`, `up`, `grace`, `down` or `paused`. */
  status: string;
  /** Number of pings ever; undefined where it is not told. */
  nPings?: number | undefined;
  /** When the last ping came (UNIX seconds), if one is told. */
  lastPing?: number | undefined;
  /** Whether a run goes on, whose start was told and no end. */
  isRunning?: boolean | undefined;
}

/**
 * How the beginning of what is known is known:
 * - `flip`: from the first change of status on record; nothing is known of the time before it.
 * - `presentStatus`: the service records every change, and has none: it has been as it is now for as long as the
 *   service remembers.
 * - `lastPing`: no change is on record, but the last ping left it up, and it still is.
 * - `nothing`: it was never pinged, is new, or nothing can be concluded.
 */
export type Basis = "flip" | "presentStatus" | "lastPing" | "nothing";

/** A check's history. */
export interface History {
  /** Covers the window without a gap, in the order of time, neighbours differ. */
  stretches: Stretch[];
  /** The same for everything that is known, up to now. */
  everything: Stretch[];
  /** What it is now. A change of this very second has no stretch yet. */
  present: State;
  basis: Basis;
}

/** From when on the service keeps all flips: the first of the month before the last one (UTC). */
export function completeFrom(now: number): number {
  const date = new Date(now * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 2, 1) / 1000;
}

/** The end of what can be known: our clock, or the service's where that is ahead. UNIX seconds. */
export function latest(seen: Iterable<Pick<Seen, "flips" | "lastPing">>, clock: number): number {
  let now = clock;
  for (const { flips, lastPing = now } of seen) {
    now = flips.reduce((late, { at }) => Math.max(late, at), Math.max(now, lastPing));
  }
  return now;
}

/** The history in a window that ends at or before `now`. */
export function historyOf(seen: Seen, window: Window, now: number): History {
  const sorted = oldestFirst(seen.flips);
  const flips = seen.everyChange ? withOverdueRuns(sorted, seen) : sorted;
  const edges = flips.length > 0 && seen.nPings !== 0 ? edgesOf(flips, seen) : [];
  const told = edges.length > 0 ? { basis: "flip" as const, edges } : withoutFlips(seen, now);
  const everything = cut(told.edges, { start: told.edges[0]?.at ?? now, end: now });
  const present = told.edges.at(-1)?.state ?? "unknown";
  return { stretches: cut(told.edges, window), everything, present, basis: told.basis };
}

/** In the order of time. Of several in one second the list's own order counts, whichever way it runs. */
export function oldestFirst<T extends StatusChange>(flips: readonly T[]): T[] {
  const [first, last] = [flips[0], flips.at(-1)];
  const told = first && last && first.at < last.at ? [...flips] : flips.toReversed();
  return told.sort((a, b) => a.at - b.at);
}

/**
 * A success of another run leaves the run that goes on as it is. If that one is overdue, the service takes the check
 * down again at once, and dates this when the run became overdue: before the success, beside the alarm of that time.
 * Two changes to "up" in a row tell of it, between which there was none to "not up".
 */
function withOverdueRuns(flips: readonly StatusChange[], seen: Seen): StatusChange[] {
  const put: StatusChange[] = [];
  for (const flip of flips) {
    if (flip.up && put.at(-1)?.up) passOn(put);
    put.push(flip);
  }
  if (isHeldDown(flips, seen)) passOn(put);
  return put;
}

/**
 * Before the next success, the status tells of it. A check is also down a moment before the service records that, so
 * that this needs an alarm too many beside the last successes, and no ping after them that began another run.
 */
function isHeldDown(flips: readonly StatusChange[], { status, isRunning, lastPing }: Seen): boolean {
  const newest = flips.at(-1);
  if (status !== "down" || !isRunning || !newest?.up || lastPing === undefined || lastPing > newest.at)
    return false;
  const lastDown = flips.findLastIndex(({ up }) => !up);
  const lastUpBefore = flips.findLastIndex(({ up }, index) => up && index < lastDown);
  return lastDown - lastUpBefore > flips.length - 1 - lastDown;
}

/** The last change to "not up" that has another one before it moves behind the "up" after it; so does what it meets there. */
function passOn(put: StatusChange[]): void {
  let from = put.findLastIndex(({ up }, index) => !up && put[index - 1]?.up === false);
  while (from >= 0) {
    put.splice(from, 1);
    put.splice(from + 1, 0, { at: put[from]?.at ?? 0, up: false });
    const next = put.findIndex(({ up }, index) => index > from + 1 && up);
    from = next - 1;
  }
}

/** From `at` on, the state until the next edge. */
interface Edge {
  at: number;
  state: State;
}

function withoutFlips({ status, nPings, lastPing, everyChange }: Seen, now: number) {
  const state = nPings === 0 ? "unknown" : stateNow(status);
  const nothing = { basis: "nothing" as const, edges: [] };
  if (state === "unknown") return nothing;
  // Had it changed within the service's memory, there would be a flip.
  if (everyChange) return { basis: "presentStatus" as const, edges: [{ at: completeFrom(now), state }] };
  if (state !== "up" || lastPing === undefined) return nothing;
  return { basis: "lastPing" as const, edges: [{ at: lastPing, state }] };
}

function stateNow(status: string): State {
  switch (status) {
    case "up":
    case "grace":
      return "up";
    case "down":
    case "paused":
      return status;
    default:
      return "unknown";
  }
}

function edgesOf(flips: readonly StatusChange[], seen: Seen): Edge[] {
  const kinds = kindsOf(
    flips.map(({ up }) => up),
    seen.status === "grace" ? "up" : seen.status,
  );
  const edges = flips.map(({ at, up }, index): Edge => {
    const alone = flips[index - 1]?.up !== false && flips[index + 1]?.up !== false;
    // Where pauses are not recorded, a change that is none hides one.
    if (up) return { at, state: flips[index + 1]?.up && !seen.everyChange ? "unknown" : "up" };
    return { at, state: notUp(kinds[index] ?? [], alone, seen.everyChange) };
  });
  return withPresent(edges, flips.at(-1)?.up === true, seen);
}

/**
 * A flip alone between two that are "up" is downtime: that is what flips are there to tell. Of several in a row at
 * least one was a pause, or the wait after it; where it does not follow which, the time is not known.
 */
function notUp(kinds: readonly NotUp[], alone: boolean, everyChange: boolean): State {
  const down = kinds.includes("down");
  if (down && (alone || kinds.length === 1)) return "down";
  return down || !everyChange ? "unknown" : "paused";
}

/** The present status shows where flips are missing. */
function withPresent(edges: readonly Edge[], lastUp: boolean, { status, lastPing }: Seen): Edge[] {
  const newest = edges.at(-1);
  const present = stateNow(status);
  if (!newest || (lastUp && present === "up")) return [...edges];
  const lastKnown = Math.max(newest.at, lastPing ?? newest.at);
  if (lastUp) {
    const contradicted = status === "new" || present !== "unknown";
    return contradicted ? [...edges, { at: lastKnown, state: "unknown" }] : [...edges];
  }
  const missed: Edge = { at: newest.at, state: "unknown" };
  if (present === "up") return [...edges, missed, { at: lastKnown, state: present }];
  // Only resuming a paused check makes it new again.
  return status === "new" && newest.state === "down" ? [...edges, missed] : [...edges];
}

function cut(edges: readonly Edge[], { start, end }: Window): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (from: number, to: number, state: State) => {
    const last = stretches.at(-1);
    if (from >= to) return;
    if (last?.state === state) last.to = to;
    else stretches.push({ from, to, state });
  };
  const within = (at: number) => Math.min(Math.max(at, start), end);
  add(start, within(edges[0]?.at ?? end), "unknown");
  edges.forEach(({ at, state }, index) => {
    add(within(at), within(edges[index + 1]?.at ?? end), state);
  });
  return stretches;
}
