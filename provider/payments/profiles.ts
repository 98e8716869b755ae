/**
 * What the service's documentation leaves open ("not shown"), by profile. A profile only has what somebody found out
 * about one service; the setting with the same name overrides each value.
 */
import type { GivenSettings, MerchantWords } from "./settingFields";

/**
 * `neutral` uses the words with which the document itself replaces a vendor's name, and knows no more.
 * `sadad` has what is public about that service; docs/payments.md says how sure each value is.
 */
export const profiles: Record<GivenSettings["profile"], Partial<MerchantWords>> = {
  neutral: {},
  sadad: {
    sdkAuthUrl: "https://api.sadadqatar.com",
    loginPath: "/api/userbusinesses/login",
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
    modeIds: { 2: "Debit Card", 3: "Sadad" },
    entityIds: {
      2: "Product Invoice",
      3: "Add Funds",
      4: "Withdrawal",
      5: "Transfer",
      6: "Order",
      7: "Website Payment",
      8: "QR Transfer",
      9: "SDK Payment",
      10: "AJAX Payment",
      11: "Product Subscription Detail",
      12: "Calender Webcheckout",
    },
  },
};

/** Used where neither a setting nor the profile has a value: the documentation's own words. */
export const DOCUMENTED_WORDS = {
  transactionNumberIn: "body",
  memberIdField: "ServiceId",
  walletPaymentType: "servicePay",
  walletMerchantIdParameter: "walletMerchantID",
  walletMerchantNameParameter: "walletMerchantName",
} as const;
