/** The payment service during one run: its client, its settings, and which refunds may be asked for. */
import Bottleneck from "bottleneck";
import { MerchantApi } from "../api/merchant";
import type { Log } from "../log";
import type { MerchantSettings } from "./merchantSettings";

/** Shared by all resources and functions of a run. */
export class Merchant {
  readonly api: MerchantApi;
  /** Attempts at a refund that began in this very process and have not been used. */
  readonly openAttempts = new Set<string>();
  /** The last attempts of resources that this run removed, by transaction number: a replacement inherits them. */
  readonly removedAttempts = new Map<string, string>();
  private readonly turns = new Bottleneck.Group({ maxConcurrent: 1 });

  constructor(
    readonly settings: MerchantSettings,
    readonly log: Log,
  ) {
    this.api = new MerchantApi(settings, log);
  }

  /** Runs `work` when no other work on the same transaction runs: between a look and a refund nothing may come. */
  alone<T>(transactionNumber: string, work: () => Promise<T>): Promise<T> {
    return this.turns.key(transactionNumber).schedule(work);
  }
}
