/** The payment service during one run: its client, its settings, and which refunds may be asked for. */
import Bottleneck from "bottleneck";
import { MerchantApi } from "../api/merchant";
import type { Values } from "../fields";
import type { Log } from "../log";
import type { MerchantSettings } from "./merchantSettings";

/** Shared by all resources and functions of a run. */
export class Merchant {
  readonly api: MerchantApi;
  /** Attempts at refunds that began in this very process and have not been used. */
  readonly openAttempts = new Set<string>();
  /** States of resources that this run removed, by what they were about: a replacement inherits what is known. */
  readonly removed = new Map<string, Values>();
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
