/** Money given back: one entry each time that it moved. */
export interface RefundEntry {
  /** Number of the refunded transaction. */
  transactionno: string;
  /** Number of its reverse transaction. */
  reverseTransactionno: string;
  amount: number;
  /** The service's time, ISO 8601. */
  at: string;
}

/** An invoice sent to somebody: one entry each time. */
export interface ShareEntry {
  invoicenumber: string;
  /** As the request had it. */
  sentvia: 3 | 4;
  channel: "email" | "sms";
  /** The e-mail address or cell number. */
  receiver: string;
  /** The service's time, ISO 8601. */
  at: string;
}

/** A token for the mobile SDK. */
export interface TokenEntry {
  /** With the test key or with the live key. */
  kind: "sandbox" | "production";
  accessToken: string;
  /** The service's time, ISO 8601. */
  at: string;
}

/**
 * What the merchant service did, in order; tests read here how often money moved, whatever the answers
 * said.
 */
export interface MerchantLedger {
  refunds: RefundEntry[];
  shares: ShareEntry[];
  tokens: TokenEntry[];
}

/** A ledger in which nothing happened. */
export function emptyLedger(): MerchantLedger {
  return { refunds: [], shares: [], tokens: [] };
}
