/** A channel assignment's life cycle: the `channels` of one check, and nothing else of it. */

import type { Values } from "../../core/fields";
import { namingSubject } from "../../core/refusal";
import { defineResource } from "../../core/resource";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { speakerOf } from "../channelOwners";
import { channelIds, idsIn } from "../channels";
import { reportMaintenance } from "../check/checkMaintenance";
import { refuseIfElsewhere, refuseStaying, refuseUnlessGone } from "../checkHome";
import { monitorOf } from "../monitor";
import { isUuid } from "../uuid";
import { dueNote, findUuid, foreseeFound, isOfOther, labelOf, nameOf } from "./assignedCheck";
import { attach, detach, NOTHING, OWN_CHANNELS, observeChannels } from "./attachedChannels";
import {
  type ChannelAssignmentState,
  channelAssignmentFields,
  channelAssignmentInternals,
  channelAssignmentOutputs,
} from "./channelAssignmentFields";
import { findAssignmentToImport } from "./importedAssignment";

export const channelAssignment = defineResource({
  kind: "ChannelAssignment",
  fields: channelAssignmentFields,
  outputs: channelAssignmentOutputs,
  internals: channelAssignmentInternals,
  identifiedBy: ["project", "check", "channels", "mode"],
  identities,

  createsFirst: true,
  find: findAssignmentToImport,
  // An import names the check by its slug; a program that declares the check has its UUID.
  namesSame: ({ uuid }, key, value) => key === "check" && value === uuid,
  due: (session, state, inputs) => isOfOther(session, state, inputs) ?? dueNote(session, state),

  objections(session, _olds, { project, check, mode = "additive" }, note) {
    if (!note || typeof check !== "string" || isUnknown([project, check, mode])) return [];
    const speaker = speakerOf("ChannelAssignment", note);
    const { channelOwners, channelClaims } = monitorOf(session);
    const objection = channelOwners.objectionToAssignment(project, check, speaker, mode);
    if (objection) return [objection];
    // For a check that another provider of the program serves.
    const { reason, remedy } = OWN_CHANNELS;
    return channelClaims.areOwn(check) ? [{ property: "check", reason: `${reason}. ${remedy}` }] : [];
  },

  claim(session, { id, state, inputs }, stays) {
    const { channelClaims, channelOwners } = monitorOf(session);
    const note = session.notes.of("ChannelAssignment", identities(inputs));
    // An assignment that is about to be replaced no longer wants anything from its former check.
    if (stays) channelClaims.add(id, state);
    if (note) {
      // A program with an older version of this package tells of rows by the names of their resources.
      channelClaims.hear(id, note.rowUrn ?? note.name);
      channelClaims.tell(id, note.otherChannels ?? {});
    }
    if (!stays) return [];
    if (!isUuid(inputs.check)) channelOwners.stay(inputs.project, id, inputs.check);
    return channelClaims.areUndone(id, state.channelIds) ? ["channels"] : [];
  },

  unclaim(session, { id, state, inputs }) {
    const { channelClaims, channelOwners } = monitorOf(session);
    channelClaims.remove(id, state);
    channelOwners.leave(inputs.project, id, inputs.check);
  },

  foresee(session, inputs, changed, note) {
    return namingSubject(labelOf(inputs), async () => {
      const { channels, project: name } = inputs;
      if (isUnknown(name)) return undefined;
      const project = monitorOf(session).project(name);
      if (!note.preview) return undefined;
      if (changed.includes("channels") && Array.isArray(channels) && !isUnknown(channels))
        await channelIds(project, channels);
      if (changed.includes("check")) await foreseeFound(session, project, inputs, note);
      return undefined;
    });
  },

  refuseElsewhere(session, id, state) {
    const project = monitorOf(session).project(state.project);
    return namingSubject(labelOf(state), () => refuseStaying(project, id, state));
  },

  create(session, inputs) {
    const project = monitorOf(session).project(inputs.project);
    const note = session.notes.of("ChannelAssignment", identities(inputs));
    return namingSubject(labelOf(inputs), async () => {
      // Another project or service may have a check with this slug, too.
      await refuseUnlessGone(project, note);
      const uuid = await findUuid(session, project, inputs.check);
      return {
        id: uuid,
        state: await project.takeTurn(uuid, () => attach(session, project, uuid, inputs, NOTHING)),
      };
    });
  },

  read(session, id, before) {
    const project = monitorOf(session).project(before.project);
    return namingSubject(labelOf(before), async () => {
      const live = await project.checks.find(id);
      if (live === undefined) {
        await refuseIfElsewhere(project, before);
        return undefined;
      }
      const state = { ...before, check: await nameOf(project, before.check, live) };
      reportMaintenance(project, labelOf(state), live);
      if (live.maintenance !== undefined) return state;
      if (live.channels === undefined) {
        project.log.warn(
          `${labelOf(state)}: not compared, because a read-only key does not see channels; use a read-write key`,
        );
        return state;
      }
      return { ...state, ...(await observeChannels(project, state, idsIn(live.channels))) };
    });
  },

  update(session, id, state, inputs) {
    const project = monitorOf(session).project(inputs.project);
    return namingSubject(labelOf(inputs), () =>
      project.takeTurn(id, async () => {
        project.channelClaims.remove(id, state);
        try {
          return await attach(session, project, id, inputs, state);
        } catch (error) {
          // Its row keeps them, and one that shares them may still be deleted.
          project.channelClaims.add(id, state);
          throw error;
        }
      }),
    );
  },

  delete(session, id, state) {
    return namingSubject(labelOf(state), async () => {
      // An assignment created during a maintenance has attached nothing yet.
      if (state.mode === "additive" && state.channelIds.length === 0) return;
      // Check this before looking up the project, which may have another name in the configuration by now.
      if (isKept(session, id, state)) return;
      const project = monitorOf(session).project(state.project);
      await project.takeTurn(id, async () => {
        if (isKept(session, id, state)) return;
        try {
          await detach(session, project, id, state);
        } catch (error) {
          await project.checks.proveGone(error, id);
          await refuseIfElsewhere(project, state);
        }
      });
    });
  },
});

/** Whether nothing is to be detached, because the check names its channels itself or other assignments want all of them. */
function isKept(session: Session, id: string, state: ChannelAssignmentState): boolean {
  const { channelClaims } = monitorOf(session);
  const reason = channelClaims.areOwn(id)
    ? "the check names its channels itself now"
    : channelClaims.haveAll(id, state)
      ? "another assignment of this run has its channels"
      : undefined;
  if (reason === undefined) return false;
  session.log.info(`${labelOf(state)}: ${reason}, so they are kept`);
  return true;
}

function identities({ project, check, channels, mode }: Values): string[] {
  if (typeof check !== "string" || channels === undefined) return [];
  return [JSON.stringify([project ?? null, check, channels, mode ?? "additive"])];
}
