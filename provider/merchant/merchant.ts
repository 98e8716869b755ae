/** The payment service during one run: its client, its settings, and which refunds may be asked for. */
import { MerchantApi } from "../api/merchant";
import type { Values } from "../fields";
import type { Log } from "../log";
import type { MerchantSettings } from "./merchantSettings";

/** Shared by all resources and functions of a run. */
export class Merchant {
  readonly api: MerchantApi;
  /** When this run began to use it, in milliseconds since 1970. */
  readonly since = Date.now();
  /** Attempts at refunds that began in this very process and have not been used. */
  readonly openAttempts = new Set<string>();
  /** States of resources that this run removed, by what they were about: a replacement inherits what is known. */
  readonly removed = new Map<string, Values>();

  constructor(
    readonly settings: MerchantSettings,
    readonly log: Log,
  ) {
    this.api = new MerchantApi(settings, log);
  }
}
