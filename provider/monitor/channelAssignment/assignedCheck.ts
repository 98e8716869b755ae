/** The check of an assignment, which names it by its UUID or by its slug. */

import { patiently } from "../../core/patience";
import { refusal } from "../../core/refusal";
import type { Due } from "../../core/resource";
import type { RunNote } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import type { CheckDocument } from "../api";
import { foreignOwner, stampingStack, stampSetting } from "../check/checkOwner";
import { getsAnotherSlug, title } from "../check/existingCheck";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { uniqueKeyOf } from "../snapshot";
import { isUuid } from "../uuid";
import type { ChannelAssignmentInputs, ChannelAssignmentState } from "./channelAssignmentFields";

/** What an assignment notes of its check. */
type Noted = Pick<ChannelAssignmentState, "uuid" | "__owner">;

/** How often to look whether a check has its new slug. */
const LOOKS_EVERY_MS = 1000;

/** What to do about a check that is gone: an assignment does not create one. */
export const CHECK_IS_GONE =
  "If the check belongs to this stack, run `pulumi up --refresh`, which creates it again; otherwise correct `check` or remove the assignment";

/** This stack, if its stamp is on the check or a resource of its program has the check. */
export function ownerToNote(
  session: Session,
  { uuid = "", owners }: CheckDocument,
): Pick<ChannelAssignmentState, "__owner"> {
  const { stack } = session;
  const isOurs = stack !== undefined && (owners?.includes(stack) || monitorOf(session).holders.isHeld(uuid));
  return isOurs ? { __owner: stack } : {};
}

/**
 * The stack that now owns a check which belonged to this stack, or which a resource of this stack still has. A team's
 * assignments to checks of others stay the team's own.
 */
function newOwner(session: Session, live: CheckDocument, { uuid, __owner }: Noted): string | undefined {
  const wasOurs = __owner !== undefined || monitorOf(session).holders.isHeld(uuid);
  return wasOurs ? foreignOwner(session, live, { __owner }) : undefined;
}

/** Whether the channels stay as they are when the assignment is deleted, because the check belongs to another stack by now. */
export function isLeftToNewOwner(
  session: Session,
  project: Project,
  called: string,
  live: CheckDocument,
  state: Noted,
): boolean {
  const owner = newOwner(session, live, state);
  if (owner === undefined) return false;
  project.log.warn(`${called}: the check was handed over to the stack ${owner}, and keeps its channels`);
  return true;
}

/** Channels of a check that belongs to another stack by now are neither attached nor detached. */
export function refuseNewOwner(session: Session, live: CheckDocument, before: Noted): void {
  const owner = newOwner(session, live, before);
  if (owner === undefined) return;
  throw refusal(
    `the check belongs to the stack ${owner}`,
    "If it was handed over, remove both it and this assignment from the program; the channels stay as they are",
    "check",
  );
}

/** What a write notes of a check of this stack that got its stamp after the assignment was created; undefined where there is nothing to note. No field shows it. */
export function dueNote(session: Session, state: ChannelAssignmentState): Due | undefined {
  const { uuid, __owner } = state;
  const owner = stampingStack(session);
  if (owner === undefined || owner === __owner || !monitorOf(session).holders.isHeld(uuid)) return undefined;
  return {
    reason: `${labelOf(state)}: an up notes that its check is one of ${owner} (${stampSetting(session)})`,
  };
}

/**
 * How the assignment names its check. If the check was renamed and another check has the former slug, it is the present
 * slug, because the next `up` looks the slug up. If no other check has it, the check's own resource may be about to
 * write it again.
 */
export async function nameOf(project: Project, check: string, live: CheckDocument): Promise<string> {
  if (isUuid(check) || check === live.slug) return check;
  return (await project.checks.withSlug(check)).length > 0 ? live.slug : check;
}

/** The check's UUID; a slug is looked up, also among the checks that this run has made or is about to make. */
export async function findUuid(session: Session, project: Project, check: string): Promise<string> {
  if (isUuid(check)) return check;
  const found = await checksWith(session, project, check);
  const [only, ...others] = found.map(({ uuid }) => uuid);
  if (only !== undefined && others.length === 0) return only;
  if (found.length > 1) {
    throw refusal(
      `${found.length} checks have this slug: ${found.map(title).join(" and ")}`,
      "Give the UUID of the one you mean",
      "check",
    );
  }
  if (found.length === 1)
    throw refusal(
      "the API key is read-only",
      `Assigning channels needs a read-write key in ${project.keyPlace}`,
    );
  if (!project.slugs.isDeclared(check))
    throw refusal("no check of this project has this slug", "Correct it, or give the check's UUID", "check");
  // Somebody else's check is not the one that the program means, but the user sees it there.
  const isOther = (await project.checks.withSlug(check)).length > 0;
  throw refusal(
    isOther
      ? "the check with this slug is not the one that this program declares"
      : "no check of this project has this slug, although this program declares one",
    "See what is said about that check; if nothing is, run `pulumi up --refresh`",
    "check",
  );
}

/**
 * Warns in a preview of a slug or UUID that no check has, which the `up` would refuse. It is only a warning, because the
 * program may declare the check after it has waited for something.
 */
export async function foreseeFound(
  session: Session,
  project: Project,
  inputs: ChannelAssignmentInputs,
  { isOfProgram = false }: RunNote,
): Promise<void> {
  const { check } = inputs;
  if (isUnknown(check)) return;
  if (isUuid(check)) return foreseeFoundByUuid(project, inputs);
  if (isOfProgram || project.slugs.isDeclared(check)) return;
  // A preview writes nothing, so one list is enough for all assignments.
  const found = (await project.checks.all()).filter(({ slug }) => slug === check);
  if (found.some((one) => !getsAnotherSlug(session, project, one))) return;
  await session.declarations.whenAllDeclared();
  if (project.slugs.isDeclared(check)) return;
  project.log.warn(
    `${labelOf(inputs)}: check: no check of this project has this slug, and as far as this preview knows, none of this program gets it, so an up would refuse the assignment. Correct it, or give the check's UUID`,
  );
}

async function foreseeFoundByUuid(project: Project, inputs: ChannelAssignmentInputs): Promise<void> {
  await project.checks.all();
  if ((await project.checks.find(inputs.check)) !== undefined) return;
  project.log.warn(
    `${labelOf(inputs)}: check: no check of this project has this UUID, so an up would refuse the assignment. ${CHECK_IS_GONE}`,
  );
}

/**
 * Checks with a slug. The engine does not know that a check to which the program gives the slug must come first. Until that
 * check has it, another check may, which gets another slug in this run or is deleted at its end.
 */
async function checksWith(session: Session, project: Project, slug: string): Promise<CheckDocument[]> {
  const listed = await project.checks.withSlug(slug);
  await session.declarations.whenAllDeclared();
  const staying = (all: CheckDocument[]) => all.filter((one) => !getsAnotherSlug(session, project, one));
  if (!project.slugs.isDeclared(slug) || listed.some(({ uuid }) => uuid === undefined))
    return staying(listed);
  const own = (all: CheckDocument[]) => staying(all).filter(({ uuid = "" }) => project.holders.isHeld(uuid));
  // Of a check that another provider of the program has, the list may be older than what that one wrote.
  let found = own(listed.filter(({ uuid = "" }) => !project.holders.isKeptElsewhere(uuid)));
  if (found.length > 0) return found;
  await project.slugs.whenThere(slug);
  await patiently(async () => {
    found = own(await project.api.listChecks({ slug }));
    return found.length > 0;
  }, LOOKS_EVERY_MS);
  return found;
}

/**
 * Whether another check of the program now has the slug by which an assignment names its check, because the former one gets
 * another slug or left the program. From then on the assignment means the other check.
 */
export function isOfOther(
  session: Session,
  state: ChannelAssignmentState,
  { check, project }: ChannelAssignmentInputs,
): Due | undefined {
  if (check !== state.check || isUuid(check) || isUnknown(project)) return undefined;
  const monitor = monitorOf(session);
  const slug = session.notes.inputsOf("Check", state.uuid)?.slug ?? check;
  const isGivenUp =
    slug !== check && !isUnknown(slug) && monitor.slugsOf(project)?.isDeclared(check) === true;
  const other = monitor.channelOwners.uuidOf(project, check) ?? state.uuid;
  if (!isGivenUp && other === state.uuid) return undefined;
  return {
    reason: `${labelOf(state)}: another check of this program has this slug now, and gets the channels`,
    replaces: "check",
  };
}

/** How errors name an assignment. */
export function labelOf({ check }: ChannelAssignmentInputs): string {
  if (isUnknown(check)) return "channel assignment";
  // A UUID is the secret part of a ping URL.
  return `channel assignment of ${isUuid(check) ? `the check with the unique key ${uniqueKeyOf(check).slice(0, 8)}…` : `"${check}"`}`;
}
