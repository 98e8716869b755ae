/** A movement of money by a refund. */
export interface RefundEntry {
  /** Number of the refunded transaction. */
  transactionno: string;
  /** Number of its reverse transaction. */
  reverseTransactionno: string;
  amount: number;
  /** The service's time, ISO 8601. */
  at: string;
}

/** An invoice sent to somebody, once per request. */
export interface ShareEntry {
  invoicenumber: string;
  /** As in the request. */
  sentvia: 3 | 4;
  channel: "email" | "sms";
  /** The e-mail address or cell number. */
  receiver: string;
  /** The service's time, ISO 8601. */
  at: string;
}

/** A token for the mobile SDK. */
export interface TokenEntry {
  /** The key that was used. */
  kind: "sandbox" | "production";
  accessToken: string;
  /** The service's time, ISO 8601. */
  at: string;
}

/** What the merchant service did, in order. Tests read here how often money moved, whatever the answers said. */
export interface MerchantLedger {
  refunds: RefundEntry[];
  shares: ShareEntry[];
  tokens: TokenEntry[];
}

export function emptyLedger(): MerchantLedger {
  return { refunds: [], shares: [], tokens: [] };
}
