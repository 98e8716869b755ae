/** One run against the service: what is shared by all resources and look-ups of a process. */
import { type Connection, connect } from "./connection";
import type { Log } from "./log";
import { Project } from "./project";
import { type ConfigReader, readSettings, type Settings } from "./settings";

/** Gives the projects that resources live in; each has one client and one snapshot for the whole run. */
export class Session {
  private settings: Settings | undefined;
  private readonly projects = new Map<string, Project>();

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

  private connection(name?: string): Connection {
    this.settings ??= readSettings(this.config);
    return connect(this.settings, name);
  }
}
