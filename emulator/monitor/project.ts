import { randomBytes } from "node:crypto";
import { type Channel, firstChannels } from "./channel";
import { initialColumns } from "./checkFields";
import { type CheckEntry, CheckIndex } from "./checkIndex";
import type { Ping } from "./ping";

/** The keys of a project: 32 characters each. */
export interface ProjectKeys {
  /** Allows everything. */
  readWriteKey: string;
  /** Allows reading, without sensitive fields. */
  readOnlyKey: string;
  /** Precedes the slug in a ping address. */
  pingKey: string;
}

/** A project: the checks and channels that its keys give access to. */
export class Project {
  channels: Channel[];
  checks = new CheckIndex();

  constructor(
    readonly name: string,
    readonly keys: ProjectKeys,
    /** Identifies the project in the addresses of its badges. */
    readonly badgeKey: string,
    private readonly seedChannels: Channel[],
  ) {
    this.channels = seedChannels.map((channel) => ({ ...channel }));
  }

  static create(name: string, keys: Partial<ProjectKeys> = {}): Project {
    const all = { readWriteKey: newKey(), readOnlyKey: newKey(), pingKey: newKey(), ...keys };
    return new Project(name, all, newKey(), firstChannels());
  }

  /** Removes all checks and restores the initial channels. */
  reset(): void {
    this.checks = new CheckIndex();
    this.channels = this.seedChannels.map((channel) => ({ ...channel }));
  }

  /** Removes a channel, also from the checks. */
  removeChannel(id: string): boolean {
    const before = this.channels.length;
    this.channels = this.channels.filter((channel) => channel.id !== id);
    for (const entry of this.checks.all())
      entry.channels = entry.channels.filter((assigned) => assigned !== id);
    return this.channels.length < before;
  }

  dump(): ProjectDump {
    return {
      name: this.name,
      keys: this.keys,
      badgeKey: this.badgeKey,
      seedChannels: this.seedChannels,
      channels: this.channels,
      checks: this.checks.all().map((entry) => ({ ...entry, pings: entry.pings.map(dumpPing) })),
    };
  }

  static restore(dump: ProjectDump): Project {
    const project = new Project(dump.name, dump.keys, dump.badgeKey, dump.seedChannels);
    project.channels = dump.channels;
    for (const { row, pings, ...rest } of dump.checks) {
      project.checks.add({ row: { ...initialColumns(), ...row }, pings: pings.map(restorePing), ...rest });
    }
    return project;
  }
}

/** 32 random characters. */
function newKey(): string {
  const key = randomBytes(24).toString("base64url");
  // As an argument of a command, a key with a leading hyphen would be taken for an option.
  return key.startsWith("-") ? newKey() : key;
}

/** A ping with its body in base64. */
type PingDump = Omit<Ping, "body"> & { body: string | null };
/** A check with every column, its pings and its flips. */
type CheckDump = Omit<CheckEntry, "pings"> & { pings: PingDump[] };
/** A project as it is written to the state file. */
export interface ProjectDump {
  name: string;
  keys: ProjectKeys;
  badgeKey: string;
  seedChannels: Channel[];
  channels: Channel[];
  checks: CheckDump[];
}

function dumpPing(ping: Ping): PingDump {
  return { ...ping, body: ping.body?.toString("base64") ?? null };
}

function restorePing(ping: PingDump): Ping {
  return { ...ping, body: ping.body === null ? null : Buffer.from(ping.body, "base64") };
}
