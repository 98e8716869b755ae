import type { CheckDocument } from "../../provider/api/monitor";
import { oneLine } from "../../provider/errors";
import { compare } from "../../provider/functions/compare";
import { keyOf } from "../../provider/functions/selector";

/** Which checks of a project a report is about. */
export interface Selection {
  /** Only checks that carry all of these. */
  tags: readonly string[];
  /** Only these, by slug, unique key or UUID; empty means all. */
  checks: readonly string[];
}

/**
 * The selected checks.
 * @throws Error in one line that says what there is, when a tag or a check is not there: a gate over nothing
 * would always be passed.
 */
export function select(all: readonly CheckDocument[], { tags, checks }: Selection): CheckDocument[] {
  if (all.length === 0) throw new Error("the project has no checks");
  for (const name of checks) {
    if (!all.some((check) => isCalled(check, name))) throw new Error(unknownCheck(all, name));
  }
  for (const tag of tags) {
    if (!all.some((check) => tagsOf(check).includes(tag))) throw new Error(unknownTag(all, tag));
  }
  const selected = all
    .filter((check) => checks.length === 0 || checks.some((name) => isCalled(check, name)))
    .filter((check) => tags.every((tag) => tagsOf(check).includes(tag)));
  if (selected.length > 0) return selected;
  throw new Error(
    `no check carries all of the tags ${tags.join(", ")}${checks.length > 0 ? " among those named" : ""}`,
  );
}

/** The tags of a check, in its order; without what would move a terminal's cursor. */
export function tagsOf({ tags }: CheckDocument): string[] {
  return tags
    .split(/\s+/)
    .map(oneLine)
    .filter((tag) => tag !== "");
}

function isCalled(check: CheckDocument, name: string): boolean {
  return name !== "" && (check.slug === name || check.uuid === name.toLowerCase() || keyOf(check) === name);
}

const MOST_NAMES = 10;

function unknownCheck(all: readonly CheckDocument[], name: string): string {
  const slugs = all.map(({ slug }) => slug).filter((slug) => slug !== "");
  return `no check has the slug, unique key or UUID ${JSON.stringify(name)}; ${thereAre("slug", slugs)}`;
}

function unknownTag(all: readonly CheckDocument[], tag: string): string {
  return `no check carries the tag ${JSON.stringify(tag)}; ${thereAre("tag", all.flatMap(tagsOf))}`;
}

function thereAre(what: string, names: readonly string[]): string {
  const sorted = [...new Set(names)].sort(compare);
  const [only, ...others] = sorted;
  if (only === undefined) return `no check has a ${what}`;
  if (others.length === 0) return `there is only ${only}`;
  const more = sorted.length - MOST_NAMES;
  return `there are ${sorted.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
