/**
 * The service as a drift run sees it: one list request per project. Each resource's own `read` uses that list, so drift
 * here is what the engine's refresh calls drift.
 */

import type { Log } from "../../provider/core/log";
import { RunNotes } from "../../provider/core/runNotes";
import { RunRecord } from "../../provider/core/runRecord";
import { Session } from "../../provider/core/session";
import type { ConfigReader } from "../../provider/core/settings";
import type { CheckDocument } from "../../provider/monitor/api";
import { ChannelClaims } from "../../provider/monitor/channelClaims";
import { CheckTurns } from "../../provider/monitor/checkTurns";
import { connect, type ProjectConnection } from "../../provider/monitor/connection";
import { Holders } from "../../provider/monitor/holders";
import { Monitor, seeThrough } from "../../provider/monitor/monitor";
import { Project } from "../../provider/monitor/project";
import { Snapshot } from "../../provider/monitor/snapshot";
import { configurationBy, connectionOf, type ExplicitProvider } from "../stacks/providers";

/** The checks of the list. As in a refresh, only a request for its UUID proves that one is gone; it is made once. */
class ListedChecks extends Snapshot {
  private readonly answers = new Map<string, Promise<CheckDocument | undefined>>();

  protected override read(uuid: string): Promise<CheckDocument | undefined> {
    const answer = this.answers.get(uuid) ?? super.read(uuid);
    this.answers.set(uuid, answer);
    return answer;
  }

  /** Whether the key is read-only; an empty list does not show it. */
  async areReadOnly(): Promise<boolean> {
    return (await this.all()).some(({ uuid }) => uuid === undefined);
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
