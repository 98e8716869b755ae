/** One run against the services: what is shared by all resources and look-ups of a process. */
import { type Connection, connect } from "./connection";
import type { Log } from "./log";
import { Merchant } from "./merchant/merchant";
import { type MerchantOptions, readMerchantSettings } from "./merchant/merchantSettings";
import { Project } from "./project";
import { type ConfigReader, readSettings, type Settings } from "./settings";

/** Nothing beside what the run has. */
const CONFIGURED: MerchantOptions = {};

/** Gives the projects that resources live in; each has one client and one snapshot for the whole run. */
export class Session {
  private settings: Settings | undefined;
  private readonly projects = new Map<string, Project>();
  private readonly merchants = new WeakMap<MerchantOptions, Merchant>();

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

  /**
   * The payment service, configured as the run is or, before that, by the settings of a call. Shared by those who give
   * the same object. What is not configured is missed when an operation needs it.
   */
  merchant(settings: MerchantOptions = CONFIGURED): Merchant {
    const known = this.merchants.get(settings);
    if (known) return known;
    const merchant = new Merchant(readMerchantSettings(this.config, process.env, settings), this.log);
    this.merchants.set(settings, merchant);
    return merchant;
  }

  private connection(name?: string): Connection {
    this.settings ??= readSettings(this.config);
    return connect(this.settings, name);
  }
}
