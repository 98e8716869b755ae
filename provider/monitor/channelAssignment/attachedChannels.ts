/** What an assignment attaches to its check, detaches from it, and finds attached. */

import { refusal } from "../../core/refusal";
import type { Session } from "../../core/session";
import type { Soon } from "../api";
import { channelIds, idsIn, spellChannels } from "../channels";
import { reportMaintenance } from "../check/checkMaintenance";
import { refuseFormerStamp } from "../check/checkOwner";
import { explainGone, homeOf } from "../checkHome";
import { lookAndWrite } from "../lookAndWrite";
import { describeMaintenance } from "../maintenance";
import type { Project } from "../project";
import { CHECK_IS_GONE, isLeftToNewOwner, labelOf, ownerToNote, refuseNewOwner } from "./assignedCheck";
import type { ChannelAssignmentInputs, ChannelAssignmentState } from "./channelAssignmentFields";

/** Why an assignment is refused for a check whose own resource sets the channels. */
export const OWN_CHANNELS = {
  reason: "the check names channels itself, and each would undo the other",
  remedy: "Remove channels from the check, or remove this assignment",
};

/** What the state has of an assignment before a write. */
type Before = Pick<ChannelAssignmentState, "channels" | "mode" | "channelIds" | "__service" | "__owner">;

/** An assignment that was never made. */
export const NOTHING: Before = { channels: [], mode: "additive", channelIds: [] };

/**
 * Attaches the channels, detaches those that were ours before and are no longer, and returns the state. A check in
 * maintenance is not changed: then the state stays as it was, so the next `up` makes the change.
 */
export async function attach(
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
  // Before the write: even if it fails, none that is deleted, perhaps the same under its former name, may detach them.
  project.channelClaims.add(uuid, { mode: inputs.mode, channelIds: ours });
  const attachAll = async (soon: () => Soon) => {
    const live = await project.api.getCheck(uuid);
    reportMaintenance(project, labelOf(inputs), live);
    refuseNewOwner(session, live, { ...before, uuid });
    if (live.maintenance !== undefined) return live;
    const attached = idsIn(live.channels);
    const given = before.channelIds.filter(
      (id) => !ours.includes(id) && !project.channelClaims.has(uuid, id),
    );
    const kept = inputs.mode === "exclusive" ? [] : attached.filter((id) => !given.includes(id));
    await write(project, uuid, attached, [...kept, ...ours], soon());
    return live;
  };
  const live = await explainGone(project, uuid, before, () => lookAndWrite(attachAll), CHECK_IS_GONE);
  const state = { ...inputs, uuid, ...homeOf(live), ...ownerToNote(session, live) };
  if (live.maintenance === undefined) return { ...state, channelIds: ours };
  const { channels, mode, channelIds: attachedBefore } = before;
  project.log.info(`${labelOf(inputs)}: channels: not written in maintenance; the up after it writes them`);
  project.channelClaims.add(uuid, before);
  return { ...state, channels, mode, channelIds: attachedBefore };
}

/** Detaches what the assignment attached and nobody else wants, unless the check is not to be changed. */
export async function detach(
  session: Session,
  project: Project,
  uuid: string,
  state: ChannelAssignmentState,
): Promise<void> {
  await lookAndWrite(async (soon) => {
    const live = await project.api.getCheck(uuid);
    if (isLeftToNewOwner(session, project, labelOf(state), live, state)) return;
    if (state.__owner !== undefined) refuseFormerStamp(session, live, state);
    if (live.maintenance !== undefined) {
      project.log.warn(
        `${labelOf(state)}: ${describeMaintenance(live.maintenance)}; its channels come back when it ends. Detach those of this assignment then`,
      );
      return;
    }
    const attached = idsIn(live.channels);
    await write(project, uuid, attached, remaining(project, uuid, state, attached), soon());
  });
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
  soon: Soon,
): Promise<void> {
  const [now, then] = [new Set(attached), new Set(wanted)];
  if (now.size === then.size && [...then].every((id) => now.has(id))) return;
  project.checks.drop(uuid);
  project.channelClaims.noteDetaching(uuid, now, then);
  await project.api.updateCheck(uuid, { channels: [...then].join(",") }, soon);
  project.channelClaims.noteAttached(uuid, then);
}

/**
 * What the service has of this assignment in the user's spelling, with the UUIDs: the next refresh compares with them,
 * and must not mistake them for what was written.
 */
export async function observeChannels(
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
  // One that is named twice, or by its name and its UUID, is there once: then it is not known whose name stands where.
  if (state.channels === "*" || state.channels.length !== ours.length)
    return { channels: await spelled(stillOurs), channelIds: stillOurs };
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
