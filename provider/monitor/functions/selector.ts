/** How a program says which check it means, and how that check is found. */
import type { z } from "zod";
import { ChecksError, NotFoundError } from "../../core/errors";
import { text } from "../../core/fields";
import { Forbidden, NotFound } from "../../http/failure";
import type { CheckDocument } from "../api";
import { checkFields } from "../check/checkFields";
import type { Project } from "../project";
import { DEFAULT_PROJECT } from "../sharedFields";
import { keyOf, uniqueKeyOf } from "../snapshot";
import { isUuid } from "../uuid";

/** Named project that is looked into, an argument of every function. */
export const projectField = {
  /** Named project (`checks:projects`) to search. Default: the default project. */
  project: checkFields.project,
} as const;

/** The check that is meant: exactly one of the first three. */
export const selectorFields = {
  /** UUID of the check. */
  uuid: checkFields.adopt,
  /** Unique key of the check, which a read-only key shows instead of the UUID. */
  uniqueKey: text()
    .regex(/^[A-Za-z0-9_-]+$/, { error: "must be a unique key as the service shows it" })
    .optional(),
  /** Slug of the check. It must be unique in the project. */
  slug: checkFields.slug.optional(),
  ...projectField,
} as const;

/** Which check is meant, after validation. */
export type Selector = Pick<z.output<z.ZodObject<typeof selectorFields>>, "uuid" | "uniqueKey" | "slug">;

/** To be added to arguments that have the fields of a selector. */
export function namesOneCheck(given: Selector): boolean {
  return [given.uuid, given.uniqueKey, given.slug].filter((name) => name !== undefined).length === 1;
}

/** What is wrong when `namesOneCheck` fails. */
export const ONE_CHECK = { error: "exactly one of uuid, uniqueKey and slug must be given" };

/** Projects whose checks are listed already (or are being listed): that list also answers look-ups by UUID. */
const listed = new WeakSet<Project>();

/** All checks of the project: one list request per run for all callers; another one for callers that ask `afresh`. */
export function allChecks(project: Project, afresh: boolean): Promise<CheckDocument[]> {
  if (afresh) return project.api.listChecks();
  listed.add(project);
  return project.checks.all();
}

/** The selected check. The error names the checks that there are when none matches, or more than one. */
export async function findCheck(
  project: Project,
  selector: Selector,
  afresh: boolean,
): Promise<CheckDocument> {
  const { uuid, uniqueKey, slug } = selector;
  if (slug !== undefined) return findBySlug(project, slug, afresh);
  const isMeant = (check: CheckDocument) =>
    uuid === undefined
      ? keyOf(check) === uniqueKey
      : check.uuid === uuid || check.unique_key === uniqueKeyOf(uuid);
  const known = !afresh && listed.has(project) ? (await allChecks(project, false)).find(isMeant) : undefined;
  const id = uuid ?? uniqueKey ?? "";
  const found =
    known ??
    (await explainMissing(project, selector, () =>
      afresh ? project.api.getCheck(id) : project.checks.find(id),
    ));
  // A read-only key does not show the UUID, but a caller that looked it up by UUID knows it.
  if (found) return uuid === undefined || found.uuid !== undefined ? found : { ...found, uuid };
  throw missing(project, selector);
}

/** Runs a call about a check by its UUID or unique key, and explains the answers "not found" and "not yours". */
export async function explainMissing<T>(
  project: Project,
  selector: Selector,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NotFound) {
      await project.checks.proveGone(error);
      throw missing(project, selector).about({ statusCode: 404 });
    }
    if (error instanceof Forbidden) {
      throw new ChecksError({
        property: propertyOf(selector),
        statusCode: 403,
        reason: `the check belongs to another project than the API key${inProject(project)} (403)`,
        remedy: `Name the check's project with \`project\`, or set the key of that project in ${project.keyPlace}`,
      });
    }
    throw error;
  }
}

async function findBySlug(project: Project, slug: string, afresh: boolean): Promise<CheckDocument> {
  const hasSlug = (check: CheckDocument) => check.slug === slug;
  const olderList = listed.has(project);
  let found = afresh ? await project.api.listChecks({ slug }) : await allChecks(project, false);
  let matching = found.filter(hasSlug);
  if (matching.length === 0 && (afresh || olderList)) {
    // It may have been created since that list; and the error names what there is instead.
    found = await listAgain(project);
    matching = found.filter(hasSlug);
  }
  const [only, ...others] = matching;
  if (only && others.length === 0) return only;
  if (!only) throw noSuchSlug(project, slug, found);
  throw new ChecksError({
    property: "slug",
    reason: `${matching.length} checks${inProject(project)} have the slug "${slug}": ${matching.map(title).join(", ")}`,
    remedy: "Give the uniqueKey of the one you mean, or give the others another slug",
  });
}

const listings = new WeakMap<Project, Promise<CheckDocument[]>>();

/** Look-ups that find nothing at the same time, as in a first preview, share one more list. */
function listAgain(project: Project): Promise<CheckDocument[]> {
  const listing =
    listings.get(project) ?? project.api.listChecks().finally(() => void listings.delete(project));
  listings.set(project, listing);
  return listing;
}

/** How many slugs a message lists. */
const MOST_SLUGS = 10;

function noSuchSlug(project: Project, slug: string, all: readonly CheckDocument[]): NotFoundError {
  const slugs = [...new Set(all.map((check) => check.slug).filter((one) => one !== ""))].sort();
  const plain = (one: string) => one.replace(/[-_]/g, "");
  const near = slugs.filter(
    (one) => plain(one).includes(plain(slug)) || (plain(one) !== "" && plain(slug).includes(plain(one))),
  );
  const shown = (near.length > 0 ? near : slugs).slice(0, MOST_SLUGS);
  const more = slugs.length - shown.length;
  const there =
    slugs.length === 0
      ? "no check has a slug"
      : `there ${slugs.length === 1 ? "is" : "are"} ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  // A UUID is the secret part of a ping URL, also where somebody takes it for a slug.
  const [named, remedy] = isUuid(slug)
    ? ["a slug that is the given UUID", "Name a check by its UUID with `uuid`"]
    : [`the slug "${slug}"`, SELF_MADE];
  return new NotFoundError({
    property: "slug",
    reason: `no check${inProject(project)} has ${named}; ${there}`,
    remedy,
  });
}

function missing(project: Project, selector: Selector): NotFoundError {
  const property = propertyOf(selector);
  const id = selector.uuid ?? selector.uniqueKey ?? "";
  // A UUID is the secret part of a ping URL; the service takes it for a unique key, too.
  const value = isUuid(id) ? `with this UUID (unique key ${uniqueKeyOf(id).slice(0, 8)}…)` : id;
  return new NotFoundError({
    property,
    reason: `there is no check ${value}${inProject(project)}`,
    remedy: `It was deleted, or the API key belongs to another project. ${SELF_MADE}`,
  });
}

const SELF_MADE =
  "If this program creates the check, look it up by the resource's uuid (in TypeScript with the Output form), which waits until the check exists";

function propertyOf(selector: Selector): keyof Selector {
  if (selector.slug !== undefined) return "slug";
  return selector.uuid === undefined ? "uniqueKey" : "uuid";
}

function inProject({ name }: Project): string {
  return name === DEFAULT_PROJECT ? "" : ` of project "${name}"`;
}

/** Not by its UUID, which is the secret part of its ping URL. */
function title(check: CheckDocument): string {
  return `${keyOf(check)} (${JSON.stringify(check.name)})`;
}
