/** Deletes the check of a row that is deleted, unless another resource has it or is about to get it. */
import { namingSubject, refusal } from "../../core/refusal";
import type { Session } from "../../core/session";
import type { Soon } from "../api";
import { refuseIfElsewhere } from "../checkHome";
import { lookAndWrite } from "../lookAndWrite";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import type { CheckState } from "./checkFields";
import { foreignOwner, mayBeAnothers, refuseFormerStamp, refuseUnknownStack } from "./checkOwner";
import { refuseReadOnly } from "./existingCheck";
import { isLeftToOtherProvider } from "./otherProviders";
import { deleteOrProveGone } from "./removal";
import { checkLabel } from "./writtenCheck";

/** Deletes the check of a row. */
export function deleteCheck(session: Session, id: string, state: CheckState): Promise<void> {
  return namingSubject(checkLabel(state), async () => {
    // Check this before looking up the project, which may have another name in the configuration by now.
    if (isKept(session, id, state)) return;
    const project = monitorOf(session).project(state.project);
    await project.takeTurn(id, async () => {
      if (isKept(session, id, state) || (await isLeftToSuccessor(session, project, id, state))) return;
      if (isLeftToOtherProvider(project, state, checkLabel(state))) return;
      await lookAndWrite((soon) => deleteUnlessForeign(session, project, id, state, soon));
    });
  });
}

/** Looks at the check and deletes it, unless it has the stamp of another stack. */
async function deleteUnlessForeign(
  session: Session,
  project: Project,
  id: string,
  state: CheckState,
  soon: () => Soon,
): Promise<void> {
  // Another service would answer 404 to everything; this answer also shows who owns the check.
  const isWatched = mayBeAnothers(session, state);
  const live = await (isWatched ? project.checks.findNow(id) : project.checks.find(id));
  if (live === undefined) return refuseIfElsewhere(project, state);
  const owner = foreignOwner(session, live, state);
  if (owner !== undefined) {
    refuseUnknownStack(session, state, owner);
    project.log.warn(`${checkLabel(state)}: ${keptFor(session, owner)}`);
    return;
  }
  refuseFormerStamp(session, live, state);
  project.checks.drop(id);
  await deleteOrProveGone(project, id, isWatched ? soon() : {});
  project.checks.forget(id);
  // Of another check of the program with this slug it is told elsewhere what becomes of the assignment.
  if (!project.slugs.isDeclared(state.slug))
    monitorOf(session).channelOwners.warnOfDeleted(state.project, id, state.slug);
}

/**
 * Why a check with the stamp of another stack stays. To a run that does not know its stack that may be its own one: after
 * `pulumi state move` or `pulumi stack rename` the row names the former stack until an `up` has written it.
 */
function keptFor({ stack }: Session, owner: string): string {
  const kept = `belongs to the stack ${owner}, and is kept`;
  return stack === undefined
    ? `${kept}. If this is that stack, an \`up\` with the check in the program takes it over again`
    : kept;
}

/** Whether another row of the state has the check now, under a new name or recreated, or was to get it. */
function isKept(session: Session, id: string, state: CheckState): boolean {
  const { holders } = monitorOf(session);
  if (!holders.isKept(id)) return false;
  const why = holders.isHeld(id)
    ? "another resource of this stack, or the one that replaces this, has the check now"
    : "another resource of this program asked for the check and was refused";
  session.log.info(`${checkLabel(state)}: ${why}, and it is kept`);
  return true;
}

/**
 * Whether the replacement of this row is still to be created and takes over its check. The engine deletes first with
 * `deleteBeforeReplace`, which `pulumi:autonaming` sets for all resources: UUID, ping URL and history would be lost.
 * @throws {ChecksError} when the replacement belongs in another project of the service: if creating it failed, there
 * would be no check. Also when the settings do not lead to the check: the create would be refused after the row is gone.
 */
async function isLeftToSuccessor(
  session: Session,
  project: Project,
  id: string,
  state: CheckState,
): Promise<boolean> {
  const monitor = monitorOf(session);
  const successor = monitor.holders.successorOf(id, state);
  if (successor === undefined) return false;
  const hasItsProject = successor.project === state.project;
  if (!hasItsProject && monitor.project(successor.project) !== project) {
    throw refusal(
      "would be deleted here before it is created in another project",
      "Until it has moved, remove `deleteBeforeReplace` from its options and `pulumi:autonaming` from the stack's configuration",
    );
  }
  const live = await project.checks.find(id);
  if (live === undefined) await refuseIfElsewhere(project, state);
  else refuseReadOnly(project, live);
  if (hasItsProject) monitor.holders.hold(id, successor.name);
  return true;
}
