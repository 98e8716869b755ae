/** Taking over a check that exists: which one, whether it may be, and what it changes. */

import { refusal } from "../../core/refusal";
import type { RunNote } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { liveValues } from "../../core/wire";
import type { CheckDocument } from "../api";
import { refuseUnlessGone } from "../checkHome";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { settingName } from "../settings";
import { keyOf, uniqueKeyOf } from "../snapshot";
import { findChanges } from "./adoptionChanges";
import { type CheckInputs, type CheckOutputs, type CheckState, checkOutputs } from "./checkFields";
import {
  foreignOwner,
  isStampedByThisStack,
  ownerInRow,
  refuseForeign,
  refuseForeignNamesakes,
  refuseUnstamped,
} from "./checkOwner";
import { identities } from "./identities";
import { givesUpSlugElsewhere, refuseKeptElsewhere } from "./otherProviders";

/** A check on the service that a resource is about to become. */
export interface Existing {
  document: CheckDocument;
  /**
   * What shows that it belongs to the resource already, for example when the resource is recreated: its row of the
   * state; or only this stack's stamp, so that it may have been handed over by another stack. Undefined: nothing does.
   */
  ownBy: "row" | "stamp" | undefined;
  /** What that row says of its owner; empty where no row shows that it belongs to the resource. */
  owner: Pick<CheckState, "__owner" | "__stamped">;
}

/** The check that this resource takes over, if there is one; refuses when that is ambiguous or not wanted. */
export async function findExisting(
  session: Session,
  project: Project,
  inputs: CheckInputs,
  note: RunNote | undefined,
): Promise<Existing | undefined> {
  const name = note?.name ?? inputs.slug;
  const checks = await project.checks.all();
  for (const document of checks) refuseReadOnly(project, document);
  const own = checks.find(({ uuid }) => uuid === note?.row || uuid === note?.rowElsewhere);
  if (own) {
    const owner = ownerInRow(note);
    refuseForeign(session, own, { ...owner, project: inputs.project });
    // A check that leaves its project belongs to nobody there: if both names mean this project, another resource may
    // have taken it.
    const other = own.uuid === note?.row ? undefined : project.holders.knownHolderOf(uuidOf(own));
    if (other !== undefined) refuseHeld(other, name, "slug");
    return takeOver(project, name, { document: own, ownBy: "row", owner });
  }
  await refuseUnlessGone(project, note);
  if (project.slugs.isGiven(inputs.slug)) {
    throw refusal(
      "another resource of this program has the same slug",
      "Give each its own, or remove one of them",
      "slug",
    );
  }
  // Its own resource may be declared after this one.
  if (checks.some(({ slug, uuid }) => slug === inputs.slug || uuid === inputs.adopt)) {
    // The program took this one for a resource with a row, which a refresh of this run has dropped since, and so declared
    // it without waiting for those that give something up.
    if (note?.row !== undefined) session.declarations.noteDeclared();
    await session.declarations.whenAllDeclared();
  }
  const sameSlug: CheckDocument[] = [];
  for (const document of checks) {
    if (document.slug === inputs.slug && !(await givesUpItsSlug(session, project, document, note))) {
      sameSlug.push(document);
    }
  }
  const found =
    inputs.adopt === undefined
      ? bySlug(session, project, sameSlug)
      : byUuid(project, checks, sameSlug, inputs);
  if (!found) return undefined;
  // Whatever speaks against it below: its row, which left the program, may be deleted in this run all the same.
  project.holders.spare(uuidOf(found));
  refuseForeign(session, found, { project: inputs.project });
  const holder = project.holders.holderOf(uuidOf(found), note) ?? adopterOf(session, found, inputs);
  const namedBy = inputs.adopt === undefined ? "slug" : "adopt";
  if (holder !== undefined) refuseHeld(holder, name, namedBy);
  if (note?.unlisted && inputs.adopt === undefined) refuseUnlisted();
  const ownBy = isStampedByThisStack(session, found) ? "stamp" : undefined;
  if (ownBy === "stamp") refuseUnstamped(session);
  // Taken before anything is awaited, because another create may want the same check at this moment.
  const existing = takeOver(project, name, { document: found, ownBy, owner: {} });
  try {
    refuseKeptElsewhere(project, uuidOf(found));
    if (ownBy === undefined) await refuseByPolicy(session, project, inputs, found);
  } catch (error) {
    project.holders.letGo(uuidOf(found));
    throw error;
  }
  return existing;
}

/** The new resource that names the check by its UUID, which counts for more than the slug that this one has in common with it. */
function adopterOf(
  { notes }: Session,
  { uuid }: CheckDocument,
  { project, adopt }: CheckInputs,
): string | undefined {
  const note = adopt === undefined ? notes.of("Check", identities({ project, uuid })) : undefined;
  // One that has a row keeps it, whatever `adopt` says by now.
  return note?.row === undefined ? note?.name : undefined;
}

/** Whether the check's own resource gets another slug in this run; then this slug is free once that is done. */
async function givesUpItsSlug(
  session: Session,
  project: Project,
  document: CheckDocument,
  note: RunNote | undefined,
): Promise<boolean> {
  const { uuid = "", slug } = document;
  await project.holders.whenHolderKnown(uuid, note);
  const elsewhere = await givesUpSlugElsewhere(project, document, note?.preview === true);
  if (elsewhere !== undefined) return elsewhere;
  if (!getsAnotherSlug(session, project, document)) return false;
  if (note?.preview === true) return true;
  await session.declarations.whenWritten("Check", uuid);
  return (await project.checks.findAnew(uuid))?.slug !== slug;
}

/**
 * Whether the program says so of the check's resource, as far as it is heard, or does so by another provider. One that only
 * looks at it says nothing of its slug.
 */
export function getsAnotherSlug(
  session: Session,
  { holders }: Project,
  { uuid = "", slug }: CheckDocument,
): boolean {
  const declared = session.notes.inputsOf("Check", uuid)?.slug;
  return declared === undefined ? holders.getsNewSlugElsewhere(uuid) : declared !== slug;
}

/** A read-only key does not see the UUID of a check. */
export function refuseReadOnly(project: Project, { uuid }: CheckDocument): void {
  if (uuid !== undefined) return;
  throw refusal("the API key is read-only", `Creating a check needs a read-write key in ${project.keyPlace}`);
}

function takeOver(project: Project, name: string, existing: Existing): Existing {
  // Before the write: even if it fails, the former holder must not delete the check.
  project.holders.keep(uuidOf(existing.document), name);
  return existing;
}

function bySlug(
  session: Session,
  project: Project,
  sameSlug: readonly CheckDocument[],
): CheckDocument | undefined {
  const own = sameSlug.filter((document) => isStampedByThisStack(session, document));
  // A run that was killed before it saw another stack's check left a second one: neither is taken over silently.
  const isPair =
    own.length > 0 && sameSlug.some((document) => foreignOwner(session, document, {}) !== undefined);
  const [first, ...others] = own.length > 0 && !isPair ? own : sameSlug;
  if (others.length === 0) return first;
  // One of them may be the resource's own, under a former name.
  for (const document of sameSlug) project.holders.spare(uuidOf(document));
  throw refusal(
    `${sameSlug.length} checks have this slug already: ${sameSlug.map(title).join(" and ")}`,
    "Delete all but one of them, or give the others another slug",
    "slug",
  );
}

function byUuid(
  project: Project,
  checks: readonly CheckDocument[],
  sameSlug: readonly CheckDocument[],
  { adopt, slug }: CheckInputs,
): CheckDocument {
  const adopted = checks.find(({ uuid }) => uuid === adopt);
  if (!adopted) {
    throw refusal("no check of this project has this UUID", "Correct or remove `adopt`", "adopt");
  }
  // It may keep its own slug even if other checks have it too: the write goes to the UUID and makes nothing more
  // ambiguous.
  if (adopted.slug !== slug && sameSlug.length > 0) {
    project.holders.spare(uuidOf(adopted));
    throw refusal(
      `another check has this slug already: ${sameSlug.map(title).join(" and ")}`,
      "Choose another slug, or delete that check",
      "slug",
    );
  }
  return adopted;
}

/** A check that belongs to another resource of this run or of the state must not be taken over. */
function refuseHeld(holder: string, name: string, namedBy: "slug" | "adopt"): never {
  const isThis =
    holder === name
      ? "If this is the same resource below another parent, give it an alias of the former one, such as `aliases: [{ parent: pulumi.rootStackResource }]`"
      : `If this is the same resource under a new name, give it \`aliases: [{ name: "${holder}" }]\``;
  const [key, otherwise] =
    namedBy === "slug"
      ? ["slug", `If "${holder}" is to get another slug, first run an \`up\` that only changes that`]
      : ["UUID", "Otherwise remove `adopt`"];
  throw refusal(
    `the check with this ${key} belongs to the resource "${holder}" of this stack`,
    `${isThis}. ${otherwise}`,
    namedBy,
  );
}

/** The rows of the state are not known: the check may belong to another resource, or to this one under a former name. */
function refuseUnlisted(): never {
  throw refusal(
    "a check with this slug exists already, and the engine did not list this stack's resources, so one of them may already have it",
    'Run again, or take the check over by its UUID (adopt: "<uuid>")',
    "slug",
  );
}

async function refuseByPolicy(
  session: Session,
  project: Project,
  inputs: CheckInputs,
  document: CheckDocument,
): Promise<void> {
  const policy = inputs.onExisting ?? monitorOf(session).serviceSettings().onExisting;
  const setting =
    inputs.onExisting === undefined ? settingName("onExisting", project.nestedIn) : "onExisting";
  if (policy === "fail") {
    throw refusal(
      `a check with this slug exists already and ${setting} is "fail"`,
      'Choose another slug, or take the check over with onExisting: "adopt", for example if an interrupted run created it, or --replace recreates it',
      "slug",
    );
  }
  if (policy === "adopt" || isUnknown(policy)) return;
  const { certain } = await findChanges(project, inputs, document);
  if (certain.length === 0) return;
  throw refusal(
    `a check with this slug exists already, ${setting} is "adoptUnchanged", and ${certain.join(", ")} would change`,
    'Declare the check as it is, or take it over with onExisting: "adopt"',
    "slug",
  );
}

/**
 * A renamed check may get the slug of another one. That is not refused, because this run may rename or delete the other
 * one later; but it is refused if the other belongs to another stack.
 */
export async function warnOfNamesakes(
  session: Session,
  project: Project,
  id: string,
  slug: string,
): Promise<void> {
  await refuseForeignNamesakes(session, project, id, slug);
  const namesakes = (await project.checks.all()).filter(
    (other) => other.slug === slug && uuidOf(other) !== id && !project.holders.isHeld(uuidOf(other)),
  );
  // Its own resource may be declared after this one.
  if (namesakes.length > 0) await session.declarations.whenAllDeclared();
  for (const other of namesakes) {
    if (getsAnotherSlug(session, project, other)) continue;
    project.log.warn(
      `check "${slug}": slug: ${title(other)} has this slug too, so pings by slug are refused. Unless this run deletes that check or gives it another slug, give one of the two another slug.`,
    );
  }
}

/** How messages name a check: its UUID is the secret part of its ping URL. */
export function title(document: CheckDocument): string {
  const { name, slug } = document;
  return `${JSON.stringify(name === "" ? slug : name)} (unique key ${keyOf(document).slice(0, 8)}…)`;
}

/** The UUID, which a read-only key does not see. */
export function uuidOf(document: CheckDocument): string {
  if (document.uuid === undefined)
    throw refusal("the service answered without the check's UUID", "Use a read-write key");
  return document.uuid;
}

/** What the service adds to the check with this UUID. Whoever may write a check sees all of these. */
export function outputsOf(uuid: string, document: CheckDocument): CheckOutputs {
  const shown = liveValues(checkOutputs, document) as CheckOutputs;
  return { ...shown, uuid, uniqueKey: uniqueKeyOf(uuid) };
}
