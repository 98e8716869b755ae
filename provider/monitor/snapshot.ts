/**
 * The checks of a project as one run sees them. Requests are scarce: a few reads go out singly, beyond that
 * one list answers all of them. A write to a check drops it from the snapshot.
 */
import { createHash } from "node:crypto";
import { nowInSeconds, stopwatch } from "../core/clock";
import { NotFound } from "../http/failure";
import type { CheckDocument, MonitorApi } from "./api";

/** Up to this many reads are cheaper as single requests than as a list of the whole project. */
const SINGLE_READS = 4;

/** How long a list is trusted to show the owner of a check: a handover, and an `up` of the stack that gets the check, take longer. */
export const FRESH_MS = 5_000;

/** The key under which a read-only list shows a check: the SHA-1 of the first 16 hex digits of its UUID. */
export function uniqueKeyOf(uuid: string): string {
  return createHash("sha1").update(uuid.replaceAll("-", "").slice(0, 16)).digest("hex");
}

/** The unique key of a check, calculated if the service shows the UUID instead. */
export function keyOf({ uuid, unique_key }: Pick<CheckDocument, "uuid" | "unique_key">): string {
  return unique_key ?? uniqueKeyOf(uuid ?? "");
}

/** What to call a check by in a command: its slug, or its unique key if it has none. */
export function slugOrKey(check: Pick<CheckDocument, "slug" | "uuid" | "unique_key">): string {
  return check.slug || keyOf(check);
}

/** Reads of a project's checks, merged. */
export class Snapshot {
  private listing: Promise<Map<string, CheckDocument>> | undefined;
  private singleReads = 0;
  private readonly written = new Set<string>();
  private readonly deleted = new Set<string>();
  private asked: { at: number; since: ReturnType<typeof stopwatch> } | undefined;

  constructor(private readonly api: MonitorApi) {}

  /** All checks as they were at the run's first look, without those that the run deleted. One request a run. */
  async all(): Promise<CheckDocument[]> {
    return [...(await this.list()).values()].filter(({ uuid }) => !this.deleted.has(uuid ?? ""));
  }

  /** When the run requested the list of all checks, if it did; later changes are not in it. UNIX seconds. */
  get listedAt(): number | undefined {
    return this.asked?.at;
  }

  /** The checks with a slug. If the run has written to or created such checks since its list, it makes a new request. */
  async withSlug(slug: string): Promise<CheckDocument[]> {
    const known = (await this.all()).filter((check) => check.slug === slug);
    const isCertain = known.length > 0 && known.every(({ uuid = "" }) => !this.written.has(uuid));
    return isCertain ? known : this.api.listChecks({ slug });
  }

  /** The check as the service has it, or undefined with proof that it is gone: a 404 for its very UUID. */
  async find(uuid: string): Promise<CheckDocument | undefined> {
    if (!this.written.has(uuid) && (this.listing !== undefined || this.singleReads >= SINGLE_READS)) {
      const check = await this.listed(uuid);
      if (check && !this.written.has(uuid)) return check;
    }
    this.singleReads += 1;
    return this.read(uuid);
  }

  /** The same when the owner matters: the list of a long run is too old to show it. */
  async findNow(uuid: string): Promise<CheckDocument | undefined> {
    const isOld = this.asked !== undefined && this.asked.since().longest > FRESH_MS;
    return isOld ? this.read(uuid) : this.find(uuid);
  }

  /** The same by a request of its own: the list may be older than a write, also one of somebody else. */
  findAnew(uuid: string): Promise<CheckDocument | undefined> {
    this.drop(uuid);
    return this.find(uuid);
  }

  /** To be called with each write to a check. */
  drop(uuid: string): void {
    this.written.add(uuid);
  }

  /** To be called with each deletion of a check: its slug is free again. */
  forget(uuid: string): void {
    this.drop(uuid);
    this.deleted.add(uuid);
  }

  /**
   * Rejects, unless `error` is a 404 of the service itself: a wrong address answers that to everything, lists included. Nor
   * is a single one any proof that the check with this UUID is gone.
   */
  async proveGone(error: unknown, uuid?: string): Promise<void> {
    if (!(error instanceof NotFound)) throw error;
    await this.list();
    if (uuid !== undefined && (await this.read(uuid)) !== undefined) throw error;
  }

  /**
   * A list without the check is no proof, because the key may belong to another project. The answer for its UUID is proof.
   * A list with the check speaks against it: either it was deleted since, or something in front of the service answered.
   */
  protected async read(uuid: string): Promise<CheckDocument | undefined> {
    const check = await this.answerFor(uuid);
    return check === undefined && (await this.listed(uuid)) !== undefined ? this.answerFor(uuid) : check;
  }

  private async answerFor(uuid: string): Promise<CheckDocument | undefined> {
    try {
      return await this.api.getCheck(uuid);
    } catch (error) {
      await this.proveGone(error);
      return undefined;
    }
  }

  private async listed(uuid: string): Promise<CheckDocument | undefined> {
    const checks = await this.list();
    return checks.get(uuid) ?? checks.get(uniqueKeyOf(uuid));
  }

  /** A failed list fails the run's other reads at once instead of each waiting for its own deadline. */
  private list(): Promise<Map<string, CheckDocument>> {
    this.asked ??= { at: nowInSeconds(), since: stopwatch() };
    this.listing ??= this.api
      .listChecks()
      .then((checks) => new Map(checks.map((check) => [check.uuid ?? check.unique_key ?? "", check])));
    return this.listing;
  }
}
