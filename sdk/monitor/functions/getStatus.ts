import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getStatus as definition } from "../../../provider/monitor/functions/getStatus";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** How long to try. */
export interface GetStatusArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetStatusOutputArgs extends InputsOf<GetStatusArgs> {}

/** Whether the service is well. */
export interface GetStatusResult extends ResultOf<typeof definition> {}

/**
 * Asks the service whether it is well.
 *
 * ```ts
 * const { healthy, reason } = await getStatus();
 * ```
 *
 * A service that is not well, or cannot be reached, is an answer (`healthy: false`), not an error.
 */
export function getStatus(args: GetStatusArgs = {}): Promise<GetStatusResult> {
  return invoke(definition, args);
}

/** `getStatus` for arguments that are outputs: it waits for them. In a preview the result is unknown when an argument is. */
export function getStatusOutput(args: GetStatusOutputArgs = {}): OutputOf<GetStatusResult> {
  return invokeOutput(definition, args);
}
