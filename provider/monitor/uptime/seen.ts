/** What a check's document and its list of flips tell of its history. */
import type { CheckDocument, FlipList } from "../api";
import type { Seen } from "./history";

/** Both together; `flips` is undefined where they were not asked for, because a check was never pinged. */
export function seenOf(document: CheckDocument, list: FlipList | undefined): Seen {
  const { status, n_pings: nPings, last_ping: lastPing } = document;
  return {
    flips: (list?.flips ?? []).map(({ timestamp, up }) => ({ at: secondsOf(timestamp), up: up === 1 })),
    everyChange: list?.everyChange ?? false,
    status,
    nPings,
    lastPing: typeof lastPing === "string" ? secondsOf(lastPing) : undefined,
  };
}

/** UNIX time in whole seconds. */
export function secondsOf(time: string | Date): number {
  return Math.floor(new Date(time).getTime() / 1000);
}
