import { Clock } from "./core/clock";
import type { EmulatedService } from "./core/service";
import { DIALECTS, type DialectName } from "./monitor/dialect";
import { MonitorService } from "./monitor/monitorService";
import type { ProjectKeys } from "./monitor/project";
import type { MerchantOptions } from "./payments/merchant";
import { PaymentsService } from "./payments/paymentsService";
import { notAStateFile, STATE_VERSION, type StateDump, stateDumpOf } from "./stateDump";
import { StateFile } from "./stateFile";
import { Faults } from "./traffic/faults";
import { defaultLimits, type Limits, RateLimit } from "./traffic/limits";
import { RequestLog } from "./traffic/requestLog";
import { Traffic } from "./traffic/traffic";

/** The path of the admin endpoints. */
export const ADMIN_PATH = "/_emulator";

/** The parts of an emulator. The admin endpoints work on them. */
export class Parts {
  readonly clock = new Clock();
  readonly limits: Limits = defaultLimits();
  readonly faults = new Faults();
  readonly log = new RequestLog();
  readonly rateLimit: RateLimit;
  readonly monitor: MonitorService;
  readonly payments: PaymentsService;
  /** In the order in which they are offered a path. The monitoring service is last, because it takes every path. */
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
    this.monitor = new MonitorService({
      clock: this.clock,
      limits: this.limits,
      dialect: DIALECTS[dialect],
      projects,
      baseUrl: () => this.url,
    });
    this.payments = new PaymentsService(this.clock, merchant);
    this.services = [this.payments, this.monitor];
    this.traffic = new Traffic(this.log, this.faults, this.limits, this.rateLimit, () => this.changed());
  }

  /** Schedules a write of the state file, if there is one. */
  changed(): void {
    this.stateFile?.touch();
  }

  /** Restores the initial state; keys stay. */
  reset(): void {
    // Reset first, because it dates the services' initial data.
    this.clock.reset();
    for (const service of this.services) service.reset();
    this.faults.clear();
    this.log.clear();
    this.rateLimit.clear();
    Object.assign(this.limits, defaultLimits());
    this.changed();
  }

  /** The whole state, in JSON. */
  dump(): StateDump {
    return {
      version: STATE_VERSION,
      clockOffsetMs: this.clock.offsetMs,
      services: Object.fromEntries(this.services.map((service) => [service.name, service.dump()])),
    };
  }

  /**
   * Continues from the state in the file, and keeps the file up to date. It has been written once when this resolves.
   */
  async keepIn(file: string): Promise<void> {
    const document = StateFile.load(file);
    if (document !== undefined) {
      const earlier = stateDumpOf(document, file, this.services);
      this.clock.offsetMs = earlier.clockOffsetMs;
      for (const service of this.services) {
        const dump = earlier.services[service.name];
        if (dump !== undefined) restoreState(file, () => service.restore(dump));
      }
    }
    this.stateFile = new StateFile(file, () => this.dump());
    this.changed();
    await this.stateFile.flush();
  }

  /** Releases waiting tests and writes pending changes. */
  async close(): Promise<void> {
    this.log.close();
    await this.stateFile?.flush();
  }
}

/** Rewords errors of a service that rejects what the file's schema allows. */
function restoreState(file: string, restore: () => void): void {
  try {
    restore();
  } catch (problem) {
    throw notAStateFile(file, problem instanceof Error ? problem.message : String(problem));
  }
}
