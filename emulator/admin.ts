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
   * Empties all projects and gives the merchant its test data and settings again; clears faults, limits, clock
   * and counts; then applies limits.
   */
  async reset(setup: Partial<Limits> = {}): Promise<void> {
    await this.call("POST", "/reset", { setup });
  }

  /** The service's time, in seconds since 1970. */
  async now(): Promise<number> {
    return (await this.call<{ now: number }>("GET", "/clock")).now;
  }

  /** Moves the clock on; gives the new time in seconds since 1970. @throws {Error} when that leaves the years 1970 to 9999. */
  async advance(seconds: number): Promise<number> {
    return (await this.call<{ now: number }>("POST", "/clock", { advance: seconds })).now;
  }

  /** Sets the clock to a UNIX time in seconds. @throws {Error} when that is not in the years 1970 to 9999. */
  async setClock(unixSeconds: number): Promise<number> {
    return (await this.call<{ now: number }>("POST", "/clock", { set: unixSeconds })).now;
  }

  /** Adds faults; of several that match a request the first applies. */
  async faults(...faults: Fault[]): Promise<number[]> {
    return (await this.call<{ ids: number[] }>("POST", "/faults", faults)).ids;
  }

  /** Sets a campaign of random faults, repeatable by its seed. */
  async randomFaults(campaign: RandomFaults): Promise<void> {
    await this.call("POST", "/faults/random", campaign);
  }

  /** The faults that are set, and how often they fired. */
  listFaults(): Promise<{ faults: SetFault[]; random: (RandomFaults & { fired: number }) | null }> {
    return this.call("GET", "/faults");
  }

  /** Takes all faults away, the campaign too. */
  async clearFaults(): Promise<void> {
    await this.call("DELETE", "/faults");
  }

  /** Requests since the start or the last clearing. */
  requests(): Promise<RequestCounts> {
    return this.call("GET", "/requests");
  }

  /** The same, with the requests one by one. */
  requestLog(): Promise<RequestReport> {
    return this.call("GET", "/requests?log");
  }

  /** Counts from nothing again. */
  async clearRequests(): Promise<void> {
    await this.call("DELETE", "/requests");
  }

  /** Waits until so many requests (of a route, e.g. `POST /api/v3/checks/`) were received since the last clearing. */
  async waitFor(requests: number, options: { route?: string; timeoutMs?: number } = {}): Promise<void> {
    const result = await this.call<{ reached: boolean; requests: number }>("POST", "/wait", {
      requests,
      ...options,
    });
    if (!result.reached) throw new Error(`only ${result.requests} of ${requests} requests came in time`);
  }

  /** Changes limits; those that are not named stay. */
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

  /** Gives a channel another name; its id and the checks that have it stay. */
  renameChannel(id: string, name: string): Promise<Channel> {
    return this.call("PATCH", `/channels/${id}`, { name });
  }

  /** Deletes a channel; it drops out of the checks that had it. */
  async deleteChannel(id: string): Promise<void> {
    await this.call("DELETE", `/channels/${id}`);
  }

  /**
   * Changes settings of the merchant service (what its document leaves open); those not named stay.
   * `POST {adminUrl}/merchant`; a reset takes them back to what the emulator was started with.
   */
  merchant(settings: Partial<MerchantSettings>): Promise<MerchantSettings> {
    return this.call("POST", "/merchant", settings);
  }

  /** Refunds that moved money, shared invoices, issued tokens, in order. `GET {adminUrl}/merchant/ledger` */
  merchantLedger(): Promise<MerchantLedger> {
    return this.call("GET", "/merchant/ledger");
  }

  /** All transactions of the merchant. `GET {adminUrl}/merchant/transactions` */
  transactions(): Promise<TransactionRecord[]> {
    return this.call("GET", "/merchant/transactions");
  }

  /** Adds a transaction; fails when there is one with its number. `POST {adminUrl}/merchant/transactions` */
  addTransaction(transaction: NewTransaction): Promise<TransactionRecord> {
    return this.call("POST", "/merchant/transactions", transaction);
  }

  /** Adds an invoice that can be shared. `POST {adminUrl}/merchant/invoices` */
  async addInvoice(invoicenumber: string): Promise<void> {
    await this.call("POST", "/merchant/invoices", { invoicenumber });
  }

  /** Everything that the emulator knows, hidden columns included. */
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
