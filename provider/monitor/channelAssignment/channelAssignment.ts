/** A channel assignment's life cycle: the `channels` of one check, and nothing else of it. */

import type { Values } from "../../core/fields";
import { namingSubject, refusal } from "../../core/refusal";
import { defineResource } from "../../core/resource";
import type { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { speakerOf } from "../channelOwners";
import { channelIds, idsIn, spellChannels } from "../channels";
import { reportMaintenance } from "../check/checkMaintenance";
import { explainGone, homeOf, refuseIfElsewhere, refuseUnlessGone } from "../checkHome";
import { describeMaintenance } from "../maintenance";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { isUuid } from "../uuid";
import {
  CHECK_IS_GONE,
  findUuid,
  isLeftToNewOwner,
  isOfOther,
  isToBeNoted,
  labelOf,
  nameOf,
  ownerToNote,
  refuseNewOwner,
} from "./assignedCheck";
import {
  type ChannelAssignmentInputs,
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
  due: isOfOther,

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
    if (note) {
      channelClaims.hear(id, note.name);
      channelClaims.tell(id, note.otherChannels ?? {});
    }
    // An assignment that is about to be replaced no longer wants anything from its former check.
    if (!stays) return [];
    if (!isUuid(inputs.check)) channelOwners.stay(inputs.project, id, inputs.check);
    channelClaims.add(id, state);
    const isDue = channelClaims.areUndone(id, state.channelIds) || isToBeNoted(session, state);
    return isDue ? ["channels"] : [];
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
      if (!note.preview || !changed.includes("channels") || !Array.isArray(channels)) return undefined;
      if (!isUnknown(channels)) await channelIds(project, channels);
      return undefined;
    });
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
        return attach(session, project, id, inputs, state);
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
          const live = await project.api.getCheck(id);
          if (isLeftToNewOwner(session, project, labelOf(state), live, state)) return;
          if (live.maintenance !== undefined) {
            project.log.warn(
              `${labelOf(state)}: ${describeMaintenance(live.maintenance)}; its channels come back when it ends. Detach those of this assignment then`,
            );
            return;
          }
          const attached = idsIn(live.channels);
          await write(project, id, attached, remaining(project, id, state, attached));
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

/** Why an assignment is refused for a check whose own resource sets the channels. */
const OWN_CHANNELS = {
  reason: "the check names channels itself, and each would undo the other",
  remedy: "Remove channels from the check, or remove this assignment",
};

/** What the state has of an assignment before a write. */
type Before = Pick<ChannelAssignmentState, "channels" | "mode" | "channelIds" | "__service" | "__owner">;

/** An assignment that was never made. */
const NOTHING: Before = { channels: [], mode: "additive", channelIds: [] };

/**
 * Attaches the channels, detaches those that were ours before and are no longer, and returns the state. A check in
 * maintenance is not changed: then the state stays as it was, so the next `up` makes the change.
 */
async function attach(
  session: Session,
  project: Project,
  uuid: string,
  inputs: ChannelAssignmentInputs,
  before: Before,
): Promise<ChannelAssignmentState> {
  const ours = await resolveIds(project, inputs.channels);
  if (project.channelClaims.areOwn(uuid)) {
    throw refusal(OWN_CHANNELS.reason, OWN_CHANNELS.remedy, "check");
  }
  const attachAll = async () => {
    const live = await project.api.getCheck(uuid);
    reportMaintenance(project, labelOf(inputs), live);
    refuseNewOwner(session, live, { ...before, uuid });
    if (live.maintenance !== undefined) return live;
    const attached = idsIn(live.channels);
    const given = before.channelIds.filter(
      (id) => !ours.includes(id) && !project.channelClaims.has(uuid, id),
    );
    const kept = inputs.mode === "exclusive" ? [] : attached.filter((id) => !given.includes(id));
    await write(project, uuid, attached, [...kept, ...ours]);
    return live;
  };
  const live = await explainGone(project, before, attachAll, CHECK_IS_GONE);
  const state = { ...inputs, uuid, ...homeOf(live), ...ownerToNote(session, live) };
  if (live.maintenance === undefined) {
    const attached = { ...state, channelIds: ours };
    project.channelClaims.add(uuid, attached);
    return attached;
  }
  const { channels, mode, channelIds: attachedBefore } = before;
  project.log.info(`${labelOf(inputs)}: channels: not written in maintenance; the up after it writes them`);
  project.channelClaims.add(uuid, before);
  return { ...state, channels, mode, channelIds: attachedBefore };
}

/** Which channels stay when an assignment is deleted: an exclusive one leaves none, an additive one leaves those that others want or attached. */
function remaining(
  project: Project,
  uuid: string,
  { mode, channelIds: ours }: ChannelAssignmentState,
  attached: readonly string[],
): string[] {
  const isWanted = (id: string) => project.channelClaims.has(uuid, id);
  return attached.filter((id) => isWanted(id) || (mode === "additive" && !ours.includes(id)));
}

/**
 * Sets the check's channels, unless it has them already. A write that fails may still have taken effect: what it was to
 * detach counts as detached, and assignments that want it look again.
 */
async function write(
  project: Project,
  uuid: string,
  attached: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const [now, then] = [new Set(attached), new Set(wanted)];
  if (now.size === then.size && [...then].every((id) => now.has(id))) return;
  project.checks.drop(uuid);
  project.channelClaims.noteDetaching(uuid, now, then);
  await project.api.updateCheck(uuid, { channels: [...then].join(",") });
  project.channelClaims.noteAttached(uuid, then);
}

/**
 * What the service has of this assignment in the user's spelling, with the UUIDs: the next refresh compares with them,
 * and must not mistake them for what was written.
 */
async function observeChannels(
  project: Project,
  state: ChannelAssignmentState,
  attached: readonly string[],
): Promise<Partial<ChannelAssignmentState>> {
  const spelled = (ids: readonly string[]) => spellChannels(project, state.channels, ids, ids.join(","));
  if (state.mode === "exclusive") {
    const asLeft = attached.length === state.channelIds.length && hasAll(attached, state.channelIds);
    if (asLeft) return state.channels === "*" ? { channels: await spelled(attached) } : {};
    return { channels: await spelled(attached), channelIds: [...attached] };
  }
  const ours = state.channels === "*" ? await resolveIds(project, "*") : state.channelIds;
  if (hasAll(attached, ours)) return {};
  const stillOurs = ours.filter((id) => attached.includes(id));
  if (state.channels === "*") return { channels: await spelled(stillOurs), channelIds: stillOurs };
  const channels = state.channels.filter((_, index) => stillOurs.includes(ours[index] ?? ""));
  return { channels, channelIds: stillOurs };
}

async function resolveIds(
  project: Project,
  channels: ChannelAssignmentInputs["channels"],
): Promise<string[]> {
  const ids = channels === "*" ? (await project.channels()).map(({ id }) => id) : channels;
  return [...new Set(await channelIds(project, ids))];
}

function hasAll(ids: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((id) => ids.includes(id));
}
