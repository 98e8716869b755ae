import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings, type ServerType } from "@hono/node-server";
import { adminApp } from "./adminApp";
import { CheckService } from "./checkService";
import { Clock } from "./clock";
import { DIALECTS, type DialectName } from "./dialect";
import { Faults } from "./faults";
import { defaultLimits, type Limits } from "./limits";
import type { MerchantOptions } from "./merchant/merchant";
import { MerchantService } from "./merchant/merchantService";
import { StateFile } from "./persistence";
import type { ProjectKeys } from "./project";
import { RateLimit } from "./rateLimit";
import { RequestLog } from "./requestLog";
import type { EmulatedService } from "./service";
import { Traffic } from "./traffic";

/** The path of the admin endpoints. */
export const ADMIN_PATH = "/_emulator";
const STATE_VERSION = 1;

/** What an emulator consists of; the admin endpoints work on it. */
export class Parts {
  readonly clock = new Clock();
  readonly limits: Limits = defaultLimits();
  readonly faults = new Faults();
  readonly log = new RequestLog();
  readonly rateLimit: RateLimit;
  readonly checks: CheckService;
  readonly payments: MerchantService;
  /** In the order in which they are asked whether a path is theirs; the check service takes what is left. */
  readonly services: EmulatedService[];
  readonly traffic: Traffic;
  url = "";
  private stateFile: StateFile | undefined;

  constructor(
    readonly dialect: DialectName,
    projects: Record<string, Partial<ProjectKeys>>,
    merchant: MerchantOptions = {},
  ) {
    this.rateLimit = new RateLimit(this.limits, DIALECTS[dialect]);
    this.checks = new CheckService({
      clock: this.clock,
      limits: this.limits,
      dialect: DIALECTS[dialect],
      projects,
      baseUrl: () => this.url,
    });
    this.payments = new MerchantService(this.clock, merchant);
    this.services = [this.payments, this.checks];
    this.traffic = new Traffic(this.log, this.faults, this.limits, this.rateLimit, () => this.changed());
  }

  /** Notes that the state changed. */
  changed(): void {
    this.stateFile?.touch();
  }

  /** Back to the beginning; keys stay. */
  reset(): void {
    // First: what the services begin with is dated by it.
    this.clock.reset();
    for (const service of this.services) service.reset();
    this.faults.clear();
    this.log.clear();
    this.rateLimit.clear();
    Object.assign(this.limits, defaultLimits());
    this.changed();
  }

  /** Everything, in JSON. */
  dump(): StateDump {
    return {
      version: STATE_VERSION,
      clockOffsetMs: this.clock.offsetMs,
      services: Object.fromEntries(this.services.map((service) => [service.name, service.dump()])),
    };
  }

  /** Goes on where an earlier run stopped, and keeps the file up to date. */
  keepIn(file: string): void {
    const earlier = StateFile.load(file) as StateDump | undefined;
    if (earlier) {
      if (earlier.version !== STATE_VERSION) throw new Error(`the state file ${file} is of another version`);
      this.clock.offsetMs = earlier.clockOffsetMs;
      for (const service of this.services) {
        const dump = earlier.services[service.name];
        if (dump !== undefined) service.restore(dump);
      }
    }
    this.stateFile = new StateFile(file, () => this.dump());
    this.changed();
  }

  /** Lets waiting tests go and writes what is not written yet. */
  async close(): Promise<void> {
    this.log.close();
    await this.stateFile?.flush();
  }
}

/** The whole state, as it is written to a file and given by the admin. */
export interface StateDump {
  version: number;
  clockOffsetMs: number;
  services: Record<string, unknown>;
}

const HOST = "127.0.0.1";
const KEEP_ALIVE_MS = 60_000;

/** Opens the socket. */
export async function listen(parts: Parts, port: number): Promise<ServerType> {
  const admin = adminApp(parts);
  const fetch = (request: Request, bindings: HttpBindings): Response | Promise<Response> => {
    const path = bindings.incoming.url ?? "/";
    if (path.startsWith(`${ADMIN_PATH}/`) || path === ADMIN_PATH) return admin.fetch(request, bindings);
    const service = parts.services.find((one) => one.serves(path)) ?? parts.checks;
    return parts.traffic.pass(service, request, bindings);
  };
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
  });
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  parts.url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return server;
}

/** Closes the socket, with connections that are kept alive or being answered. */
export function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}
