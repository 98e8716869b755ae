import type { ArgsOf } from "../../provider/core/function";
import { getSdkToken as definition } from "../../provider/payments/paymentsConfig/getSdkToken";
import type { MerchantOptions } from "./merchantOptions";
import { act } from "./outsideProgram";

/** Whom a token is for. What is not given comes from the settings. */
export interface GetSdkTokenArgs extends ArgsOf<ReturnType<typeof definition>> {}

/**
 * One token for the mobile SDK, for a server that needs one per order at run time. (In a Pulumi program
 * `payments.PaymentsConfig` keeps a token as a secret.)
 *
 * ```ts
 * const settings = { sdkAuthUrl: "https://payments.example.com", serviceIdField: "serviceId" };
 *
 * async function tokenForOrder(secretKey: string): Promise<string> {
 *   const shop = { serviceId: "7654321", domain: "shop.example.com" };
 *   return payments.getSdkToken({ environment: "production", secretKey, ...shop }, settings);
 * }
 * ```
 *
 * What is not given comes from the environment (`MERCHANT_SECRET_KEY` …). Give the same `settings` object each time: its
 * connections are kept. `POST {sdk_auth_url}/api-v5/userbusinesses/getsdktoken` in sandbox, `api-v4` in production;
 * failures that may pass are tried again, for `deadlineSeconds` in total.
 * @returns the token, in plain text: do not log it.
 * @throws {ChecksError} of one line, without the key; in a Pulumi program {pulumi.RunError}.
 */
export function getSdkToken(args: GetSdkTokenArgs, settings: MerchantOptions = {}): Promise<string> {
  return act(definition(settings), "payments.PaymentsConfig", args);
}
