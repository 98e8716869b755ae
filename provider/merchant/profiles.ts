/**
 * What the interface's document leaves open ("not shown"), by profile. A profile only has what somebody found out
 * about one service; each value can be overridden by the setting of its name.
 */
import type { MerchantWords } from "./merchantSettings";

/** Names of the profiles. */
export const PROFILES = ["neutral", "sadad"] as const;

/**
 * `neutral` uses the words with which the document itself replaces a vendor's name, and knows no more.
 * `sadad` has what is public about that service; docs/payments.md says how sure each value is.
 */
export const profiles: Record<(typeof PROFILES)[number], Partial<MerchantWords>> = {
  neutral: {},
  sadad: {
    sdkAuthUrl: "https://api.sadadqatar.com",
    serviceIdField: "sadadId",
    refundField: "transactionnumber",
    sentViaEmail: 3,
    sentViaSms: 4,
    packageModeSandbox: "debug",
    packageModeLive: "release",
    walletPaymentType: "sadadPay",
    walletMerchantIdParameter: "googleMerchantID",
    walletMerchantNameParameter: "googleMerchantName",
    statusIds: {
      1: "Inprogress",
      2: "Failed",
      4: "Refund",
      5: "Pending",
      6: "Onhold",
      7: "Rejected",
    },
  },
};

/** What stands where neither a setting nor the profile says anything: the document's own words. */
export const DOCUMENTED_WORDS = {
  transactionNumberIn: "body",
  memberIdField: "ServiceId",
  walletPaymentType: "servicePay",
  walletMerchantIdParameter: "walletMerchantID",
  walletMerchantNameParameter: "walletMerchantName",
} as const;
