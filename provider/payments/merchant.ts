/** The payment service during one run: its client, its settings, and what is known of the refunds. */

import type { Log } from "../core/log";
import type { Session } from "../core/session";
import { Turns } from "../core/turns";
import { MerchantApi } from "./api";
import { machineFolder } from "./refund/machineFolder";
import { RefundRecords } from "./refund/refundRecords";
import { type MerchantOptions, type MerchantSettings, readMerchantSettings } from "./settings";

/** What follows from the settings. */
interface Configured {
  settings: MerchantSettings;
  api: MerchantApi;
  /** As they were read: a login adds its token. */
  asRead: string;
}

/** Shared by all resources and functions of a run. */
export class Merchant {
  /** When this run began to use it, in milliseconds since 1970. */
  readonly since = Date.now();
  /** Attempts at refunds that began in this very process and have not been used. */
  readonly openAttempts = new Set<string>();
  /** What this run has come across of attempts and refunds: a replacement goes on from there. */
  readonly records: RefundRecords;
  /** Who waits for whom in this process. */
  readonly turns = new Turns();
  private known: Configured | undefined;
  private folder: Promise<string> | undefined;

  /** `run` names that of the engine that this process serves, if it serves one. */
  constructor(
    private readonly read: () => MerchantSettings,
    readonly log: Log,
    run?: string,
  ) {
    this.records = new RefundRecords(run, () => this.machineFolder());
  }

  /** Read when something first needs them. @throws {ChecksError} when one is wrong. */
  get settings(): MerchantSettings {
    return this.configured.settings;
  }

  get api(): MerchantApi {
    return this.configured.api;
  }

  /** The settings are others from now on. What is known of refunds stays. */
  forgetSettings(): void {
    this.known = undefined;
  }

  /** Whether the settings are others by now. */
  isOutdated(): boolean {
    return this.known !== undefined && JSON.stringify(this.read()) !== this.known.asRead;
  }

  private get configured(): Configured {
    if (!this.known) {
      const settings = this.read();
      const asRead = JSON.stringify(settings);
      this.known = { settings, api: new MerchantApi(settings, this.log), asRead };
    }
    return this.known;
  }

  /** Where the processes of this machine leave notes for each other. @throws {ChecksError} when there is no such place now. */
  machineFolder(): Promise<string> {
    this.folder ??= machineFolder(this.log).catch((error: unknown) => {
      this.forgetFolder();
      throw error;
    });
    return this.folder;
  }

  /** It is looked for anew: a server may outlive it. */
  forgetFolder(): void {
    this.folder = undefined;
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
  const read = () => readMerchantSettings(session.config, session.environment, options);
  const merchant = new Merchant(read, session.log, session.run);
  merchants.set(options, merchant);
  return merchant;
}

/**
 * The same for a call of a script or a server, which may have got another token since the last one. A call that is under way
 * goes on with the settings with which it began: a refund is asked for where it was looked at.
 */
export function merchantNow(session: Session, options: MerchantOptions = CONFIGURED): Merchant {
  const merchants = session.part(newMerchants);
  if (merchants.get(options)?.isOutdated()) merchants.delete(options);
  return merchantOf(session, options);
}
