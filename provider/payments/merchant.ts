/** The payment service during one run: its client, its settings, and what is known of the refunds. */

import { stopwatch } from "../core/clock";
import { ChecksError } from "../core/errors";
import type { Log } from "../core/log";
import type { Session } from "../core/session";
import { Turns } from "../core/turns";
import { MerchantApi } from "./api";
import type { Begun } from "./refund/askedNotes";
import { machineFolder } from "./refund/machineFolder";
import { RefundRecords } from "./refund/refundRecords";
import { type MerchantOptions, type MerchantSettings, readMerchantSettings } from "./settings";

/** What follows from the settings. */
interface Configured {
  settings: MerchantSettings;
  api: MerchantApi;
  /** The settings as they were read, because a login adds its token to them. */
  asRead: string;
}

/** Shared by all resources and functions of a run. */
export class Merchant {
  /** Counts from when this run began to use the service. */
  readonly since = stopwatch();
  /** Attempts at refunds that began in this very process and have not been used. */
  readonly openAttempts = new Map<string, Begun>();
  /** The attempts and refunds that this run has come across: a replacement continues from them. */
  readonly records: RefundRecords;
  /** Turns of the refunds of this process. */
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

  /** Forgets the settings, because they have changed. What is known of refunds stays. */
  forgetSettings(): void {
    this.known = undefined;
  }

  /** Whether the settings have changed since they were read. */
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

  /** Forgets the folder, so that it is looked up again: a server may outlive it. */
  forgetFolder(): void {
    this.folder = undefined;
  }
}

/** No settings beyond those of the run. */
const CONFIGURED: MerchantOptions = {};

const newMerchants = () => new WeakMap<MerchantOptions, Merchant>();

/**
 * The payment service with the settings of a call, and those of the run for the rest. Callers that pass the same object
 * share it. A missing setting is reported when an operation needs it.
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
 * The same for a call from a script or a server, which may have a new token since the last call. A call that is under
 * way keeps the settings with which it began, so a refund is requested where its transaction was read.
 */
export function merchantNow(session: Session, options: MerchantOptions = CONFIGURED): Merchant {
  // A program in JavaScript may pass what the type rules out, and an object is needed to tell calls apart.
  if (typeof options !== "object" || options === null) {
    throw new ChecksError({ subject: "payments", property: "settings", reason: "must be an object" });
  }
  const merchants = session.part(newMerchants);
  if (merchants.get(options)?.isOutdated()) merchants.delete(options);
  return merchantOf(session, options);
}
