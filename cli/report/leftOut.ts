/**
 * Time left out of a report, such as a maintenance: the checks' states in it count as unknown. Times are UNIX seconds.
 */
import type { History, Stretch } from "../../provider/monitor/uptime/history";
import { badOption } from "../command";
import { momentIn, type Window } from "./window";

/**
 * Parses the values of `--leave-out FROM..TO`, whose times have the format of `--from` and `--to`.
 * @throws {ChecksError} if one cannot be read, or has no length
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

/** The history with unknown states in these times. */
export function leaveOut(history: History, leftOut: readonly Window[]): History {
  if (leftOut.length === 0) return history;
  const without = (stretches: readonly Stretch[]) => stretches.flatMap((one) => splitStretch(one, leftOut));
  return {
    ...history,
    stretches: without(history.stretches),
    everything: without(history.everything),
  };
}

/** Whether a stretch lies within time that is left out. */
export function isLeftOut({ from, to }: Stretch, leftOut: readonly Window[]): boolean {
  return leftOut.some(({ start, end }) => start <= from && to <= end);
}

/** Splits a stretch; the pieces that are left out become unknown. */
function splitStretch({ from, to, state }: Stretch, leftOut: readonly Window[]): Stretch[] {
  const edges = leftOut.flatMap(({ start, end }) => [start, end]).filter((at) => from < at && at < to);
  const cuts = [...new Set([from, ...edges, to])].sort((a, b) => a - b);
  const pieces = cuts.slice(1).map((end, index): Stretch => ({ from: cuts[index] ?? from, to: end, state }));
  return pieces.map((piece) => (isLeftOut(piece, leftOut) ? { ...piece, state: "unknown" } : piece));
}
