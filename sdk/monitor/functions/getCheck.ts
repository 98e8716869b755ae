import type { ArgsOf } from "../../../provider/core/function";
import type { CheckResult } from "../../../provider/monitor/functions/checkResult";
import { getCheck as definition } from "../../../provider/monitor/functions/getCheck";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";
import { type FoundCheck, secretWithPingUrl, withSecretPingUrl } from "./pingUrl";

/** The check to find: exactly one of `uuid`, `uniqueKey` and `slug`. */
export interface GetCheckArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetCheckOutputArgs extends InputsOf<GetCheckArgs> {}

/**
 * Finds one check of the service, whether this program made it or not.
 *
 * ```ts
 * const { status, lastPing, pingUrl } = await getCheck({ slug: "nightly-backup" });
 * ```
 *
 * All look-ups by slug of a run share one list request with `getChecks`, so they show the state of that moment.
 * `pingUrl` is an Output marked as secret, so that it is not printed by accident: give it to a resource as it is.
 *
 * Any API key is enough. With a read-only key, `uuid`, `pingUrl`, `updateUrl`, `pauseUrl`, `resumeUrl` and `channels`
 * are absent.
 * @throws {pulumi.RunError} when no check matches, or several do; the message names the checks that there are.
 */
export async function getCheck(args: GetCheckArgs): Promise<FoundCheck> {
  return withSecretPingUrl(await invoke(definition, args));
}

/**
 * `getCheck` for arguments that are outputs, such as the `uuid` of a resource: it waits for them, and looks the check up
 * after the resource was written. In a preview in which they are unknown, the result is unknown and nothing is
 * requested.
 *
 * ```ts
 * const status = getCheckOutput({ uuid: backup.uuid }).status;
 * ```
 *
 * When `slug` means a check that this program is about to create, the result is unknown in a preview, and an `up` waits
 * for the check; so it does when a check of this program gets the slug from another one of its stack. Any other check
 * that exists already is shown as it is at that moment.
 *
 * The whole output is secret when it contains a ping URL; `pulumi.unsecret(output.status)` makes one part of it visible.
 */
export function getCheckOutput(args: GetCheckOutputArgs): OutputOf<CheckResult> {
  return secretWithPingUrl(invokeOutput(definition, args), (check) => [check]);
}
