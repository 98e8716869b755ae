/** One run against the services: what is shared by all resources and look-ups of a process. */
import { type Connection, connect } from "./connection";
import type { Log } from "./log";
import { Merchant } from "./merchant/merchant";
import { type MerchantOptions, readMerchantSettings } from "./merchant/merchantSettings";
import { Project } from "./project";
import { type ConfigReader, readSettings, type Settings } from "./settings";

/** Gives the projects that resources live in; each has one client and one snapshot for the whole run. */
export class Session {
  private settings: Settings | undefined;
  private readonly projects = new Map<string, Project>();
  private payments: Merchant | undefined;

  constructor(
    private readonly config: ConfigReader,
    readonly log: Log,
  ) {}

  /** The named project, or the default one. Throws when its address or key is not configured. */
  project(name?: string): Project {
    const key = name ?? "";
    const known = this.projects.get(key);
    if (known) return known;
    const project = new Project(this.connection(name), this.log);
    this.projects.set(key, project);
    return project;
  }

  /** The payment service. What is not configured is missed when an operation needs it. */
  merchant(): Merchant {
    this.payments ??= this.merchantWith({});
    return this.payments;
  }

  /** The payment service with settings that a call gives; not shared. */
  merchantWith(explicit: MerchantOptions): Merchant {
    return new Merchant(readMerchantSettings(this.config, process.env, explicit), this.log);
  }

  private connection(name?: string): Connection {
    this.settings ??= readSettings(this.config);
    return connect(this.settings, name);
  }
}
