/** What a check's document and its list of flips tell of its history. */
import type { CheckDocument, FlipList } from "../api";
import { oldestFirst, type Seen } from "./history";

/**
 * Both together, where the document may be older than the flips: those of a thousand checks take minutes after the list.
 * A check that changed since is asked `again`, so that an older status does not speak against a younger change.
 * `listedAt` is when the list was asked for (UNIX seconds), if there was one.
 */
export async function seeNow(
  document: CheckDocument,
  list: FlipList,
  listedAt: number | undefined,
  again: () => Promise<CheckDocument>,
): Promise<Seen> {
  const seen = seenOf(document, list);
  return isOutdated(seen, listedAt) ? seenOf(await again(), list) : seen;
}

/** Not by times alone: the service's clock may be behind ours. */
function isOutdated({ flips, status, everyChange }: Seen, listedAt = Number.POSITIVE_INFINITY): boolean {
  const newest = oldestFirst(flips).at(-1);
  if (!newest) return false;
  const isTold = everyChange || status === "up" || status === "grace" || status === "down";
  const isUp = status === "up" || status === "grace";
  return newest.at >= listedAt || (isTold && newest.up !== isUp);
}

/** Both together; `flips` is undefined where they were not asked for, because a check was never pinged. */
export function seenOf(document: CheckDocument, list: FlipList | undefined): Seen {
  const { status, n_pings: nPings, last_ping: lastPing, started } = document;
  return {
    flips: (list?.flips ?? []).map(({ timestamp, up }) => ({ at: secondsOf(timestamp), up: up === 1 })),
    everyChange: list?.everyChange ?? false,
    status,
    nPings,
    lastPing: timeOrUndefined(lastPing),
    isRunning: started === true,
  };
}

/** What is no time tells nothing of the last ping; the flips still tell the history. */
function timeOrUndefined(told: unknown): number | undefined {
  const seconds = typeof told === "string" ? secondsOf(told) : Number.NaN;
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** UNIX time in whole seconds. */
export function secondsOf(time: string | Date): number {
  return Math.floor(new Date(time).getTime() / 1000);
}
