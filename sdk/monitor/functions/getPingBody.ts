import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getPingBody as definition } from "../../../provider/monitor/functions/getPingBody";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** The check (exactly one of `uuid`, `uniqueKey` and `slug`) and the number of the ping. */
export interface GetPingBodyArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetPingBodyOutputArgs extends InputsOf<GetPingBodyArgs> {}

/** What the job sent with a ping. */
export interface GetPingBodyResult extends ResultOf<typeof definition> {}

/**
 * Reads what a job sent with a ping, for example the end of its log.
 *
 * ```ts
 * const { body, bodyBase64 } = await getPingBody({ slug: "nightly-backup", n: 42 });
 * ```
 *
 * `bodyBase64` has the bytes as they came; `body` is the same as text, and absent where the bytes are not UTF-8. A byte
 * order mark stays; a character that the service cut in half is left out of the text.
 *
 * Needs a read-write key. The body is not marked as a secret: wrap it in `pulumi.secret` before it goes
 * into an output if the job may print something confidential.
 * @throws {pulumi.RunError} when the check is not found, the service has no body for that ping, or the key is not a
 * read-write key.
 */
export function getPingBody(args: GetPingBodyArgs): Promise<GetPingBodyResult> {
  return invoke(definition, args);
}

/**
 * `getPingBody` for arguments that are outputs: it waits for them. In a preview the result is unknown when an argument
 * is, or when `slug` means a check that this program is about to create; an `up` waits for that check.
 */
export function getPingBodyOutput(args: GetPingBodyOutputArgs): OutputOf<GetPingBodyResult> {
  return invokeOutput(definition, args);
}
