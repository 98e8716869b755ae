import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getFlips as definition } from "../../../provider/monitor/functions/getFlips";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** The check (exactly one of `uuid`, `uniqueKey` and `slug`) and the window of time. */
export interface GetFlipsArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetFlipsOutputArgs extends InputsOf<GetFlipsArgs> {}

/** The status changes in a window of time, and the uptime that follows from them. */
export interface GetFlipsResult extends ResultOf<typeof definition> {}

/**
 * The changes of a check's status in a window of time, and the uptime and downtime that follow from them.
 *
 * ```ts
 * const { uptimeRatio, knownRatio, downtimeSeconds } = await getFlips({ slug: "nightly-backup", seconds: days(30) });
 * const june = await getFlips({ slug: "nightly-backup", start: new Date("2026-06-01"), end: new Date("2026-07-01") });
 * ```
 *
 * How it is counted (docs/report.md#uptime, and `pulumi-checks report` counts the same):
 * - The window begins at the later of `start` and `seconds` ago; with neither at the oldest flip that the service
 *   keeps. It ends at `end`, or now if that is not given or still to come. `start` is in the window, `end` is not.
 * - `uptimeSeconds`, `downtimeSeconds`, `pausedSeconds` and `unknownSeconds` add up to the window. A check that is
 *   late within its grace time is up.
 * - Paused time and unknown time (before the first change on record, because the service has forgotten it or there was
 *   no check yet) are neither up nor down: `uptimeRatio` is `uptimeSeconds / (uptimeSeconds + downtimeSeconds)`, and
 *   absent where both are 0. `knownRatio` says how much of the window that ratio covers.
 *
 * Any API key is enough. Two requests: the flips, and the check for its present status.
 * @throws {pulumi.RunError} when the check is not found.
 */
export function getFlips(args: GetFlipsArgs): Promise<GetFlipsResult> {
  return invoke(definition, args);
}

/**
 * `getFlips` for arguments that are outputs: it waits for them. In a preview the result is unknown when an argument is,
 * or when `slug` means a check that this program is about to create; an `up` waits for that check.
 */
export function getFlipsOutput(args: GetFlipsOutputArgs): OutputOf<GetFlipsResult> {
  return invokeOutput(definition, args);
}
