import type { ArgsOf, ResultOf } from "../../provider/functions/function";
import { getPingBody as definition } from "../../provider/functions/getPingBody";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** The check (exactly one of `uuid`, `uniqueKey` and `slug`) and the number of the ping. */
export interface GetPingBodyArgs extends ArgsOf<typeof definition> {}

/** The same, each as a value or an output of it. */
export interface GetPingBodyOutputArgs extends InputsOf<GetPingBodyArgs> {}

/** What the job sent with a ping. */
export interface GetPingBodyResult extends ResultOf<typeof definition> {}

/**
 * Reads what a job sent with a ping, for example the end of its log.
 *
 * ```ts
 * const { body } = await getPingBody({ slug: "nightly-backup", n: 42 });
 * ```
 *
 * Needs a read-write key. The body is plain text, not marked as a secret: wrap it in `pulumi.secret` before it goes
 * into an output if the job may print something confidential.
 * @throws {pulumi.RunError} when the check is not found, the service has no body of that ping, or the key is not a
 * read-write key.
 */
export function getPingBody(args: GetPingBodyArgs): Promise<GetPingBodyResult> {
  return invoke(definition, args);
}

/** `getPingBody` for arguments that are outputs: it waits for them; unknown ones in a preview make it unknown. */
export function getPingBodyOutput(args: GetPingBodyOutputArgs): OutputOf<GetPingBodyResult> {
  return invokeOutput(definition, args);
}
