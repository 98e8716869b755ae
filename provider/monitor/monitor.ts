/** The monitoring service during one run: its projects, and which resource holds which check and channels. */
import { ChecksError } from "../core/errors";
import type { RunRecord } from "../core/runRecord";
import type { Session } from "../core/session";
import { ChannelClaims } from "./channelClaims";
import { ChannelOwners } from "./channelOwners";
import { CheckTurns } from "./checkTurns";
import { connect, type ProjectConnection } from "./connection";
import { Holders } from "./holders";
import { Project } from "./project";
import { readSettings, type Settings } from "./settings";
import type { Slugs } from "./slugs";

/** Gives the projects that resources live in; each has one client and one snapshot for the whole run. */
export class Monitor {
  readonly holders: Holders;
  readonly channelClaims: ChannelClaims;
  /** Who writes to which check. */
  readonly checkTurns: CheckTurns;
  /** Who sets the channels of which check in the program. */
  readonly channelOwners: ChannelOwners;
  /** Whether a read warns of a check that another stack owns by now; not where that is reported anyway. */
  readonly tellsHandovers: boolean = true;
  private settings: Settings | undefined;
  private readonly projects = new Map<string, Project>();
  /** Two names may mean one project: its locks and its list are shared. */
  private readonly byConnection = new Map<string, Project>();

  constructor(private readonly session: Session) {
    this.holders = new Holders(session);
    this.channelClaims = new ChannelClaims(session.record);
    this.channelOwners = new ChannelOwners(session.log);
    this.checkTurns = new CheckTurns(session.record);
  }

  /** What the processes of the run know of each other. */
  get record(): RunRecord {
    return this.session.record;
  }

  /** The named project, or the default one. Throws when its address or key is not configured. */
  project(name?: string): Project {
    const key = name ?? "";
    const known = this.projects.get(key);
    if (known) return known;
    const connection = this.connection(name);
    const place = JSON.stringify([connection.url, connection.apiKey]);
    const project = this.byConnection.get(place) ?? new Project(connection, this.session.log, this);
    this.byConnection.set(place, project);
    this.projects.set(key, project);
    return project;
  }

  /** How the service is configured. Throws when a setting is wrong. */
  serviceSettings(): Settings {
    this.settings ??= readSettings(this.session.config, this.session.environment);
    return this.settings;
  }

  /** Which resource has which slug of a project; undefined if the project is not configured, which is reported when the service is used. */
  slugsOf(name: string | undefined): Slugs | undefined {
    try {
      return this.project(name).slugs;
    } catch (error) {
      if (error instanceof ChecksError) return undefined;
      throw error;
    }
  }

  private connection(name?: string): ProjectConnection {
    const { config, environment } = this.session;
    return connect(this.serviceSettings(), name, environment, config.nestedIn);
  }
}

/** The monitoring service of a run. */
export function monitorOf(session: Session): Monitor {
  return session.part(newMonitor);
}

const newMonitor = (session: Session) => new Monitor(session);

/** Makes a session use this monitor; to be called before the first use. */
export function seeThrough(session: Session, monitor: Monitor): void {
  session.provide(newMonitor, monitor);
}
