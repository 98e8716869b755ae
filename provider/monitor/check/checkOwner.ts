/** Which stack a check belongs to: the stamp on it, what the state remembers of it, and who must not write. */

import type { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { refusal, withSubject } from "../../core/refusal";
import { LOOKED_AT, type RunNote } from "../../core/runNotes";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import type { Document } from "../../core/wire";
import { count } from "../../core/words";
import type { CheckDocument } from "../api";
import { charactersOver } from "../maintenance";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { settingName } from "../settings";
import { keyOf, slugOrKey, uniqueKeyOf } from "../snapshot";
import { foreignAmong, handoverCommand, stampOf, withStampOf } from "../stamp";
import type { CheckState } from "./checkFields";

/** The stack whose stamp the run's checks get; undefined if they get none. */
export function stampingStack(session: Session): string | undefined {
  return session.stack !== undefined && monitorOf(session).serviceSettings().stamp
    ? session.stack
    : undefined;
}

/**
 * Whether a check may have another stack's stamp by now: stacks stamp their checks, or it had this stack's stamp. A run
 * without the setting would remove the other stamp together with its own.
 */
export function mayBeAnothers(session: Session, { __stamped }: Pick<CheckState, "__stamped">): boolean {
  return monitorOf(session).serviceSettings().stamp || __stamped === true;
}

/** What the state keeps of a check that a stamping stack has written; the stamp counts only if the service shows it. */
export function writtenOwner(
  session: Session,
  { owners }: CheckDocument,
): Pick<CheckState, "__owner" | "__stamped"> {
  const owner = stampingStack(session);
  if (owner === undefined) return {};
  return { __owner: owner, ...(owners?.includes(owner) && { __stamped: true }) };
}

/** The same for a check that is found with this stack's stamp, whatever the state knows: its run was killed, or it is imported. */
export function ownerOnService(
  session: Session,
  live: CheckDocument,
): Pick<CheckState, "__owner" | "__stamped"> {
  return session.stack !== undefined && live.owners?.includes(session.stack)
    ? writtenOwner(session, live)
    : {};
}

/** The same as the row of a resource has it, of which its program tells. */
export function ownerInRow({
  owner,
  stamped: isStamped,
}: Pick<RunNote, "owner" | "stamped"> = {}): Pick<CheckState, "__owner" | "__stamped"> {
  return {
    ...(owner !== undefined && { __owner: owner }),
    ...(isStamped === true && { __stamped: isStamped }),
  };
}

/** Whether the check has the stamp that it should have, or none if it should have none. */
export function hasItsStamp(
  session: Session,
  { __owner, __stamped }: Pick<CheckState, "__owner" | "__stamped">,
): boolean {
  if (session.stack === undefined) return true;
  return stampingStack(session) !== undefined
    ? __stamped === true && __owner === session.stack
    : __stamped !== true;
}

/** What a write does to the stamp of a check, where that is not as it should be; undefined where it is. No field shows it. */
export function dueStamp(
  session: Session,
  state: Pick<CheckState, "__owner" | "__stamped">,
): string | undefined {
  if (hasItsStamp(session, state)) return undefined;
  const owner = stampingStack(session);
  const setting = stampSetting(session);
  // The state does not tell whether another stack has the check by now, of which a look at the service warns.
  return owner === undefined
    ? `an up removes this stack's stamp (${setting})`
    : `an up puts the stamp of ${owner} on it (${setting}), unless it has another stack's`;
}

/** The body of a write with the stamp among its tags, where checks are stamped. */
export function withStamp(session: Session, body: Document): Document {
  const owner = stampingStack(session);
  return owner === undefined ? body : { ...body, tags: withStampOf(String(body.tags ?? ""), owner) };
}

/** Why there is no room for the stamp beside the check's tags; undefined if there is, or if that is not known yet. */
export function stampRoomProblem(session: Session, tags: unknown): string | undefined {
  const owner = stampingStack(session);
  if (owner === undefined || !Array.isArray(tags) || isUnknown(tags)) return undefined;
  const over = charactersOver(withStampOf(tags.join(" "), owner));
  if (over <= 0) return undefined;
  return `leave no room for the stamp ${stampOf(owner)} (${stampSetting(session)}): ${count(over, "character")} too many`;
}

/** A check with another stack's stamp belongs to that stack until it is handed over. */
export function refuseForeign(session: Session, document: CheckDocument, state: Values = {}): void {
  const refused = foreignRefusal(session, document, state);
  if (refused !== undefined) throw refused;
}

/** Why a check does not belong to this stack, and what to do; undefined if it has no other stack's stamp. */
export function foreignRefusal(
  session: Session,
  document: CheckDocument,
  state: Values = {},
): ChecksError | undefined {
  const owner = foreignOwner(session, document, state);
  if (owner === undefined) return undefined;
  const command = handoverHere(session, document, state);
  const wasOurs =
    state.__owner !== undefined
      ? "If it was handed over, remove it from this program; the check stays on the service. "
      : "";
  return refusal(
    `the check belongs to the stack ${owner}`,
    `${wasOurs}To hand it over to this stack, run ${command}, and remove it from the program of ${owner}`,
    "slug",
  );
}

/** The command that gives a check to this stack, by its unique key if it has no slug. */
function handoverHere({ stack }: Session, document: CheckDocument, { project }: Values): string {
  return handoverCommand(slugOrKey(document), stack, project);
}

/** The stack whose stamp is on a check, when that is not this one. */
export function foreignOwner(session: Session, { owners }: CheckDocument, state: Values): string | undefined {
  return foreignAmong(owners, [session.stack, state.__owner]);
}

/** Whether this stack's stamp is on a check. */
export function isStampedByThisStack(session: Session, { owners = [] }: CheckDocument): boolean {
  return session.stack !== undefined && owners.includes(session.stack);
}

/**
 * A check with this stack's stamp, perhaps from a handover, is not taken over by a run that does not stamp: its write
 * would remove the stamp, and the former owner, whose state still has the check, would delete it when it gives it up.
 */
export function refuseUnstamped(session: Session): void {
  if (session.stack === undefined || stampingStack(session) !== undefined) return;
  throw refusal(
    `the check has the stamp of this stack, which does not stamp its checks (${stampSetting(session)}), so the stack that had it before would delete it`,
    `Set ${stampSetting(session)} to true, as in all stacks that share a project of the service; if no other stack ever had the check, you can remove its tag ${stampOf(session.stack)} instead`,
    "slug",
  );
}

/** The setting by which checks are stamped, as the user has to name it. */
export function stampSetting({ config }: Session): string {
  return settingName("stamp", config.nestedIn);
}

/** If a check gets the slug of another stack's check, the job of that check can no longer ping by slug. */
export async function refuseForeignNamesakes(
  session: Session,
  project: Project,
  id: string,
  slug: string,
): Promise<void> {
  if (stampingStack(session) === undefined) return;
  for (const other of await project.checks.all())
    if (other.slug === slug && other.uuid !== id) refuseForeign(session, other);
}

/** A check that was handed over to another stack is not written to any more. */
export async function refuseHandedOver(
  session: Session,
  project: Project,
  id: string,
  before: Values,
): Promise<void> {
  const live = await project.checks.find(id);
  if (live) refuseForeign(session, live, before);
}

/**
 * The same in a preview, for a row that changes; for a row that only gets its stamp it is a warning. The run's one list
 * answers for all such rows. The refresh that found a stamp missing has warned of it, but perhaps in an earlier run.
 */
export async function foreseeHandedOver(
  session: Session,
  project: Project,
  note: RunNote,
  { called, inputs, hasChanges }: { called: string; inputs: Values; hasChanges: boolean },
): Promise<void> {
  const { row } = note;
  const before = ownerInRow(note);
  const isWritten = hasChanges || (stampingStack(session) !== undefined && !hasItsStamp(session, before));
  if (row === undefined || isUnknown([row, inputs.project])) return;
  if (!isWritten || !mayBeAnothers(session, before)) return;
  const live = (await project.checks.all()).find((document) => keyOf(document) === uniqueKeyOf(row));
  const refused = live && foreignRefusal(session, live, { ...before, project: inputs.project });
  if (refused === undefined) return;
  // `drift` previews, too, and must not fail because of a stamp alone.
  if (hasChanges) throw refused;
  project.log.warn(withSubject(called, refused).message);
}

/** A refresh has read the check, so it warns of a row whose check another stack owns by now; a preview without a refresh does not look. */
export function warnOfHandover(
  session: Session,
  project: Project,
  called: string,
  live: CheckDocument,
  state: CheckState,
): void {
  const { [LOOKED_AT]: isLookedAt }: Values = state;
  if (!monitorOf(session).tellsHandovers || isLookedAt === true) return;
  if (!knowsItsStack(session, state) || !mayBeAnothers(session, state)) return;
  const refused = foreignRefusal(session, live, state);
  if (refused !== undefined) project.log.warn(withSubject(called, refused).message);
}

/** A run that declares no check may not know its own stack. */
export function knowsItsStack(session: Session, { __owner }: Pick<CheckState, "__owner">): boolean {
  return session.stack !== undefined || __owner !== undefined;
}

/** A check that may belong to this run must not lose its row, or nobody would know of it any more. */
export function refuseUnknownStack(session: Session, state: CheckState, owner: string): void {
  if (knowsItsStack(session, state)) return;
  throw refusal(
    `has the stamp of the stack ${owner}, and this run does not know which stack it belongs to`,
    "If that is this stack, first run `pulumi up` with the check in the program; otherwise remove the resource with `pulumi state delete`",
  );
}

/**
 * A row that names another stack than this one was moved or copied, or its stack was renamed, and no `up` has written it
 * since. A check that has that stack's stamp may be the other stack's still, or again, and nothing of it is taken away.
 */
export function refuseFormerStamp(session: Session, document: CheckDocument, state: Values): void {
  const { owners = [] } = document;
  const [owner] = owners;
  if (owner === undefined || session.stack === undefined || owners.includes(session.stack)) return;
  throw refusal(
    `the check has the stamp of the stack ${owner}, which may still have it: this stack has not written it since it was renamed, or got the resource from there`,
    `If the check is this stack's, run \`pulumi up\` with it in the program, or ${handoverHere(session, document, state)}, before you delete it; otherwise remove the resource with \`pulumi state delete\``,
  );
}
