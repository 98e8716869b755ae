/** Writes a check as its inputs declare it: a new one, or an existing one. */
import { isDeepStrictEqual } from "node:util";
import { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { patiently } from "../../core/patience";
import { refusal } from "../../core/refusal";
import type { Session } from "../../core/session";
import { type Document, spellAs, toWire } from "../../core/wire";
import { Forbidden } from "../../http/failure";
import type { CheckDocument } from "../api";
import { channelIds, explainChannels, isMixed } from "../channels";
import { lookAndWrite } from "../lookAndWrite";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { reportAdoption } from "./adoptionNotice";
import { type CheckInputs, type CheckState, checkFields } from "./checkFields";
import { sparingMaintenance } from "./checkMaintenance";
import { foreignOwner, mayBeAnothers, refuseForeign, stampingStack, withStamp } from "./checkOwner";
import { type Existing, title, uuidOf, warnOfNamesakes } from "./existingCheck";
import { deleteOrProveGone } from "./removal";

/** How often and how long a stack looks whether another one takes its check back: a list and a deletion of that one. */
const GIVING_WAY = { everyMs: 500, longestMs: 3_000 };

/** How errors name a check. */
export const checkLabel = ({ slug }: { slug: string }) => `check "${slug}"`;

/** Creates the check, or writes the desired state over the existing one. */
export async function write(
  session: Session,
  project: Project,
  inputs: CheckInputs,
  existing: Existing | undefined,
): Promise<CheckDocument> {
  if (existing) {
    const document = await overwrite(session, project, inputs, existing);
    if (document) return document;
    await refuseNamesake(project, inputs.slug);
  }
  const body = withStamp(session, toWire(checkFields, await resolveChannels(project, inputs)));
  const isStamping = stampingStack(session) !== undefined;
  // A check of the same slug that another stack stamps at this moment is left alone by asking for our stamp as well.
  const unique = isStamping ? ["slug", "tags"] : ["slug"];
  const {
    status,
    data: document,
    unclear,
  } = await explainChannels(project, inputs.channels, () =>
    explainLimit(() => project.api.createCheck({ ...body, unique })),
  );
  project.checks.drop(uuidOf(document));
  await refuseOther(project, inputs, document, status);
  if (unclear || (isStamping && status === 201)) {
    await keepOne(session, project, { slug: inputs.slug, ours: document, body, unclear });
  } else if (status === 200) {
    if ((inputs.onExisting ?? monitorOf(session).serviceSettings().onExisting) !== "adopt")
      throw madeMeanwhile();
    project.log.info(
      `${checkLabel(inputs)}: took over ${title(document)}, which was made at the same moment`,
    );
  }
  return document;
}

/** The check that was meant is gone; by its slug the service would give another one, which it had beside it, and nobody means. */
async function refuseNamesake(project: Project, slug: string): Promise<void> {
  const namesakes = (await project.checks.all()).filter((one) => one.slug === slug);
  if (!(await isTaken(project, slug, namesakes))) return;
  throw refusal(
    "the check was deleted outside of Pulumi, and another check has this slug",
    "Look at that check before you run again",
    "slug",
  );
}

/** Writes the desired state over a check that exists; undefined when it was deleted in the meantime. */
async function overwrite(
  session: Session,
  project: Project,
  inputs: CheckInputs,
  { document: found, ownBy, owner }: Existing,
): Promise<CheckDocument | undefined> {
  const uuid = uuidOf(found);
  if (ownBy !== undefined && found.slug !== inputs.slug)
    await warnOfNamesakes(session, project, uuid, inputs.slug);
  try {
    return await lookAndWrite(async (soon) => {
      const existing = await lookAgain(session, project, found, { ...owner, project: inputs.project });
      const unlessLate = soon();
      const wanted = toWire(checkFields, await resolveChannels(project, inputs, existing));
      const desired = withStamp(session, spellAs(existing, checkFields, wanted));
      project.checks.drop(uuid);
      const live = existing.maintenance === undefined ? existing : await project.api.getCheck(uuid);
      const body = sparingMaintenance(live, desired);
      const document = await explainChannels(project, inputs.channels, () =>
        project.api.updateCheck(uuid, body, unlessLate),
      );
      if (ownBy !== "row") reportAdoption(project, inputs, existing, document);
      return document;
    });
  } catch (error) {
    await project.checks.proveGone(error, uuid);
    monitorOf(session).holders.letGo(uuid);
    project.checks.forget(uuid);
    return undefined;
  }
}

/**
 * Reads the check once more, because another stack may have taken it over since the run's list: only one of two `up`s may
 * have it. One that was this stack's may have been handed over; the write would remove the other stamp.
 */
async function lookAgain(
  session: Session,
  project: Project,
  found: CheckDocument,
  before: Partial<CheckState>,
): Promise<CheckDocument> {
  // A maintenance that began since the list stays.
  if (!mayBeAnothers(session, before)) return (await project.checks.findNow(uuidOf(found))) ?? found;
  const now = (await project.checks.findAnew(uuidOf(found))) ?? found;
  refuseForeign(session, now, before);
  return now;
}

/** Refuses an answer about another check than the requested one. */
async function refuseOther(
  project: Project,
  inputs: CheckInputs,
  document: CheckDocument,
  status: number,
): Promise<void> {
  const holder = project.holders.holderOf(uuidOf(document));
  const isOlder = status === 200 || (await project.checks.all()).some(({ uuid }) => uuid === document.uuid);
  const isOther = isOlder && document.slug !== inputs.slug;
  if (holder === undefined && !isOther) return;
  throw refusal(
    holder === undefined
      ? `the service answered with another check, ${title(document)}`
      : `the service answered with the check of the resource "${holder}"`,
    "If two names in checks:projects mean the same project, use only one of them; otherwise report this to whoever runs the service",
    "slug",
  );
}

/** A check that was just made, and what was sent for it. */
interface Made {
  slug: string;
  ours: CheckDocument;
  body: Document;
  /** An earlier attempt was not answered, and may have been carried out beside its repetition. */
  unclear: boolean;
}

/**
 * Only once the new check exists is it known whether it is the only one with its slug. A check that an unanswered
 * attempt made beside it is ours and is removed. Two stacks that create a check at the same moment both get one: each
 * looks once its own exists, so at least one of them sees both, and removes its own, unless the other one does.
 */
async function keepOne(session: Session, project: Project, made: Made): Promise<void> {
  const { slug, ours, unclear } = made;
  const others = (await project.api.listChecks({ slug })).filter(({ uuid }) => uuid !== ours.uuid);
  const duplicates = unclear ? others.filter((other) => isDuplicate(other, made)) : [];
  const isForeign = (other: CheckDocument) => foreignOwner(session, other, {}) !== undefined;
  const foreigners = stampingStack(session) === undefined ? [] : others.filter(isForeign);
  const [foreign] = foreigners;
  if (unclear && foreign === undefined && duplicates.length < others.length) {
    throw refusal(
      `several checks have this slug now: ${[ours, ...others].map(title).join(", ")}`,
      "Delete all but one of them",
      "slug",
    );
  }
  for (const duplicate of duplicates) {
    await deleteOrProveGone(project, uuidOf(duplicate));
    project.log.info(
      `check "${slug}": removed ${title(duplicate)}, a duplicate made by a request whose answer was lost`,
    );
  }
  if (foreign === undefined && (unclear || !(await isTaken(project, slug, others)))) return;
  if (foreign !== undefined && outranks(ours, foreigners) && (await isLeftAlone(project, slug, others)))
    return;
  await deleteOrProveGone(project, uuidOf(ours));
  project.checks.forget(uuidOf(ours));
  if (foreign !== undefined) refuseForeign(session, foreign);
  // Without a stamp on it, asking for ours as well made a second one beside it.
  throw madeMeanwhile();
}

/** Of stacks that see each other's checks one waits while the others give way, or all would; any order will do. */
function outranks(ours: CheckDocument, foreigners: readonly CheckDocument[]): boolean {
  return foreigners.every((other) => uuidOf(other) < uuidOf(ours));
}

/** Whether those who made the others take them back, for which they get a moment. Who saw no other check keeps its own. */
async function isLeftAlone(
  project: Project,
  slug: string,
  others: readonly CheckDocument[],
): Promise<boolean> {
  const isAlone = async () => !(await isTaken(project, slug, others));
  try {
    return await patiently(isAlone, GIVING_WAY.everyMs, GIVING_WAY.longestMs);
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    // Interrupted, or refused a look: ours is taken back, or it would stay beside the other one.
    return false;
  }
}

/** Whether one of them has the slug still: the list may be older than what gave it another one in this run. */
async function isTaken(project: Project, slug: string, listed: readonly CheckDocument[]): Promise<boolean> {
  for (const one of listed) {
    if ((await project.checks.findAnew(uuidOf(one)))?.slug === slug) return true;
  }
  return false;
}

/** Whether such a check may be taken over is asked anew by the next run. */
function madeMeanwhile(): ChecksError {
  return refusal(
    "somebody else made a check with this slug at the same moment",
    "Look at that check before you run again",
    "slug",
  );
}

/** Whether it was never pinged and is exactly what was sent, including the stamp. */
function isDuplicate(other: CheckDocument, { ours, body }: Made): boolean {
  return (
    other.n_pings === 0 &&
    isDeepStrictEqual(other.owners, ours.owners) &&
    Object.keys(body).every((key) => other[key] === ours[key])
  );
}

/**
 * The service resolves names of channels itself, which saves a request; but to it `*` is no name, even in a list, not
 * every one takes names and UUIDs together, and what an existing check has can only be compared by UUIDs.
 */
export async function resolveChannels(
  project: Project,
  inputs: CheckInputs,
  existing?: CheckDocument,
): Promise<Values> {
  const { channels } = inputs;
  if (!Array.isArray(channels)) return inputs;
  if (existing === undefined && !channels.includes("*") && !isMixed(channels)) return inputs;
  return { ...inputs, channels: await channelIds(project, channels) };
}

/** The service answers a create with 403 only at the limit, and without words; what stands in front of it may say another reason. */
async function explainLimit<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
    const { service } = error.parts;
    throw refusal(
      "the service refused to create another check (403): the account's limit of checks is reached, or the key may not create checks",
      "Delete checks that are not needed or raise the limit, then run again",
    ).about(service === undefined ? {} : { service });
  }
}
