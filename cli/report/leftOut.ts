/** Time that a report leaves out, such as a maintenance: as if nothing were known of it. Times are UNIX seconds. */
import type { History, Stretch } from "../../provider/monitor/uptime/history";
import { badOption } from "../command";
import { momentIn, type Window } from "./window";

/**
 * The times of `--leave-out FROM..TO`, which are given as those of `--from` and `--to`.
 * @throws {ChecksError} when one cannot be read, or has no length
 */
export function leftOutOf(given: readonly string[], zone: string): Window[] {
  return given.map((text) => {
    const [from, to, ...more] = text.split("..");
    if (!from || !to || more.length > 0) {
      throw badOption("--leave-out", "it must be FROM..TO, such as 2026-05-04T00:00Z..2026-05-04T01:30Z");
    }
    const window = {
      start: momentIn("--leave-out", from, zone, "start"),
      end: momentIn("--leave-out", to, zone, "end"),
    };
    if (window.start < window.end) return window;
    throw badOption("--leave-out", `${text} has no length`, "Name the earlier time first");
  });
}

/** A history in which nothing is known of these times. */
export function leavingOut(history: History, leftOut: readonly Window[]): History {
  if (leftOut.length === 0) return history;
  const without = (stretches: readonly Stretch[]) => stretches.flatMap((one) => cutBy(one, leftOut));
  return {
    ...history,
    stretches: without(history.stretches),
    everything: without(history.everything),
  };
}

/** Whether a stretch lies in time that is left out. */
export function isLeftOut({ from, to }: Stretch, leftOut: readonly Window[]): boolean {
  return leftOut.some(({ start, end }) => start <= from && to <= end);
}

/** The pieces of a stretch, of which those that are left out are unknown. */
function cutBy({ from, to, state }: Stretch, leftOut: readonly Window[]): Stretch[] {
  const edges = leftOut.flatMap(({ start, end }) => [start, end]).filter((at) => from < at && at < to);
  const cuts = [...new Set([from, ...edges, to])].sort((a, b) => a - b);
  const pieces = cuts.slice(1).map((end, index): Stretch => ({ from: cuts[index] ?? from, to: end, state }));
  return pieces.map((piece) => (isLeftOut(piece, leftOut) ? { ...piece, state: "unknown" } : piece));
}
