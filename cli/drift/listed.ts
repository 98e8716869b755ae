/**
 * The service as a drift run sees it: one list request per project answers everything. Each resource's own `read` runs
 * against it, so drift here is what the engine's refresh would call drift.
 */

import type { Log } from "../../provider/core/log";
import { RunNotes } from "../../provider/core/runNotes";
import { RunRecord } from "../../provider/core/runRecord";
import { Session } from "../../provider/core/session";
import type { ConfigReader } from "../../provider/core/settings";
import { NotFound } from "../../provider/http/failure";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { ChannelClaims } from "../../provider/monitor/channelClaims";
import { connect, type ProjectConnection } from "../../provider/monitor/connection";
import { Holders } from "../../provider/monitor/holders";
import { Monitor, seeThrough } from "../../provider/monitor/monitor";
import { Project } from "../../provider/monitor/project";
import { keyOf, Snapshot, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { configurationBy, connectionOf, type ExplicitProvider } from "../stacks/providers";

/**
 * Checks as the list shows them. One that a complete list lacks is gone; a read-only list names checks by keys that are
 * the server's own business, so that there only the answer to the UUID is proof.
 */
class ListedChecks extends Snapshot {
  private byKey: Map<string, CheckDocument> | undefined;
  private readonly asked = new Map<string, Promise<CheckDocument | undefined>>();

  constructor(private readonly service: MonitorApi) {
    super(service);
  }

  override async find(uuid: string): Promise<CheckDocument | undefined> {
    this.byKey ??= new Map((await this.all()).map((check) => [keyOf(check), check]));
    const listed = this.byKey.get(uniqueKeyOf(uuid));
    if (listed || !(await this.areReadOnly())) return listed;
    const asked = this.asked.get(uuid) ?? this.ask(uuid);
    this.asked.set(uuid, asked);
    return asked;
  }

  /** Whether the key is a read-only one, which an empty list does not tell. */
  async areReadOnly(): Promise<boolean> {
    return (await this.all()).some(({ uuid }) => uuid === undefined);
  }

  private async ask(uuid: string): Promise<CheckDocument | undefined> {
    try {
      return await this.service.getCheck(uuid);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

/** A project that is only read, by its list. */
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
      record,
    });
    this.checks = new ListedChecks(this.api);
  }
}

/** The projects of a run. Two stacks with the same address and key share one, and its list. */
export class ProjectPool {
  private readonly projects = new Map<string, ListedProject>();

  constructor(private readonly log: Log) {}

  at(connection: ProjectConnection): ListedProject {
    const key = JSON.stringify([connection.url, connection.apiKey]);
    const project = this.projects.get(key) ?? new ListedProject(connection, this.log);
    this.projects.set(key, project);
    return project;
  }

  /** All that were asked for. */
  all(): ListedProject[] {
    return [...this.projects.values()];
  }
}

/** The monitoring service of a stack, with projects from the pool. */
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

/** A session with projects from the pool: a stack's own, or that of an explicit provider. */
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
   * The session in which resources of a provider are read; this one for those that have the stack's settings.
   * @throws {ChecksError} where the provider's arguments cannot be read.
   */
  of(provider: ExplicitProvider | undefined): ListedSession {
    if (provider === undefined) return this;
    const known = this.byProvider.get(provider.urn);
    if (known) return known;
    const { read, environment } = configurationBy(provider);
    const made = new ListedSession(read, this.log, this.pool, provider, environment);
    this.byProvider.set(provider.urn, made);
    return made;
  }
}
