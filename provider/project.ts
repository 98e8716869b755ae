/** One project of the service during one run: its client, what has been seen of it, and who writes to what. */
import { Mutex } from "async-mutex";
import { type Channel, MonitorApi } from "./api/monitor";
import { ChannelClaims } from "./channelClaims";
import type { Connection } from "./connection";
import type { Log } from "./log";
import { Snapshot } from "./snapshot";

/** Shared by all resources and look-ups of a run that are in the same project. */
export class Project {
  readonly api: MonitorApi;
  readonly checks: Snapshot;
  readonly name: string;
  /** Slugs of the resources that hold checks in this run, by UUID: no check is taken over by a second one. */
  readonly owners = new Map<string, string>();
  /** Slugs of the checks that creates of this run made or take over, by UUID: who held them before must not delete them. */
  readonly taken = new Map<string, string>();
  /** Channels that the assignments of this run want. */
  readonly channelClaims = new ChannelClaims();
  private readonly turns = new Map<string, Mutex>();
  private channelList: Promise<Channel[]> | undefined;

  constructor(
    connection: Connection,
    readonly log: Log,
  ) {
    this.name = connection.project;
    this.api = new MonitorApi(connection, log);
    this.checks = new Snapshot(this.api);
  }

  /**
   * Runs `work` when no other work on the same check runs: the server loses updates, revives deleted checks and
   * makes duplicates otherwise. `key` is the UUID, or the slug while the check is being created.
   */
  alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.turns.get(key) ?? new Mutex();
    this.turns.set(key, turn);
    return turn.runExclusive(work);
  }

  /** The channels, asked for once per run. */
  channels(): Promise<Channel[]> {
    this.channelList ??= this.api.listChannels();
    return this.channelList;
  }
}
