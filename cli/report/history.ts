/**
 * What was known of a check at each moment of a window.
 *
 * The interface tells history by flips alone: "up" or "not up" from a second on. What else can be known comes
 * from the check's present status, and from what the service keeps: the flips of this month and of the two
 * before it.
 */
import type { StatusChange } from "../../provider/functions/availability";
import type { Window } from "./window";

/**
 * - `up`: up, or late within the grace time.
 * - `down`: not up. A pause that ended before the present status began cannot be told from it.
 * - `paused`: not watched, because somebody paused it, or resumed it and no ping came since.
 * - `unknown`: nothing is known, be it that no ping came yet or that the service has forgotten.
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
  /** All flips that it keeps, newest first as it gives them. */
  flips: readonly StatusChange[];
  /** `new`, `up`, `grace`, `down` or `paused`. */
  status: string;
  /** Number of pings ever; undefined where it is not told. */
  nPings?: number | undefined;
  /** When the last ping came (UNIX seconds), if one is told. */
  lastPing?: number | undefined;
  /** Seconds for which a ping keeps it up: period and grace time. Undefined where a schedule says what is due. */
  period?: number | undefined;
}

/**
 * How the beginning of what is known is known:
 * - `flip`: from a change of status on record; nothing is known before the first of them.
 * - `firstFlip`: the first one lies in the window and is "not up", so it is taken to have been up before.
 * - `presentStatus`: there is no change on record, so it is taken to have been all the time as it is now.
 * - `nothing`: it was never pinged, or is new.
 */
export type Basis = "flip" | "firstFlip" | "presentStatus" | "nothing";

/** A check's history. */
export interface History {
  /** Covers the window without a gap, in the order of time, neighbours differ. */
  stretches: Stretch[];
  /** The same for everything that is known, up to now. */
  everything: Stretch[];
  basis: Basis;
}

/** From when on the service keeps all flips: the first of the month before the last one (UTC). */
export function completeFrom(now: number): number {
  const date = new Date(now * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 2, 1) / 1000;
}

/** The history in a window that ends at or before `now`. */
export function historyOf(seen: Seen, window: Window, now: number): History {
  const flips = seen.flips.toReversed().sort((a, b) => a.at - b.at);
  const { basis, edges } = beginning(flips, seen, window, now);
  for (const { at, up } of flips) edges.push({ at, state: up ? "up" : "down" });
  const told = withPresent(edges, seen);
  const everything = cut(told, { start: told[0]?.at ?? now, end: now });
  return { stretches: cut(told, window), everything, basis };
}

/** From `at` on, the state until the next edge. */
interface Edge {
  at: number;
  state: State;
}

function beginning(
  oldestFirst: readonly StatusChange[],
  { status, nPings, period }: Seen,
  { start }: Window,
  now: number,
): { basis: Basis; edges: Edge[] } {
  const complete = completeFrom(now);
  const [first] = oldestFirst;
  // Not every service records how a new check came up; but its pings kept it up for so long at most.
  const upUntil = (until: number): Edge[] => {
    const longest = nPings === undefined || period === undefined ? Number.POSITIVE_INFINITY : nPings * period;
    return [{ at: Math.max(complete, until - longest), state: "up" }];
  };
  if (!first) {
    const state = nPings === 0 ? "unknown" : stateNow(status);
    if (state === "unknown") return { basis: "nothing", edges: [] };
    return { basis: "presentStatus", edges: state === "up" ? upUntil(now) : [{ at: complete, state }] };
  }
  // A single flip that made it new again ended a pause.
  const resumed = status === "new" && oldestFirst.length === 1;
  const wasUp = !first.up && nPings !== 0 && !resumed && first.at > Math.max(start, complete);
  return wasUp ? { basis: "firstFlip", edges: upUntil(first.at) } : { basis: "flip", edges: [] };
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

/** The present status says more of the last stretch than its flip does, and shows where flips are missing. */
function withPresent(edges: readonly Edge[], { status, lastPing }: Seen): Edge[] {
  const newest = edges.at(-1);
  const present = stateNow(status);
  if (!newest || newest.state === present) return [...edges];
  if (newest.state === "down" && present === "paused") return ending(edges, "paused");
  // Only resuming a paused check makes it new again.
  if (newest.state === "down" && status === "new") return ending(edges, "paused", "paused");
  const lastKnown = Math.max(newest.at, lastPing ?? newest.at);
  if (newest.state === "up") return [...edges, { at: lastKnown, state: "unknown" }];
  const missed: Edge[] = [
    { at: newest.at, state: "unknown" },
    { at: lastKnown, state: present },
  ];
  return present === "up" ? [...edges, ...missed] : [...edges];
}

/** Gives the last stretches other states, if they are not up. */
function ending(edges: readonly Edge[], ...states: State[]): Edge[] {
  const first = edges.length - states.length;
  return edges.map((edge, index) => {
    const state = states[index - first];
    return state !== undefined && edge.state === "down" ? { ...edge, state } : edge;
  });
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
