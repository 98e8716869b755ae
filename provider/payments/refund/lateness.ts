/**
 * Until when a `Refund` may ask. A process that outlives its engine may be slow; after this time it does not ask any more, so
 * that a later run, which waits for longer, cannot meet it.
 */
import type { MerchantSettings } from "../settings";
import type { Attempt } from "./refundFields";

type Pace = Pick<MerchantSettings, "timeoutSeconds" | "requestsPerMinute">;

/** So many timeouts after it began, it does not ask any more. */
const TIMEOUTS = 2;

/** With `merchant:requestsPerMinute` it also waits for its turn, behind so many requests. */
const REQUESTS_BEFORE = 16;
/** How long a turn of the client lasts: a minute, and what requests travel for. */
const TURN_SECONDS = 61;

/** How many seconds after it began it may still ask. */
export function asksWithinSeconds(pace: Pace): number {
  return TIMEOUTS * pace.timeoutSeconds + turnsSeconds(pace);
}

/** The same under an attempt that an earlier run noted down: with its request it ends when those of that run would have. */
export function asksWithinSecondsUnder(noted: Attempt, pace: Pace): number {
  const { timeoutSeconds, within } = limitsOf(noted, pace);
  return Math.min(asksWithinSeconds(pace), within + timeoutSeconds - pace.timeoutSeconds);
}

/** The limits of the run that noted it down. */
function limitsOf(noted: Attempt, pace: Pace): { timeoutSeconds: number; within: number } {
  const { timeoutSeconds = pace.timeoutSeconds } = noted;
  return { timeoutSeconds, within: noted.asksWithinSeconds ?? TIMEOUTS * timeoutSeconds };
}

function turnsSeconds({ requestsPerMinute }: Pace): number {
  return requestsPerMinute === undefined ? 0 : Math.ceil(REQUESTS_BEFORE / requestsPerMinute) * TURN_SECONDS;
}

/** So many seconds after a run began, no process of an earlier one can be at work under an attempt any more. */
export function restsAfterSeconds(before: Attempt, pace: Pace): number {
  const { timeoutSeconds, within } = limitsOf(before, pace);
  // What a refused attempt was asked again under may have had the limit of today.
  return Math.max(within, TIMEOUTS * timeoutSeconds + turnsSeconds(pace)) + timeoutSeconds;
}
