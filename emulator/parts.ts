import { Clock } from "./core/clock";
import type { EmulatedService } from "./core/service";
import { DIALECTS, type DialectName } from "./monitor/dialect";
import { MonitorService } from "./monitor/monitorService";
import type { ProjectKeys } from "./monitor/project";
import type { MerchantOptions } from "./payments/merchant";
import { PaymentsService } from "./payments/paymentsService";
import { notAState, STATE_VERSION, type StateDump, stateDumpOf } from "./stateDump";
import { StateFile } from "./stateFile";
import { Faults } from "./traffic/faults";
import { defaultLimits, type Limits, RateLimit } from "./traffic/limits";
import { RequestLog } from "./traffic/requestLog";
import { Traffic } from "./traffic/traffic";

/** The path of the admin endpoints. */
export const ADMIN_PATH = "/_emulator";

/** What an emulator consists of; the admin endpoints work on it. */
export class Parts {
  readonly clock = new Clock();
  readonly limits: Limits = defaultLimits();
  readonly faults = new Faults();
  readonly log = new RequestLog();
  readonly rateLimit: RateLimit;
  readonly monitor: MonitorService;
  readonly payments: PaymentsService;
  /** In the order in which they are asked whether a path is theirs; the monitoring service takes what is left. */
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

  /** Goes on where an earlier run stopped, and keeps the file up to date; it is written once before this resolves. */
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

  /** Lets waiting tests go and writes what is not written yet. */
  async close(): Promise<void> {
    this.log.close();
    await this.stateFile?.flush();
  }
}

/** What the schema of the file does not say is found out by the service that reads it. */
function restoreState(file: string, restore: () => void): void {
  try {
    restore();
  } catch (problem) {
    throw notAState(file, problem instanceof Error ? problem.message : String(problem));
  }
}
