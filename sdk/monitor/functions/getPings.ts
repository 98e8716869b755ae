import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getPings as definition } from "../../../provider/monitor/functions/getPings";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** The check: exactly one of `uuid`, `uniqueKey` and `slug`. */
export interface GetPingsArgs extends ArgsOf<typeof definition> {}

/** The same, each as a value or an output of it. */
export interface GetPingsOutputArgs extends InputsOf<GetPingsArgs> {}

/** The logged pings, newest first. */
export interface GetPingsResult extends ResultOf<typeof definition> {}

/**
 * Lists the logged pings of a check, newest first.
 *
 * ```ts
 * const { pings } = await getPings({ slug: "nightly-backup" });
 * const failures = pings.filter(({ type }) => type === "fail");
 * ```
 *
 * Needs a read-write key: the service does not show pings to a read-only one.
 * @throws {pulumi.RunError} when the check is not found, or the key is not a read-write key.
 */
export function getPings(args: GetPingsArgs): Promise<GetPingsResult> {
  return invoke(definition, args);
}

/**
 * `getPings` for arguments that are outputs: it waits for them; unknown ones in a preview make it unknown. So does, by
 * `slug`, a check that this program is about to make: an `up` waits for it.
 */
export function getPingsOutput(args: GetPingsOutputArgs): OutputOf<GetPingsResult> {
  return invokeOutput(definition, args);
}
