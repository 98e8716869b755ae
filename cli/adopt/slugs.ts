/**
 * Which slug each check has in the program. Depends on nothing but the checks of the project: not on their
 * order, and not on which of them are being adopted.
 */
import { checkFields } from "../../provider/resources/checkFields";
import { slugify } from "../../sdk/slugify";
import { grouped } from "./grouped";
import type { LiveCheck } from "./programArgs";

/** A check's slug in the program; it is also the name of the resource. */
export interface SlugChoice {
  slug: string;
  /** All checks that have its slug on the service, when it is not the only one: then only its UUID finds it. */
  sharing: string[];
}

/** The slugs by UUID. A check is missing here when it has a slug that no program can have. */
export function chooseSlugs(checks: readonly LiveCheck[]): Map<string, SlugChoice> {
  const byUuid = [...checks].sort((a, b) => compare(a.uuid, b.uuid));
  const owners = grouped(
    byUuid.filter(({ slug }) => isSlug(slug)),
    ({ slug }) => slug,
  );
  const choices = new Map<string, SlugChoice>();
  const taken = new Set(owners.keys());
  const newSlug = (uuid: string, base: string) => {
    const slug = withMark(base, uuid, taken);
    taken.add(slug);
    return slug;
  };
  for (const [slug, [first, ...others]] of owners) {
    const sharing = others.length === 0 ? [] : [first, ...others].flatMap((check) => check?.uuid ?? []);
    if (first) choices.set(first.uuid, { slug, sharing });
    for (const { uuid } of others) choices.set(uuid, { slug: newSlug(uuid, slug), sharing });
  }
  const without = grouped(
    byUuid.filter(({ slug }) => slug === ""),
    ({ name }) => slugOf(name),
  );
  for (const [base, alike] of without) {
    const alone = base !== undefined && alike.length === 1 && !taken.has(base);
    if (alone) taken.add(base);
    for (const { uuid } of alike) {
      choices.set(uuid, { slug: alone ? base : newSlug(uuid, base ?? "check"), sharing: [] });
    }
  }
  return choices;
}

/** Order by code units, the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function isSlug(slug: string): boolean {
  return checkFields.slug.safeParse(slug).success;
}

function slugOf(name: string): string | undefined {
  try {
    return slugify(name);
  } catch {
    return undefined;
  }
}

/** The base and as much of the UUID as it takes to be the only one, within the length that a slug may have. */
function withMark(base: string, uuid: string, taken: ReadonlySet<string>): string {
  const longest = checkFields.slug.maxLength ?? base.length;
  for (let length = 8; ; length += 1) {
    const mark = `-${uuid.slice(0, length).replace(/-$/, "")}`;
    const slug = `${base.slice(0, longest - mark.length).replace(/-+$/, "")}${mark}`;
    if (!taken.has(slug) || length >= uuid.length) return slug;
  }
}
