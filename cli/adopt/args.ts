/**
 * The arguments that a program needs so that a check stays as it is: everything that is not the default, its channels,
 * and its slug. The slugs depend only on the checks of the project, not on their order or on which are adopted.
 */
import { compare } from "../../provider/core/compare";
import { applies, defaultOf, metaOf, type Values } from "../../provider/core/fields";
import { type Document, liveValues, sameValue } from "../../provider/core/wire";
import type { Channel } from "../../provider/monitor/api";
import { idsIn, spellingOf } from "../../provider/monitor/channels";
import { checkFields } from "../../provider/monitor/check/checkFields";
import type { Maintenance } from "../../provider/monitor/maintenance";
import { slugOf } from "../../sdk/monitor/slugOf";
import { groupBy } from "../lists";

/** A check as the service shows it to a read-write key. */
export type LiveCheck = Document & {
  uuid: string;
  slug: string;
  name: string;
  tags: string;
  channels?: string | undefined;
  /** The stacks whose stamps are on it, each as `<project>/<stack>`. */
  owners?: readonly string[] | undefined;
  /**
   * The maintenance that has taken its channels off, if its tag does not list them, so that we do not know what will be
   * put back.
   */
  hiddenBy?: Maintenance | undefined;
};

/** The arguments for a check, except those decided separately: its slug, its channels, its project. */
export function programArgs(check: Document): Values {
  const live = liveValues(checkFields, check);
  const named = Object.entries(checkFields).filter(([key, type]) => {
    const meta = metaOf(checkFields, key);
    if (live[key] === undefined || meta.managed === "never" || !applies(meta, live)) return false;
    if (meta.managed === "whenNamed" && meta.undo === undefined) return false;
    const silence = meta.managed === "always" ? defaultOf(type) : meta.undo;
    return !sameValue(meta, live[key], silence);
  });
  return Object.fromEntries(named.map(([key]) => [key, live[key]]));
}

/** The same arguments in the order of the fields' declaration, without those that are not set. */
export function inOrder(args: Values): Values {
  const named = Object.keys(checkFields).filter((key) => args[key] !== undefined);
  return Object.fromEntries(named.map((key) => [key, args[key]]));
}

/**
 * How the program refers to channels: by name if that is unambiguous, by UUID, or not at all, so that people keep
 * attaching them by hand.
 */
export const CHANNEL_SPELLINGS = ["names", "ids", "leave"] as const;
export type ChannelSpelling = (typeof CHANNEL_SPELLINGS)[number];

/** The UUIDs of the channels that a check has. */
export function attachedChannelIds({ channels = "" }: LiveCheck): string[] {
  return idsIn(channels);
}

/** Channels by name, or by UUID if the name is shared or would be misread; sorted. */
export function spellChannelIds(ids: readonly string[], channels: readonly Channel[]): string[] {
  return ids.map((id) => spellingOf(id, channels)).sort(compare);
}

/** A check's slug in the program, which is also the name of the resource. */
export interface SlugChoice {
  slug: string;
  /** All checks that have its slug on the service, if there are several; then only its UUID finds it. */
  sharing: string[];
}

/** The slugs by UUID, without checks whose slug no program can use. */
export function chooseSlugs(checks: readonly LiveCheck[]): Map<string, SlugChoice> {
  const byUuid = [...checks].sort((a, b) => compare(a.uuid, b.uuid));
  const owners = groupBy(
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
  const without = groupBy(
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

function isSlug(slug: string): boolean {
  return checkFields.slug.safeParse(slug).success;
}

/** The base with as much of the UUID as makes it unique, within the maximum length of a slug. */
function withMark(base: string, uuid: string, taken: ReadonlySet<string>): string {
  const longest = checkFields.slug.maxLength ?? base.length;
  for (let length = 8; ; length += 1) {
    const mark = `-${uuid.slice(0, length).replace(/-$/, "")}`;
    const slug = `${base.slice(0, longest - mark.length).replace(/-+$/, "")}${mark}`;
    if (!taken.has(slug) || length >= uuid.length) return slug;
  }
}
