import { createHash } from "node:crypto";
import type { CheckRow } from "./check";
import type { CheckSpec, UniqueField } from "./checkFields";
import type { Flip } from "./flip";
import type { Ping } from "./ping";

/** A check and what belongs to it. */
export interface CheckEntry {
  row: CheckRow;
  /** Ids, in the order in which they were assigned. */
  channels: string[];
  /** Oldest first. */
  pings: Ping[];
  /** Oldest first. */
  flips: Flip[];
}

/** The stable key that read-only answers have instead of the uuid. */
export function uniqueKeyOf(uuid: string): string {
  return createHash("sha1").update(uuid.replaceAll("-", "").slice(0, 16)).digest("hex");
}

/** The checks of a project, indexed by uuid, slug, name, unique key and badge key. */
export class CheckIndex {
  private readonly byUuid = new Map<string, CheckEntry>();
  private readonly byUniqueKey = new Map<string, CheckEntry>();
  private readonly byBadgeKey = new Map<string, CheckEntry>();
  private readonly bySlug = new Map<string, Set<CheckEntry>>();
  private readonly byName = new Map<string, Set<CheckEntry>>();
  private readonly uniqueKeys = new WeakMap<CheckEntry, string>();
  private newestId = 0;

  get size(): number {
    return this.byUuid.size;
  }

  get(uuid: string): CheckEntry | undefined {
    return this.byUuid.get(uuid);
  }

  withUniqueKey(key: string): CheckEntry | undefined {
    return this.byUniqueKey.get(key);
  }

  withBadgeKey(key: string): CheckEntry | undefined {
    return this.byBadgeKey.get(key);
  }

  /** All checks with a slug, oldest first. */
  withSlug(slug: string): CheckEntry[] {
    return oldestFirst([...(this.bySlug.get(slug) ?? [])]);
  }

  /** All checks, oldest first. */
  all(): CheckEntry[] {
    return [...this.byUuid.values()];
  }

  /** The key by which read-only answers identify the check. */
  uniqueKey(entry: CheckEntry): string {
    return this.uniqueKeys.get(entry) ?? uniqueKeyOf(entry.row.uuid);
  }

  /** The oldest check with the same value in each of the fields. A field missing from the request matches none. */
  findUnique(spec: CheckSpec, fields: readonly UniqueField[]): CheckEntry | undefined {
    if (fields.some((field) => spec[field] === undefined)) return undefined;
    const same = (entry: CheckEntry) => fields.every((field) => entry.row[field] === spec[field]);
    let oldest: CheckEntry | undefined;
    for (const entry of this.candidates(spec, fields)) {
      if (same(entry) && (!oldest || entry.row.id < oldest.row.id)) oldest = entry;
    }
    return oldest;
  }

  private candidates(spec: CheckSpec, fields: readonly UniqueField[]): Iterable<CheckEntry> {
    if (fields.includes("slug")) return this.bySlug.get(spec.slug ?? "") ?? [];
    if (fields.includes("name")) return this.byName.get(spec.name ?? "") ?? [];
    return this.byUuid.values();
  }

  add(entry: CheckEntry): void {
    const { row } = entry;
    const newest = this.byUuid.size === 0 || row.id > this.newestId;
    this.byUuid.set(row.uuid, entry);
    if (newest) this.newestId = row.id;
    else this.restoreOrder();
    const key = uniqueKeyOf(row.uuid);
    this.uniqueKeys.set(entry, key);
    this.byUniqueKey.set(key, entry);
    this.byBadgeKey.set(row.badgeKey, entry);
    join(this.bySlug, row.slug, entry);
    join(this.byName, row.name, entry);
  }

  /** A check that is saved after its deletion returns to its old place in the list. */
  private restoreOrder(): void {
    const entries = oldestFirst([...this.byUuid.values()]);
    this.byUuid.clear();
    for (const entry of entries) this.byUuid.set(entry.row.uuid, entry);
  }

  /**
   * Writes all columns of a row that was loaded earlier. If the check was deleted since, it is inserted again, without
   * its pings, flips and channels.
   */
  save(row: CheckRow): CheckEntry {
    const entry = this.byUuid.get(row.uuid);
    if (!entry) {
      const revived: CheckEntry = { row, channels: [], pings: [], flips: [] };
      this.add(revived);
      return revived;
    }
    const before = entry.row;
    entry.row = row;
    if (before.slug !== row.slug) {
      leave(this.bySlug, before.slug, entry);
      join(this.bySlug, row.slug, entry);
    }
    if (before.name !== row.name) {
      leave(this.byName, before.name, entry);
      join(this.byName, row.name, entry);
    }
    return entry;
  }

  remove(entry: CheckEntry): void {
    const { row } = entry;
    this.byUuid.delete(row.uuid);
    this.byUniqueKey.delete(this.uniqueKey(entry));
    this.byBadgeKey.delete(row.badgeKey);
    leave(this.bySlug, row.slug, entry);
    leave(this.byName, row.name, entry);
  }
}

function oldestFirst(entries: CheckEntry[]): CheckEntry[] {
  return entries.sort((a, b) => a.row.id - b.row.id);
}

function join(index: Map<string, Set<CheckEntry>>, key: string, entry: CheckEntry): void {
  const set = index.get(key);
  if (set) set.add(entry);
  else index.set(key, new Set([entry]));
}

function leave(index: Map<string, Set<CheckEntry>>, key: string, entry: CheckEntry): void {
  const set = index.get(key);
  set?.delete(entry);
  if (set?.size === 0) index.delete(key);
}
