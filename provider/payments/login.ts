/** The access token of the merchant operations, asked for where somebody allowed that and set none. */
import { z } from "zod";
import { ChecksError } from "../core/errors";
import type { Log } from "../core/log";
import { secretKey } from "../core/settings";
import { json } from "../http/answer";
import { HttpClient } from "../http/client";
import { ServiceError } from "../http/failure";
import { loginConnection } from "./connection";
import { type MerchantSettings, requireSetting } from "./settings";

/** What a login needs, in place of an access token. */
export const LOGIN_SETTINGS = ["loginPath", "serviceIdField", "serviceId", "secretKey", "domain"] as const;

/** The login failed, so there is no token and nothing was requested with it: an unclear answer concerns only the login. */
export class LoginFailed extends ChecksError {}

/**
 * `POST {base_url}{merchant:loginPath}`. Gives a secret, which is kept in memory alone.
 * @throws {LoginFailed} when the service refuses or does not answer; the message has none of the keys.
 * @throws {ChecksError} when a setting is missing.
 */
export async function logIn(settings: MerchantSettings, log: Log): Promise<string> {
  const serviceId = requireSetting(settings, "serviceId");
  const login = new HttpClient(loginConnection(settings), log).call({
    method: "POST",
    path: requireSetting(settings, "loginPath"),
    body: {
      // The only service that is known to have this operation expects a number.
      [requireSetting(settings, "serviceIdField")]: /^[1-9]\d{0,14}$/.test(serviceId)
        ? Number(serviceId)
        : serviceId,
      secretKey: requireSetting(settings, "secretKey"),
      domain: requireSetting(settings, "domain"),
    },
    // What no header can carry would be sent in part, and be refused as one that has expired.
    parse: json(z.looseObject({ accessToken: secretKey })),
    what: "logging in",
  });
  try {
    return (await login).data.accessToken;
  } catch (error) {
    throw error instanceof ServiceError ? new LoginFailed(error.parts) : error;
  }
}
