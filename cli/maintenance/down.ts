/** Which checks are down at the end of a maintenance, since when, and whether they were down before it. */
import { ChecksError } from "../../provider/core/errors";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { downSince, type WentDown, wentDown } from "../due";
import { inTurns, Patience } from "../inTurns";
import type { PutBack } from "./putBack";

export interface DownCheck {
  label: string;
  uniqueKey: string;
  /** Absent if unknown. */
  since?: number;
  /** Whether it may have been down before `since`. */
  orEarlier: boolean;
  /** Whether it was down when the maintenance began; absent if unknown. */
  before?: boolean;
}

/**
 * Requests the status changes of each check that is down, because the last ping of a job that repeatedly reports
 * failures does not show since when. Everything has been put back by then, so a failed request only leaves the time
 * unknown.
 */
export async function downOf(
  api: Pick<MonitorApi, "listFlips">,
  results: readonly PutBack[],
  { from, to }: { from: number; to: number },
): Promise<DownCheck[]> {
  const now = to * 1000;
  const patience = new Patience();
  const down = results.flatMap(({ check, live }) => (live?.status === "down" ? [{ check, live }] : []));
  return inTurns(
    down,
    async ({ check: { label, uniqueKey }, live }) => {
      const went = (await lookUpWhenDown(api, patience, live, now)) ?? byDocument(live, now);
      return { label, uniqueKey, ...timesOf(went, from) };
    },
    () => {},
  );
}

async function lookUpWhenDown(
  api: Pick<MonitorApi, "listFlips">,
  patience: Patience,
  live: CheckDocument,
  now: number,
): Promise<WentDown | undefined> {
  try {
    const answer = await patience.ask(() => api.listFlips(live.uuid ?? keyOf(live)));
    return answer && "said" in answer ? wentDown(answer.said, live, now) : undefined;
  } catch (error) {
    if (error instanceof ChecksError) return undefined;
    throw error;
  }
}

function byDocument(live: CheckDocument, now: number): WentDown | undefined {
  const at = downSince(live, undefined, now);
  return at === undefined ? undefined : { at, orEarlier: true };
}

function timesOf(went: WentDown | undefined, from: number): Omit<DownCheck, "label" | "uniqueKey"> {
  if (went === undefined) return { orEarlier: true };
  const since = Math.floor(went.at / 1000);
  const isKnown = since < from || !went.orEarlier;
  return { since, orEarlier: went.orEarlier, ...(isKnown && { before: since < from }) };
}
