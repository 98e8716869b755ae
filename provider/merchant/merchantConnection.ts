/** Where the two hosts of the payment service are, and how requests to them are signed. */
import { type Connection, refuseOpenHttp, type ServiceTraits } from "../connection";
import { type MerchantSettings, needed } from "./merchantSettings";

/** The host of the merchant operations. Throws when its address or the access token is not set. */
export function merchantConnection(settings: MerchantSettings): Connection {
  const accessToken = needed(settings, "accessToken");
  const remedy =
    "It is wrong, has expired, or its user lacks the permission Merchant; set another in merchant:accessToken or MERCHANT_ACCESS_TOKEN";
  return connection(settings, "url", {
    // No scheme word before the token.
    headers: { Authorization: accessToken, "User-Agent": settings.userAgent },
    secrets: [accessToken],
    refusals: {
      401: { reason: "the service refused the access token", remedy },
      403: { reason: "the service refused access with this access token (403)", remedy },
    },
  });
}

/** The host of the SDK token operation. Throws when its address is not set. */
export function sdkAuthConnection(settings: MerchantSettings): Connection {
  const remedy =
    "They belong together, and the test key to sandbox, the live key to production; the merchant dashboard shows them";
  const reason = "the service refused the service id, the secret key or the domain";
  return connection(settings, "sdkAuthUrl", {
    headers: { "User-Agent": settings.userAgent },
    secrets: [],
    refusals: { 401: { reason, remedy }, 403: { reason: `${reason} (403)`, remedy } },
  });
}

function connection(
  settings: MerchantSettings,
  key: "url" | "sdkAuthUrl",
  traits: Omit<ServiceTraits, "addressSetting">,
): Connection {
  const { allowHttp, requestsPerMinute, concurrency, timeoutSeconds, deadlineSeconds } = settings;
  const url = needed(settings, key);
  const addressSetting = `merchant:${key}`;
  refuseOpenHttp(addressSetting, url, allowHttp);
  return {
    project: "default",
    url: url.replace(/\/+$/, ""),
    apiKey: "",
    requestsPerMinute,
    concurrency,
    timeoutSeconds,
    deadlineSeconds,
    traits: { ...traits, addressSetting },
  };
}
