/**
 * An emulator of the check service and the merchant service on one loopback socket, for tests and demos:
 *
 * ```ts
 * import { EmulatorAdmin, startEmulator } from "pulumi-checks/emulator";
 *
 * const emulator = await startEmulator();
 * process.env.CHECKS_URL = emulator.url;
 * process.env.CHECKS_API_KEY = emulator.projects.alpha.readWriteKey;
 * await new EmulatorAdmin(emulator.adminUrl).faults({ action: { kind: "status", status: 503 } });
 * await emulator.close();
 * ```
 */
import type { DialectName } from "./monitor/dialect";
import type { ProjectKeys } from "./monitor/project";
import { ADMIN_PATH, Parts } from "./parts";
import type { MerchantKeys, MerchantOptions } from "./payments/merchant";
import { closeServer, listen } from "./server";

export { EmulatorAdmin, type RequestReport } from "./admin";
export type { Channel } from "./monitor/channel";
export type { DialectName } from "./monitor/dialect";
export type { ProjectKeys } from "./monitor/project";
export type { MerchantLedger, RefundEntry, ShareEntry, TokenEntry } from "./payments/ledger";
export type { MerchantKeys, MerchantOptions } from "./payments/merchant";
export type { MerchantSettings } from "./payments/settings";
export type { NewTransaction, TransactionRecord } from "./payments/transaction";
export type { StateDump } from "./stateDump";
export {
  type Fault,
  type FaultAction,
  RANDOM_FAULT_KINDS,
  type RandomFaults,
  type SetFault,
} from "./traffic/faults";
export type { Limits } from "./traffic/limits";
export type { LoggedRequest, RequestCounts } from "./traffic/requestLog";

/** Options for starting an emulator. */
export interface EmulatorOptions {
  /** The port on 127.0.0.1. @default 0, a free one */
  port?: number | undefined;
  /**
   * Whether to behave like the recorded server, or exactly as the interface's document says.
   * @default "server"
   */
  dialect?: DialectName | undefined;
  /**
   * A file that keeps the state, keys included, between runs.
   * @default none
   */
  stateFile?: string | undefined;
  /** Keys to use instead of random ones, 32 characters each. Ignored if the state file has others. */
  projects?: Partial<Record<ProjectName, Partial<ProjectKeys>>> | undefined;
  /**
   * The merchant's keys, and settings where its document leaves a choice.
   * @default random keys, neutral settings
   */
  merchant?: MerchantOptions | undefined;
}

/** The emulator's two projects. */
export type ProjectName = "alpha" | "beta";

/** A running emulator. */
export interface Emulator {
  /** The address of the service, e.g. `http://127.0.0.1:40123`. */
  url: string;
  /** The address of the admin endpoints, for `EmulatorAdmin`. */
  adminUrl: string;
  /** The keys of the two projects. */
  projects: Record<ProjectName, ProjectKeys>;
  /** The keys of the merchant. */
  merchant: MerchantKeys;
  /** Writes the state file, if there is one, and closes the socket. */
  close(): Promise<void>;
}

/** Starts an emulator. It accepts requests once this resolves. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, dialect = "server", stateFile, projects = {}, merchant = {} } = options;
  const keys = { alpha: projects.alpha ?? {}, beta: projects.beta ?? {} };
  const parts = new Parts(dialect, keys, merchant);
  if (stateFile !== undefined) await parts.keepIn(stateFile);
  const server = await listen(parts, port);
  return {
    url: parts.url,
    adminUrl: `${parts.url}${ADMIN_PATH}`,
    projects: { alpha: keysOf(parts, "alpha"), beta: keysOf(parts, "beta") },
    merchant: parts.payments.merchant.keys,
    close: async () => {
      await closeServer(server);
      await parts.close();
    },
  };
}

function keysOf(parts: Parts, name: ProjectName): ProjectKeys {
  const project = parts.monitor.account.project(name);
  if (!project) throw new Error(`the state file has no project ${name}`);
  return project.keys;
}
