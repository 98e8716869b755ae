import type { ArgsOf, ResultOf } from "../../provider/functions/function";
import { getFlips as definition } from "../../provider/functions/getFlips";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** The check (exactly one of `uuid`, `uniqueKey` and `slug`) and the window of time. */
export interface GetFlipsArgs extends ArgsOf<typeof definition> {}

/** The same, each as a value or an output of it. */
export interface GetFlipsOutputArgs extends InputsOf<GetFlipsArgs> {}

/** The changes of status in a window, and what they come to. */
export interface GetFlipsResult extends ResultOf<typeof definition> {}

/**
 * The changes of a check's status in a window of time, and the uptime and downtime that follow from them.
 *
 * ```ts
 * const { uptimeRatio, downtimeSeconds } = await getFlips({ slug: "nightly-backup", seconds: days(30) });
 * const june = await getFlips({ slug: "nightly-backup", start: new Date("2026-06-01"), end: new Date("2026-07-01") });
 * ```
 *
 * How the window is counted:
 * - It begins at the later of `start` and `seconds` ago; with neither at the oldest flip that the service keeps.
 * - It ends at `end`, or now if that is not given or still to come. `start` is in the window, `end` is not.
 * - A check that is late within its grace time is up. All that is not up is downtime: the service records `down`,
 *   `paused` and `new` alike.
 * - The status at the beginning is that of the last flip before. If the service keeps none, it is the opposite of
 *   the first flip after; if there is no flip at all, the check counts as having been all the time as it is now.
 *   `startKnownFrom` says which of these it was.
 * - The service forgets flips after two to three months, and does not tell when a check was made: earlier time
 *   counts by the same rule. Begin the window where you know that the check existed.
 * - A window of no length has no `uptimeRatio`.
 *
 * Any key will do. One request, and one more for the status where a check has no flips.
 * @throws {pulumi.RunError} when the check is not found.
 */
export function getFlips(args: GetFlipsArgs): Promise<GetFlipsResult> {
  return invoke(definition, args);
}

/** `getFlips` for arguments that are outputs: it waits for them; unknown ones in a preview make it unknown. */
export function getFlipsOutput(args: GetFlipsOutputArgs): OutputOf<GetFlipsResult> {
  return invokeOutput(definition, args);
}
