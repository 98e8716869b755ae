import type { ResultOf } from "../../provider/core/function";
import { getProfile as definition } from "../../provider/payments/getProfile";
import { invoke } from "../program/invoke";
import type { MerchantOptions } from "./merchantOptions";

/** Names for the ids of a service. */
export interface GetProfileResult extends ResultOf<ReturnType<typeof definition>> {}

/**
 * The ids of statuses, modes and entities that the profile and the settings (`merchant:statusIds` …) name, together with
 * those of the service's documentation. Makes no request.
 *
 * ```ts
 * const { modeIds } = await payments.getProfile();
 * ```
 *
 * @throws {pulumi.RunError} of one line when a setting is wrong.
 */
export function getProfile(settings?: MerchantOptions): Promise<GetProfileResult> {
  return invoke(definition(settings), {});
}
