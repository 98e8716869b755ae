/**
 * The service as a drift run sees it: one list request a project, which answers everything. A resource's own
 * `read` is asked against it, so that drift here is what the engine's refresh would call drift.
 */
import type { CheckDocument } from "../../provider/api/monitor";
import { type Connection, connect } from "../../provider/connection";
import type { Log } from "../../provider/log";
import { Project } from "../../provider/project";
import { Session } from "../../provider/session";
import { type ConfigReader, readSettings, type Settings } from "../../provider/settings";
import { Snapshot, uniqueKeyOf } from "../../provider/snapshot";

/** The name under which a check is known whatever the key: a read-only one does not show the UUID. */
export function keyOf({ uuid, unique_key }: CheckDocument): string {
  return uuid === undefined ? (unique_key ?? "") : uniqueKeyOf(uuid);
}

/** Checks as the list shows them; a check that it lacks is gone. */
class ListedChecks extends Snapshot {
  private byKey: Map<string, CheckDocument> | undefined;

  override async find(uuid: string): Promise<CheckDocument | undefined> {
    this.byKey ??= new Map((await this.all()).map((check) => [keyOf(check), check]));
    return this.byKey.get(uniqueKeyOf(uuid));
  }
}

/** A project that is only read, by its list. */
export class ListedProject extends Project {
  override readonly checks: Snapshot;

  constructor(
    readonly connection: Connection,
    log: Log,
  ) {
    super(connection, log);
    this.checks = new ListedChecks(this.api);
  }
}

/** The projects of a run. Two stacks with the same address and key share one, and its list. */
export class ProjectPool {
  private readonly projects = new Map<string, ListedProject>();

  constructor(private readonly log: Log) {}

  at(connection: Connection): ListedProject {
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

/** A stack's session, with projects from the pool. */
export class ListedSession extends Session {
  private readonly known: Settings;

  constructor(
    config: ConfigReader,
    log: Log,
    private readonly pool: ProjectPool,
  ) {
    super(config, log);
    this.known = readSettings(config);
  }

  override project(name?: string): ListedProject {
    return this.pool.at(connect(this.known, name));
  }
}
