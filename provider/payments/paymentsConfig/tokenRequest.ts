/** The request for a token of the mobile SDK. */
import type { TokenRequest } from "../api";
import { type MerchantSettings, requireSetting } from "../settings";

/** What a caller gives of it; the rest comes from the settings. */
export type GivenRequest = Pick<TokenRequest, "environment"> & {
  [K in Exclude<keyof TokenRequest, "environment">]?: TokenRequest[K] | undefined;
};

/** The request; files and pipes add a line break. @throws {ChecksError} when something is missing, naming the setting. */
export function requestFor(given: GivenRequest, settings: MerchantSettings): TokenRequest {
  requireSetting(settings, "serviceIdField");
  return trimmed({
    environment: given.environment,
    serviceId: given.serviceId ?? requireSetting(settings, "serviceId"),
    secretKey: given.secretKey ?? requireSetting(settings, "secretKey"),
    domain: given.domain ?? requireSetting(settings, "domain"),
  });
}

/** The same, or undefined where something is missing, as in a preview that may not see the keys. */
export function requestIfKnown(given: GivenRequest, settings: MerchantSettings): TokenRequest | undefined {
  const { serviceId = settings.serviceId, secretKey = settings.secretKey, domain = settings.domain } = given;
  if (serviceId === undefined || secretKey === undefined || domain === undefined) return undefined;
  return trimmed({ environment: given.environment, serviceId, secretKey, domain });
}

function trimmed({ environment, serviceId, secretKey, domain }: TokenRequest): TokenRequest {
  return {
    environment,
    serviceId: serviceId.trim(),
    secretKey: secretKey.trim(),
    domain: domain.trim(),
  };
}
