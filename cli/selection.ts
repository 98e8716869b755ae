/** Selects the checks that a command works on, by name and tag. */
import { compare } from "../provider/core/compare";
import { ChecksError } from "../provider/core/errors";
import type { CheckDocument } from "../provider/monitor/api";
import { keyOf, uniqueKeyOf } from "../provider/monitor/snapshot";
import { splitTags } from "../provider/monitor/stamp";
import { isUuid } from "../provider/monitor/uuid";
import { badOption } from "./command";
import { UUIDS, visible } from "./render/visible";
import { listInWords } from "./render/words";

/** The user's choice. */
export interface Selection {
  /** Only checks that have all of these tags. */
  tags: readonly string[];
  /** Only these checks, by slug, unique key or UUID. Empty: all. */
  checks: readonly string[];
  /** The option that names checks, as messages show it. @default "--check" */
  option?: string;
  /** The tags of a check that messages may show. @default all of them */
  shownTags?: (check: CheckDocument) => readonly string[];
  /** A sentence that says of which checks these are all, if not of the project. */
  scope?: string | undefined;
}

/**
 * The selected checks.
 * @throws {ChecksError} that lists what exists, if a tag or check is not found: a gate over no checks would always pass.
 */
export function select(
  all: readonly CheckDocument[],
  { tags, checks, option = "--check", shownTags = tagsOf, scope }: Selection,
): CheckDocument[] {
  const withScope = (remedy: string) => (scope === undefined ? remedy : `${remedy}. ${scope}`);
  if (all.length === 0) throw new ChecksError({ subject: "selection", reason: "the project has no checks" });
  for (const name of checks) {
    if (all.some((check) => isCalled(check, name))) continue;
    const { reason, remedy } = noneCalled(all, name);
    throw badOption(option, reason, withScope(remedy));
  }
  for (const tag of tags) {
    if (all.some((check) => isTagged(check, tag))) continue;
    const reason = `no check carries the tag ${JSON.stringify(visible(tag))}`;
    throw badOption("--tag", reason, withScope(thereAre("tag", all.flatMap(shownTags))));
  }
  const selected = all
    .filter((check) => checks.length === 0 || checks.some((name) => isCalled(check, name)))
    .filter((check) => tags.every((tag) => isTagged(check, tag)));
  if (selected.length > 0) return selected;
  const among = checks.length > 0 ? " among those named" : "";
  throw badOption("--tag", `no check carries all of the tags ${tags.join(", ")}${among}`, scope);
}

/** What people call a check, without anything invisible: its slug, else its name, else the beginning of its unique key. */
export function labelOf(check: Pick<CheckDocument, "slug" | "name" | "uuid" | "unique_key">): string {
  return visible(check.slug) || visible(check.name) || `check ${keyOf(check).slice(0, 8)}`;
}

/** The tags of a check, in its order, without invisible characters. */
export function tagsOf({ tags }: CheckDocument): string[] {
  return splitTags(tags)
    .map(visible)
    .filter((tag) => tag !== "");
}

/** Compares with the tag as stored, which may contain joiners within a word, and as messages show it. */
function isTagged(check: CheckDocument, tag: string): boolean {
  return splitTags(check.tags).includes(tag) || tagsOf(check).includes(tag);
}

/** Whether a user means this check by the name: its slug, unique key or UUID. */
export function isCalled(check: CheckDocument, name: string): boolean {
  if (name === "") return false;
  // A read-only key does not see UUIDs, only the unique keys that the service derives from them.
  const key = isUuid(name.toLowerCase()) ? uniqueKeyOf(name.toLowerCase()) : name;
  return check.slug === name || check.uuid === name.toLowerCase() || keyOf(check) === key;
}

const MOST_NAMES = 10;

/**
 * What to say when no check is called so. A UUID is the secret part of a ping URL, so it shows only its first four
 * characters.
 */
export function noneCalled(all: readonly CheckDocument[], name: string): Record<"reason" | "remedy", string> {
  const slugs = all.map(({ slug }) => visible(slug)).filter((slug) => slug !== "");
  const asked =
    name.search(UUIDS) >= 0
      ? `UUID that was asked for (${name.replace(UUIDS, (uuid) => `${uuid.slice(0, 4)}…`)})`
      : `slug, unique key or UUID ${JSON.stringify(visible(name))}`;
  const there = all.length === 0 ? "The project has no checks" : thereAre("slug", slugs);
  return { reason: `no check has the ${asked}`, remedy: there };
}

function thereAre(what: string, names: readonly string[]): string {
  const sorted = [...new Set(names)].sort(compare);
  const [only, ...others] = sorted;
  if (only === undefined) return `No check has a ${what}`;
  if (others.length === 0) return `There is only ${only}`;
  return `There are ${listInWords(sorted, MOST_NAMES)}`;
}
