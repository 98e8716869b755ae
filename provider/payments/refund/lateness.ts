/**
 * Until when a `Refund` may send its request. A process that outlives its engine may be slow; after this time it sends
 * nothing any more, so it cannot collide with a later run, which waits longer.
 */
import type { MerchantSettings } from "../settings";
import type { Attempt } from "./refundFields";

type Pace = Pick<MerchantSettings, "timeoutSeconds" | "requestsPerMinute">;

/** After this many timeouts an attempt sends no request any more. */
const TIMEOUTS = 2;

/** With `merchant:requestsPerMinute` it also waits for its turn, behind up to this many requests. */
const REQUESTS_BEFORE = 16;
/** How long a turn of the client lasts: a minute, and what requests travel for. */
const TURN_SECONDS = 61;

/** How many seconds after its start an attempt may still send its request. */
export function asksWithinSeconds(pace: Pace): number {
  return TIMEOUTS * pace.timeoutSeconds + turnsSeconds(pace);
}

/** The same for an attempt that an earlier run recorded: its request ends by the time that run's request would have ended. */
export function asksWithinSecondsUnder(noted: Attempt, pace: Pace): number {
  const { timeoutSeconds, within } = limitsOf(noted, pace);
  return Math.min(asksWithinSeconds(pace), within + timeoutSeconds - pace.timeoutSeconds);
}

/** The limits of the run that recorded it. */
function limitsOf(noted: Attempt, pace: Pace): { timeoutSeconds: number; within: number } {
  const { timeoutSeconds = pace.timeoutSeconds } = noted;
  return { timeoutSeconds, within: noted.asksWithinSeconds ?? TIMEOUTS * timeoutSeconds };
}

function turnsSeconds({ requestsPerMinute }: Pace): number {
  return requestsPerMinute === undefined ? 0 : Math.ceil(REQUESTS_BEFORE / requestsPerMinute) * TURN_SECONDS;
}

/** After this many seconds of a run, no process of an earlier run can be working on an attempt any more. */
export function restsAfterSeconds(before: Attempt, pace: Pace): number {
  const { timeoutSeconds, within } = limitsOf(before, pace);
  // A refused attempt may have been retried under today's limit.
  return Math.max(within, TIMEOUTS * timeoutSeconds + turnsSeconds(pace)) + timeoutSeconds;
}
