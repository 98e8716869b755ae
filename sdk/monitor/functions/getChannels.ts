import type { ArgsOf, ResultOf } from "../../../provider/core/function";
import { getChannels as definition } from "../../../provider/monitor/functions/getChannels";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";

/** Which channels to list; without arguments, all of the project. */
export interface GetChannelsArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetChannelsOutputArgs extends InputsOf<GetChannelsArgs> {}

/** The channels, sorted by name, then by id. */
export interface GetChannelsResult extends ResultOf<typeof definition> {}

/**
 * Lists the channels (integrations) of a project, by name and kind.
 *
 * ```ts
 * const { channels } = await getChannels({ kind: "email" });
 * ```
 *
 * Needs a read-write key: the service does not show channels to a read-only one. One request a run. When nothing
 * matches, the list is empty.
 */
export function getChannels(args: GetChannelsArgs = {}): Promise<GetChannelsResult> {
  return invoke(definition, args);
}

/** `getChannels` for arguments that are outputs: it waits for them. In a preview the result is unknown when an argument is. */
export function getChannelsOutput(args: GetChannelsOutputArgs = {}): OutputOf<GetChannelsResult> {
  return invokeOutput(definition, args);
}
