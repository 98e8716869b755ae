/** A service that remembers everything, to compare with what follows from the little that it tells. */
import fc from "fast-check";
import type { Seen } from "../../../provider/monitor/uptime/history";

type Status = "new" | "up" | "down" | "paused";

/** What a check really was from a time on. */
export interface Truth {
  at: number;
  status: Status;
}

/**
 * What a check can become: any ping makes it up or down, a pause can be resumed, or recorded once more (as servers before
 * v4.0 do), and nothing happens before a ping.
 */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  new: ["up", "down", "paused"],
  up: ["down", "paused"],
  down: ["up", "paused"],
  paused: ["up", "down", "new", "paused"],
};

const SECOND = 1;

/** Lives of checks: made some time after `from`, with changes until `to`, on whole hours. */
export function lives(from: number, to: number, pauses = true): fc.Arbitrary<Truth[]> {
  const hours = Math.floor((to - from) / 3600);
  return fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: hours - SECOND }), { minLength: 1, maxLength: 14 }),
      fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
    )
    .map(([times, choices]) => {
      let status: Status = "new";
      return times
        .toSorted((a, b) => a - b)
        .map((hour, index): Truth => {
          if (index > 0) {
            const next = NEXT[status].filter((one) => pauses || one !== "paused");
            status = next[(choices[index] ?? 0) % next.length] ?? status;
          }
          return { at: from + hour * 3600, status };
        });
    });
}

/** What the service tells of it. `everyChange` is what servers do; else only changes between up and down. */
export function told(life: readonly Truth[], everyChange: boolean, keptFrom = 0): Seen {
  const flips = life.flatMap(({ at, status }, index) => {
    const before = life[index - 1]?.status;
    const upAndDown = `${before} ${status}` === "up down" || `${before} ${status}` === "down up";
    if (before === undefined || at < keptFrom || !(everyChange || upAndDown)) return [];
    return [{ at, up: status === "up" }];
  });
  const pinged = life.filter(({ status }) => status === "up" || status === "down");
  const resumed = life.at(-1)?.status === "new";
  return {
    flips: flips.toReversed(),
    everyChange,
    status: life.at(-1)?.status ?? "new",
    nPings: pinged.length,
    lastPing: resumed ? undefined : pinged.at(-1)?.at,
  };
}

/** Seconds of a window in which a check really was so. */
export function really(
  life: readonly Truth[],
  window: { start: number; end: number },
  is: (status: Status | undefined) => boolean,
): number {
  const edges = [{ at: Number.NEGATIVE_INFINITY, status: undefined }, ...life];
  return edges.reduce((total, { at, status }, index) => {
    const from = Math.max(at, window.start);
    const to = Math.min(edges[index + 1]?.at ?? window.end, window.end);
    return is(status) ? total + Math.max(0, to - from) : total;
  }, 0);
}
