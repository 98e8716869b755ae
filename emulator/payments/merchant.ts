import { randomBytes } from "node:crypto";
import type { Clock } from "../core/clock";
import { emptyLedger, type MerchantLedger, type ShareEntry, type TokenEntry } from "./ledger";
import { dayOf, withinRefundWindow } from "./refundWindow";
import { MerchantRefusal, notFound } from "./refusal";
import { type MerchantSettings, merchantSettingsSchema } from "./settings";
import { TEST_INVOICES, testTransactions } from "./testData";
import {
  type NewTransaction,
  newTransactionSchema,
  recordOf,
  type Transaction,
  type TransactionRecord,
} from "./transaction";

/** What a merchant gets from the service's dashboard. */
export interface MerchantKeys {
  /** The value of the merchant operations' Authorization header, without a scheme word. */
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

/** Keys and settings of a merchant service; keys default to random ones, settings to their defaults. */
export interface MerchantOptions {
  /** Ignored if the state file has others. */
  keys?: Partial<MerchantKeys>;
  /** These override the ones in the state file, and a reset restores them. */
  settings?: Partial<MerchantSettings>;
}

/** The merchant's account at the service: its transactions, its invoices, and a ledger. */
export class Merchant {
  keys: MerchantKeys;
  settings: MerchantSettings;
  ledger: MerchantLedger = emptyLedger();
  invoices: string[] = [];
  private readonly transactions = new Map<string, Transaction>();
  private lastId = 0;

  constructor(
    private readonly clock: Clock,
    private readonly options: MerchantOptions = {},
  ) {
    this.keys = merchantKeys(options.keys);
    this.settings = this.settingsWith({});
    this.reset();
  }

  /** Restores the test data and empties the ledger; keys stay. */
  reset(): void {
    this.settings = this.settingsWith({});
    this.ledger = emptyLedger();
    this.invoices = [...TEST_INVOICES];
    this.transactions.clear();
    this.lastId = 0;
    for (const transaction of testTransactions(this.clock.now())) this.add(transaction);
  }

  /**
   * Changes the given settings and keeps the others.
   * @throws {ZodError} if something is no setting.
   */
  change(settings: Partial<MerchantSettings>): MerchantSettings {
    this.settings = merchantSettingsSchema.parse({ ...this.settings, ...settings });
    return this.settings;
  }

  /** Adds a transaction; undefined if its number exists. */
  add(given: NewTransaction): TransactionRecord | undefined {
    const { transactiondate = dayOf(this.clock.now()), ...rest } = newTransactionSchema.parse(given);
    if (this.transactions.has(rest.invoicenumber)) return undefined;
    return this.record(this.keep({ ...rest, transactiondate }));
  }

  /** All transactions, in the order in which they were added. */
  all(): TransactionRecord[] {
    return [...this.transactions.values()].map((transaction) => this.record(transaction));
  }

  /** One transaction; 404 if the number is unknown. */
  get(transactionno: string): TransactionRecord {
    return this.record(this.find(transactionno));
  }

  /** Refunds a transaction, and returns the reverse transaction. */
  refund(transactionno: string): TransactionRecord {
    const original = this.find(transactionno);
    const obstacle = this.obstacleTo(original);
    if (obstacle !== undefined) {
      throw new MerchantRefusal(this.settings.ineligibleStatus, obstacle, this.settings.ineligibleName);
    }
    original.refund = "refunded";
    const reverse = this.keep(this.reverseOf(original));
    this.ledger.refunds.push({
      transactionno,
      reverseTransactionno: reverse.invoicenumber,
      amount: original.amount,
      at: this.time(),
    });
    return this.record(reverse);
  }

  /** Sends an invoice to somebody; 404 if its number is unknown. */
  share(share: Omit<ShareEntry, "at">): void {
    if (!this.invoices.includes(share.invoicenumber)) throw notFound("Invoice");
    this.ledger.shares.push({ ...share, at: this.time() });
  }

  /** A token for the mobile SDK, a new one each time. */
  issueToken(kind: TokenEntry["kind"]): string {
    const accessToken = randomBytes(48).toString("base64url");
    this.ledger.tokens.push({ kind, accessToken, at: this.time() });
    return accessToken;
  }

  dump() {
    const { keys, settings, ledger, invoices, lastId } = this;
    return { keys, settings, ledger, invoices, lastId, transactions: [...this.transactions.values()] };
  }

  restore(dump: MerchantDump): void {
    this.keys = dump.keys;
    this.settings = this.settingsWith(dump.settings);
    this.ledger = dump.ledger;
    this.invoices = dump.invoices;
    this.lastId = dump.lastId;
    this.transactions.clear();
    for (const transaction of dump.transactions)
      this.transactions.set(transaction.invoicenumber, transaction);
  }

  private settingsWith(earlier: Partial<MerchantSettings>): MerchantSettings {
    return merchantSettingsSchema.parse({ ...earlier, ...this.options.settings });
  }

  /** Why a transaction cannot be refunded; undefined if it can. */
  private obstacleTo({ status, refund, transactiondate }: Transaction): string | undefined {
    if (status !== "Success") return "the transaction is not a success";
    if (refund !== "none" && !this.settings.doubleRefunds) return "the transaction is refunded already";
    if (!withinRefundWindow(transactiondate, this.clock.now()))
      return "the transaction is older than 3 months";
    return undefined;
  }

  private reverseOf(original: Transaction): Omit<Transaction, "id"> {
    return {
      ...original,
      invoicenumber: this.freshNumber(),
      status: "Refund",
      refund: "reverse",
      transactiondate: dayOf(this.clock.now()),
      transaction_summary: `Refund of ${original.invoicenumber}`,
      senderId: original.receiverId,
      receiverId: original.senderId,
    };
  }

  private freshNumber(): string {
    let number = this.lastId;
    do number++;
    while (this.transactions.has(`R-${number}`));
    return `R-${number}`;
  }

  private keep(transaction: Omit<Transaction, "id">): Transaction {
    const stored = { ...transaction, id: ++this.lastId };
    this.transactions.set(stored.invoicenumber, stored);
    return stored;
  }

  private find(transactionno: string): Transaction {
    const transaction = this.transactions.get(transactionno);
    if (!transaction) throw notFound("Transaction");
    return transaction;
  }

  private record(transaction: Transaction): TransactionRecord {
    return recordOf(transaction, this.settings);
  }

  private time(): string {
    return new Date(this.clock.now()).toISOString();
  }
}

/** A merchant's account in the state file. */
export type MerchantDump = ReturnType<Merchant["dump"]>;

/** The given keys, completed by random ones. */
function merchantKeys(given: Partial<MerchantKeys> = {}): MerchantKeys {
  return {
    accessToken: randomBytes(48).toString("base64url"),
    serviceId: "7654321",
    testKey: randomBytes(12).toString("base64url"),
    liveKey: randomBytes(12).toString("base64url"),
    domain: "shop.example.com",
    ...given,
  };
}
