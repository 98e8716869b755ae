import { randomBytes } from "node:crypto";
import type { Clock } from "../core/clock";
import type { Limits } from "../traffic/limits";
import type { CheckEntry } from "./checkIndex";
import { settle } from "./checkState";
import { Project, type ProjectDump, type ProjectKeys } from "./project";

/** The account: its projects, which share one limit for the number of checks. */
export class Account {
  projects: Project[];
  /** Signs the addresses of badges. */
  secret = randomBytes(24).toString("base64url");
  private lastId = 0;

  constructor(
    readonly clock: Clock,
    readonly limits: Limits,
    projects: Record<string, Partial<ProjectKeys>>,
  ) {
    this.projects = Object.entries(projects).map(([name, keys]) => Project.create(name, keys));
  }

  /** The next check's number, in order of creation. */
  nextId(): number {
    return ++this.lastId;
  }

  project(name: string): Project | undefined {
    return this.projects.find((project) => project.name === name);
  }

  /** The project that a key belongs to, and whether the key is read-only. */
  withKey(key: string): { project: Project; readOnly: boolean } | undefined {
    for (const project of this.projects) {
      if (project.keys.readWriteKey === key) return { project, readOnly: false };
      if (project.keys.readOnlyKey === key) return { project, readOnly: true };
    }
    return undefined;
  }

  /** A check of any project, with its status updated to the present. */
  find(uuid: string): { project: Project; entry: CheckEntry } | undefined {
    for (const project of this.projects) {
      const entry = project.checks.get(uuid);
      if (entry) return { project, entry: this.settleCheck(entry) };
    }
    return undefined;
  }

  /** Applies to the check whatever has become due since it was last read. */
  settleCheck(entry: CheckEntry): CheckEntry {
    const flip = settle(entry.row, this.clock.now());
    if (flip) entry.flips.push(flip);
    return entry;
  }

  /** Whether the limit of checks is reached. */
  full(): boolean {
    const limit = this.limits.check_limit;
    return limit !== null && this.projects.reduce((sum, project) => sum + project.checks.size, 0) >= limit;
  }

  reset(): void {
    for (const project of this.projects) project.reset();
  }

  dump(): AccountDump {
    return {
      secret: this.secret,
      lastId: this.lastId,
      projects: this.projects.map((project) => project.dump()),
    };
  }

  restore(dump: AccountDump): void {
    this.secret = dump.secret;
    this.lastId = dump.lastId;
    this.projects = dump.projects.map((project) => Project.restore(project));
  }
}

/** An account in the state file. */
export interface AccountDump {
  secret: string;
  lastId: number;
  projects: ProjectDump[];
}
