import type { Channel } from "./monitor/channel";
import type { MerchantLedger } from "./payments/ledger";
import type { MerchantSettings } from "./payments/settings";
import type { NewTransaction, TransactionRecord } from "./payments/transaction";
import type { StateDump } from "./stateDump";
import type { Fault, RandomFaults, SetFault } from "./traffic/faults";
import type { Limits } from "./traffic/limits";
import type { LoggedRequest, RequestCounts } from "./traffic/requestLog";

/** The counts of requests, with the log. */
export type RequestReport = RequestCounts & { log: LoggedRequest[] };

/** A client of the emulator's admin endpoints. */
export class EmulatorAdmin {
  constructor(private readonly adminUrl: string) {}

  /**
   * Empties all projects; restores the merchant's test data and settings; clears faults, limits, clock and counts; then
   * applies the given limits.
   */
  async reset(setup: Partial<Limits> = {}): Promise<void> {
    await this.call("POST", "/reset", { setup });
  }

  /** The service's time, in seconds since 1970. */
  async now(): Promise<number> {
    return (await this.call<{ now: number }>("GET", "/clock")).now;
  }

  /**
   * Moves the clock forward and returns the new time in seconds since 1970.
   * @throws {Error} if that is outside the years 1970 to 9999.
   */
  async advance(seconds: number): Promise<number> {
    return (await this.call<{ now: number }>("POST", "/clock", { advance: seconds })).now;
  }

  /**
   * Sets the clock to a UNIX time in seconds.
   * @throws {Error} if that is outside the years 1970 to 9999.
   */
  async setClock(unixSeconds: number): Promise<number> {
    return (await this.call<{ now: number }>("POST", "/clock", { set: unixSeconds })).now;
  }

  /** Adds faults and returns their ids. If several match a request, the first one applies. */
  async faults(...faults: Fault[]): Promise<number[]> {
    return (await this.call<{ ids: number[] }>("POST", "/faults", faults)).ids;
  }

  /** Starts a campaign of random faults. The same seed repeats the same faults. */
  async randomFaults(campaign: RandomFaults): Promise<void> {
    await this.call("POST", "/faults/random", campaign);
  }

  /** The current faults, and how often each has fired. */
  listFaults(): Promise<{ faults: SetFault[]; random: (RandomFaults & { fired: number }) | null }> {
    return this.call("GET", "/faults");
  }

  /** Removes all faults and the campaign. */
  async clearFaults(): Promise<void> {
    await this.call("DELETE", "/faults");
  }

  /** The counts of requests since the start or the last `clearRequests`. */
  requests(): Promise<RequestCounts> {
    return this.call("GET", "/requests");
  }

  /** The same counts, with each single request. */
  requestLog(): Promise<RequestReport> {
    return this.call("GET", "/requests?log");
  }

  /** Restarts all counts at zero. */
  async clearRequests(): Promise<void> {
    await this.call("DELETE", "/requests");
  }

  /**
   * Waits until this many requests (of a route, e.g. `POST /api/v3/checks/`) have arrived since the last
   * `clearRequests`.
   */
  async waitFor(requests: number, options: { route?: string; timeoutMs?: number } = {}): Promise<void> {
    const result = await this.call<{ reached: boolean; requests: number }>("POST", "/wait", {
      requests,
      ...options,
    });
    if (!result.reached) throw new Error(`only ${result.requests} of ${requests} requests came in time`);
  }

  /** Changes the given limits and keeps the others. */
  limits(limits: Partial<Limits>): Promise<Limits> {
    return this.call("POST", "/limits", limits);
  }

  /** The channels of each project. */
  channels(): Promise<Record<string, Channel[]>> {
    return this.call("GET", "/channels");
  }

  /** Adds a channel to a project. */
  addChannel(project: string, name: string, kind: string): Promise<Channel> {
    return this.call("POST", "/channels", { project, name, kind });
  }

  /** Renames a channel; its id and its checks stay the same. */
  renameChannel(id: string, name: string): Promise<Channel> {
    return this.call("PATCH", `/channels/${id}`, { name });
  }

  /** Deletes a channel, and removes it from its checks. */
  async deleteChannel(id: string): Promise<void> {
    await this.call("DELETE", `/channels/${id}`);
  }

  /**
   * Changes settings of the merchant service (where its document leaves a choice) and keeps those not given. `POST
   * {adminUrl}/merchant`; `reset` restores the settings with which the emulator was started.
   */
  merchant(settings: Partial<MerchantSettings>): Promise<MerchantSettings> {
    return this.call("POST", "/merchant", settings);
  }

  /** Refunds that moved money, shared invoices and issued tokens, in order. `GET {adminUrl}/merchant/ledger` */
  merchantLedger(): Promise<MerchantLedger> {
    return this.call("GET", "/merchant/ledger");
  }

  /** All transactions of the merchant. `GET {adminUrl}/merchant/transactions` */
  transactions(): Promise<TransactionRecord[]> {
    return this.call("GET", "/merchant/transactions");
  }

  /** Adds a transaction; fails if its number exists. `POST {adminUrl}/merchant/transactions` */
  addTransaction(transaction: NewTransaction): Promise<TransactionRecord> {
    return this.call("POST", "/merchant/transactions", transaction);
  }

  /** Adds an invoice that can be shared. `POST {adminUrl}/merchant/invoices` */
  async addInvoice(invoicenumber: string): Promise<void> {
    await this.call("POST", "/merchant/invoices", { invoicenumber });
  }

  /** The whole state of the emulator, including columns that no answer shows. */
  state(): Promise<StateDump> {
    return this.call("GET", "/state");
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.adminUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }
}
