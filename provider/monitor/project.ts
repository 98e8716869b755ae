/** One project of the service during one run: its client, what has been seen of it, and who writes to what. */
import type { Log } from "../core/log";
import type { RunRecord } from "../core/runRecord";
import { withoutCredentials } from "../http/connection";
import { type BadgeUrls, type Channel, MonitorApi } from "./api";
import type { ChannelClaims } from "./channelClaims";
import type { CheckTurns } from "./checkTurns";
import type { ProjectConnection } from "./connection";
import type { Holders } from "./holders";
import { Slugs } from "./slugs";
import { Snapshot } from "./snapshot";

/** Shared by all resources and look-ups of a run that are in the same project. */
export class Project {
  readonly api: MonitorApi;
  readonly checks: Snapshot;
  readonly name: string;
  /** Where another key is to be set. */
  readonly keyPlace: string;
  /** Where other settings are to be set. */
  readonly nestedIn: ProjectConnection["nestedIn"];
  /** The configured address of the service, for comparisons and messages, without the password, which only the client may know. */
  readonly url: string;
  /** The former address of the service, if it is configured. */
  readonly formerUrl: string | undefined;
  /** Who holds which check in this run. */
  readonly holders: Holders;
  /** Who has which slug in this run. */
  readonly slugs: Slugs;
  /** Who wants which channels in this run. */
  readonly channelClaims: ChannelClaims;
  /** Fields that were sent but are in no answer; reported once per run. */
  readonly unknownFields = new Set<string>();
  /** Ids of maintenances that were reported; each is reported once per run. */
  readonly toldMaintenances = new Set<string>();
  /** Whether the service says that it is at an address at which checks of the state live; asked for once per run. */
  readonly homes = new Map<string, Promise<boolean>>();
  private readonly checkTurns: CheckTurns;
  private channelList: Promise<Channel[]> | undefined;
  private badgeList: Promise<Record<string, BadgeUrls>> | undefined;

  constructor(
    connection: ProjectConnection,
    readonly log: Log,
    run: { holders: Holders; channelClaims: ChannelClaims; checkTurns: CheckTurns; record: RunRecord },
  ) {
    this.name = connection.project;
    this.keyPlace = connection.keyPlace;
    this.nestedIn = connection.nestedIn;
    this.url = withoutCredentials(connection.url);
    this.slugs = new Slugs(run.record, [connection.url, connection.apiKey]);
    this.holders = run.holders;
    this.channelClaims = run.channelClaims;
    this.checkTurns = run.checkTurns;
    this.formerUrl = connection.formerUrl && withoutCredentials(connection.formerUrl);
    this.api = new MonitorApi(connection, log);
    this.checks = new Snapshot(this.api);
  }

  /**
   * Runs `work` while no other work of the run on the same check runs; otherwise the server loses updates and revives
   * deleted checks. A check without a UUID takes turns by its slug.
   */
  takeTurn<T>(uuid: string, work: () => Promise<T>): Promise<T> {
    return this.checkTurns.take(uuid, work);
  }

  /** The channels, asked for once per run. */
  channels(): Promise<Channel[]> {
    this.channelList ??= this.api.listChannels();
    return this.channelList;
  }

  /** The badges by tag, asked for once per run. */
  badges(): Promise<Record<string, BadgeUrls>> {
    this.badgeList ??= this.api.listBadges();
    return this.badgeList;
  }
}
