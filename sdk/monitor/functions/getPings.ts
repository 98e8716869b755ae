import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getPings as definition } from "../../../provider/monitor/functions/getPings";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** The check: exactly one of `uuid`, `uniqueKey` and `slug`. */
export interface GetPingsArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
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
 * `getPings` for arguments that are outputs: it waits for them. In a preview the result is unknown when an argument is,
 * or when `slug` means a check that this program is about to create; an `up` waits for that check.
 */
export function getPingsOutput(args: GetPingsOutputArgs): OutputOf<GetPingsResult> {
  return invokeOutput(definition, args);
}
