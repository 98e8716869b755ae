/**
 * The service as a drift run sees it: one list request per project. Each resource's own `read` uses that list, so drift
 * here is what the engine's refresh calls drift.
 */

import type { Log } from "../../provider/core/log";
import { RunNotes } from "../../provider/core/runNotes";
import { RunRecord } from "../../provider/core/runRecord";
import { Session } from "../../provider/core/session";
import type { ConfigReader } from "../../provider/core/settings";
import { NotFound } from "../../provider/http/failure";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { ChannelClaims } from "../../provider/monitor/channelClaims";
import { CheckTurns } from "../../provider/monitor/checkTurns";
import { connect, type ProjectConnection } from "../../provider/monitor/connection";
import { Holders } from "../../provider/monitor/holders";
import { Monitor, seeThrough } from "../../provider/monitor/monitor";
import { Project } from "../../provider/monitor/project";
import { keyOf, Snapshot, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { configurationBy, connectionOf, type ExplicitProvider } from "../stacks/providers";

/**
 * Looks up checks in the list. As in a refresh, only a request for the UUID proves that a check is gone: the list may come
 * from a replica or a cache, and the keys in a read-only list are derived by the server in a way that may change.
 */
class ListedChecks extends Snapshot {
  private byKey: Map<string, CheckDocument> | undefined;
  private readonly answers = new Map<string, Promise<CheckDocument | undefined>>();

  constructor(private readonly service: MonitorApi) {
    super(service);
  }

  override async find(uuid: string): Promise<CheckDocument | undefined> {
    this.byKey ??= new Map((await this.all()).map((check) => [keyOf(check), check]));
    const listed = this.byKey.get(uniqueKeyOf(uuid));
    return listed ?? this.ask(uuid);
  }

  /** The check by itself, asked for once; undefined if the service has none. */
  ask(uuid: string): Promise<CheckDocument | undefined> {
    const answer = this.answers.get(uuid) ?? this.request(uuid);
    this.answers.set(uuid, answer);
    return answer;
  }

  /** Whether the key is read-only; an empty list does not show it. */
  async areReadOnly(): Promise<boolean> {
    return (await this.all()).some(({ uuid }) => uuid === undefined);
  }

  private async request(uuid: string): Promise<CheckDocument | undefined> {
    try {
      return await this.service.getCheck(uuid);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

/** A project that is only read, through its list. */
export class ListedProject extends Project {
  override readonly checks: ListedChecks;

  constructor(
    readonly connection: ProjectConnection,
    log: Log,
  ) {
    const record = new RunRecord(undefined, log);
    super(connection, log, {
      holders: new Holders({ notes: new RunNotes(), record }),
      channelClaims: new ChannelClaims(record),
      checkTurns: new CheckTurns(record),
      record,
    });
    this.checks = new ListedChecks(this.api);
  }
}

/** The projects of a run. Stacks with the same address and key share a project, and so its list. */
export class ProjectPool {
  private readonly projects = new Map<string, ListedProject>();

  constructor(private readonly log: Log) {}

  at(connection: ProjectConnection): ListedProject {
    const key = JSON.stringify([connection.url, connection.apiKey]);
    const project = this.projects.get(key) ?? new ListedProject(connection, this.log);
    this.projects.set(key, project);
    return project;
  }

  /** All projects used so far. */
  all(): ListedProject[] {
    return [...this.projects.values()];
  }
}

/** A stack's monitoring service, using projects of the pool. */
class ListedMonitor extends Monitor {
  override readonly tellsHandovers = false;

  constructor(
    session: Session,
    private readonly pool: ProjectPool,
    private readonly provider: ExplicitProvider | undefined,
  ) {
    super(session);
  }

  override project(name?: string): ListedProject {
    const { provider } = this;
    return this.pool.at(provider ? connectionOf(provider, name) : connect(this.serviceSettings(), name));
  }
}

/** A session with projects of the pool, for a stack's own settings or for an explicit provider. */
export class ListedSession extends Session {
  private readonly monitor: ListedMonitor;
  private readonly byProvider = new Map<string, ListedSession>();

  constructor(
    config: ConfigReader,
    log: Log,
    private readonly pool: ProjectPool,
    provider?: ExplicitProvider,
    environment?: NodeJS.ProcessEnv,
  ) {
    super(config, log, undefined, environment);
    this.monitor = new ListedMonitor(this, pool, provider);
    if (provider === undefined) this.monitor.serviceSettings();
    seeThrough(this, this.monitor);
  }

  project(name?: string): ListedProject {
    return this.monitor.project(name);
  }

  /**
   * The session for a provider's resources; this one for those without an explicit provider.
   * @throws {ChecksError} if the provider's arguments cannot be read.
   */
  forProvider(provider: ExplicitProvider | undefined): ListedSession {
    if (provider === undefined) return this;
    const known = this.byProvider.get(provider.urn);
    if (known) return known;
    const { read, environment } = configurationBy(provider);
    const session = new ListedSession(read, this.log, this.pool, provider, environment);
    this.byProvider.set(provider.urn, session);
    return session;
  }
}
