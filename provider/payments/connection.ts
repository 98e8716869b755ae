/** Where the two hosts of the payment service are, and how requests to them are signed. */
import { environmentName } from "../core/settings";
import { type Connection, refuseUnencryptedHttp } from "../http/connection";
import { type MerchantSettings, placeIn, requireSetting, secretsOf, sourceOf } from "./settings";

/**
 * The host of the merchant operations. Throws when its address or the access token is not set. `isOwn`: the token came
 * from a login, so nobody can set another one.
 */
export function merchantConnection(settings: MerchantSettings, isOwn = false): Connection {
  const accessToken = requireSetting(settings, "accessToken");
  // A token that lacks a permission is kept, because another one of the same user would lack it, too.
  const lacking = "Its user lacks the permission Merchant; give it to that user at the service";
  const remedy = isOwn
    ? "It has expired, or its user lacks the permission Merchant; the next request logs in again"
    : `It is wrong, has expired, or its user lacks the permission Merchant; set another one in ${placeOfToken(settings)}`;
  const told = isOwn ? "the access token that it issued" : "the access token";
  return connection(settings, "url", {
    // No scheme word before the token.
    headers: { Authorization: accessToken, "User-Agent": settings.userAgent },
    secrets: secretsOf(settings),
    refusals: {
      401: { reason: `the service refused ${told}`, remedy },
      403: {
        reason: "the service refused access with this access token (403)",
        remedy: isOwn ? lacking : remedy,
      },
    },
  });
}

/** Different spellings of an address mean the same service. */
export function inOneSpelling(url: string | undefined): string {
  return url === undefined ? "" : new URL(url).href.replace(/\/+$/, "");
}

/** Where another access token is to be set, so that it counts. */
function placeOfToken(settings: MerchantSettings): string {
  if (settings.ofCall?.includes("accessToken")) return sourceOf(settings, "accessToken");
  const { name, isArgument } = placeIn(settings, "accessToken");
  return isArgument ? name : `${name} or ${environmentName("accessToken", "merchant")}`;
}

/** The same host, before there is an access token. */
export function loginConnection(settings: MerchantSettings): Connection {
  return connection(settings, "url", {
    headers: { "User-Agent": settings.userAgent },
    secrets: secretsOf(settings),
    refusals: refusalsOfKeys(),
  });
}

/** The host of the SDK token operation. Throws when its address is not set. */
export function sdkAuthConnection(settings: MerchantSettings): Connection {
  return connection(settings, "sdkAuthUrl", {
    headers: { "User-Agent": settings.userAgent },
    secrets: secretsOf(settings),
    refusals: refusalsOfKeys(),
  });
}

/** What a refusal means where the service id, the key and the domain identify the merchant. */
function refusalsOfKeys(): Connection["refusals"] {
  const remedy =
    "They must belong together, with the test key in sandbox and the live key in production; the merchant dashboard shows them";
  const reason = "the service refused the service id, the secret key or the domain";
  return { 401: { reason, remedy }, 403: { reason: `${reason} (403)`, remedy } };
}

/** @throws {ChecksError} when it is not set, or keys would travel to it unencrypted. */
export function requireAddress(settings: MerchantSettings, key: "url" | "sdkAuthUrl"): string {
  const url = requireSetting(settings, key);
  refuseUnencryptedHttp(sourceOf(settings, key), url, settings.allowHttp, sourceOf(settings, "allowHttp"));
  return url;
}

function connection(
  settings: MerchantSettings,
  key: "url" | "sdkAuthUrl",
  identity: Pick<Connection, "headers" | "secrets" | "refusals">,
): Connection {
  const { allowHttp, requestsPerMinute, concurrency, timeoutSeconds, deadlineSeconds } = settings;
  return {
    url: requireAddress(settings, key).replace(/\/+$/, ""),
    ...identity,
    addressSetting: sourceOf(settings, key),
    requestsPerMinute,
    concurrency,
    timeoutSeconds,
    deadlineSeconds,
    allowHttp,
  };
}
