/** The payment service during one run: its client, its settings, and what is known of the refunds. */

import type { Log } from "../core/log";
import type { Session } from "../core/session";
import { MerchantApi } from "./api";
import { machineFolder } from "./refund/machineFolder";
import { RefundRecords } from "./refund/refundRecords";
import { type MerchantOptions, type MerchantSettings, readMerchantSettings } from "./settings";

/** Shared by all resources and functions of a run. */
export class Merchant {
  readonly api: MerchantApi;
  /** When this run began to use it, in milliseconds since 1970. */
  readonly since = Date.now();
  /** Attempts at refunds that began in this very process and have not been used. */
  readonly openAttempts = new Set<string>();
  /** What this run has come across of attempts and refunds: a replacement goes on from there. */
  readonly records: RefundRecords;
  private folder: Promise<string> | undefined;

  /** `engine` is the address of the one that this process serves, if it serves one. */
  constructor(
    readonly settings: MerchantSettings,
    readonly log: Log,
    engine?: string,
  ) {
    this.api = new MerchantApi(settings, log);
    this.records = new RefundRecords(engine, () => this.machineFolder());
  }

  /** Where the processes of this machine leave notes for each other. @throws {ChecksError} when there is no such place. */
  machineFolder(): Promise<string> {
    this.folder ??= machineFolder(this.log);
    return this.folder;
  }
}

/** Nothing beside what the run has. */
const CONFIGURED: MerchantOptions = {};

const newMerchants = () => new WeakMap<MerchantOptions, Merchant>();

/**
 * The payment service, configured as the run is or, before that, by the settings of a call. Shared by those who give
 * the same object. What is not configured is missed when an operation needs it.
 */
export function merchantOf(session: Session, options: MerchantOptions = CONFIGURED): Merchant {
  const merchants = session.part(newMerchants);
  const known = merchants.get(options);
  if (known) return known;
  const settings = readMerchantSettings(session.config, session.environment, options);
  const merchant = new Merchant(settings, session.log, session.run);
  merchants.set(options, merchant);
  return merchant;
}
