/** The access token of the merchant operations, asked for where somebody allowed that and set none. */
import { z } from "zod";
import type { Log } from "../core/log";
import { HttpClient, json } from "../http/client";
import { loginConnection } from "./connection";
import { type MerchantSettings, needed } from "./settings";

/** What a login needs, in place of an access token. */
export const LOGIN_SETTINGS = ["loginPath", "serviceIdField", "serviceId", "secretKey", "domain"] as const;

/**
 * `POST {base_url}{merchant:loginPath}`. Gives a secret, which is kept in memory alone.
 * @throws {ChecksError} when a setting is missing, or the service refuses; the message has none of the keys.
 */
export async function logIn(settings: MerchantSettings, log: Log): Promise<string> {
  const serviceId = needed(settings, "serviceId");
  const { data } = await new HttpClient(loginConnection(settings), log).call({
    method: "POST",
    path: needed(settings, "loginPath"),
    body: {
      // The one service that is known to have this wants a number.
      [needed(settings, "serviceIdField")]: /^[1-9]\d{0,14}$/.test(serviceId) ? Number(serviceId) : serviceId,
      secretKey: needed(settings, "secretKey"),
      domain: needed(settings, "domain"),
    },
    parse: json(z.looseObject({ accessToken: z.string().min(1) })),
    what: "logging in",
  });
  return data.accessToken;
}
