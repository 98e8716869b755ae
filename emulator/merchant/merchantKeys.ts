import { randomBytes } from "node:crypto";

/** What a merchant has from the service's dashboard. */
export interface MerchantKeys {
  /** The value of the Authorization header of the merchant operations, without a scheme word. */
  accessToken: string;
  /** The merchant's id at the service. */
  serviceId: string;
  /** The secret key for sandbox tokens. */
  testKey: string;
  /** The secret key for production tokens. */
  liveKey: string;
  /** The domain registered for both keys. */
  domain: string;
}

/** Keys that nobody else has, save for those that are given. */
export function merchantKeys(given: Partial<MerchantKeys> = {}): MerchantKeys {
  return {
    accessToken: randomBytes(48).toString("base64url"),
    serviceId: "7654321",
    testKey: randomBytes(12).toString("base64url"),
    liveKey: randomBytes(12).toString("base64url"),
    domain: "shop.example.com",
    ...given,
  };
}
