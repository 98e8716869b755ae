/** A channel assignment's life cycle: the `channels` of one check, and nothing else of it. */
import { ServiceError } from "../api/failure";
import type { CheckDocument } from "../api/monitor";
import { keyPlace } from "../connection";
import type { Project } from "../project";
import type { ResourceDefinition } from "../resource";
import {
  type ChannelAssignmentInputs,
  type ChannelAssignmentState,
  channelAssignmentFields,
} from "./channelAssignmentFields";
import { channelIds, channelsAsSpelled, isUuid } from "./channels";
import { explainGone, refusal, telling } from "./refusal";

export const channelAssignment: ResourceDefinition = {
  kind: "ChannelAssignment",
  fields: channelAssignmentFields,
  secretOutputs: [],

  claim(session, id, before, stays) {
    // What is about to be replaced is deleted first, and wants nothing of the check then.
    if (!stays) return [];
    const state = before as ChannelAssignmentState;
    const claims = session.project(state.project).channelClaims;
    claims.add(id, state.channelIds);
    return claims.areUndone(id, state.channelIds) ? ["channels"] : [];
  },

  create(session, news) {
    const inputs = news as ChannelAssignmentInputs;
    const project = session.project(inputs.project);
    return telling(called(inputs), async () => {
      const uuid = await uuidOf(project, inputs.check);
      return { id: uuid, state: await project.alone(uuid, () => attach(project, uuid, inputs, [])) };
    });
  },

  read(session, id, before) {
    const state = before as ChannelAssignmentState;
    const project = session.project(state.project);
    return telling(called(state), async () => {
      const live = await project.checks.find(id);
      if (live === undefined) return undefined;
      if (live.channels === undefined) {
        project.log.warn(
          `${called(state)}: not compared, because a read-only key does not see channels; use a read-write key`,
        );
        return state;
      }
      return { ...state, ...(await observedChannels(project, state, idsIn(live.channels))) };
    });
  },

  update(session, id, before, news) {
    const [state, inputs] = [before as ChannelAssignmentState, news as ChannelAssignmentInputs];
    const project = session.project(inputs.project);
    return telling(called(inputs), () =>
      project.alone(id, async () => {
        project.channelClaims.remove(id, state.channelIds);
        return attach(project, id, inputs, state.channelIds);
      }),
    );
  },

  delete(session, id, before) {
    const state = before as ChannelAssignmentState;
    const project = session.project(state.project);
    return telling(called(state), () =>
      project.alone(id, async () => {
        try {
          const attached = await attachedTo(project, id);
          await write(project, id, attached, remaining(project, id, state, attached));
        } catch (error) {
          if (!(error instanceof ServiceError) || error.status !== 404) throw error;
          // A wrong address answers that to everything.
          await project.checks.all();
        }
      }),
    );
  },
};

/** Attaches the channels, detaches those that were ours before and are no longer, and gives the state. */
async function attach(
  project: Project,
  uuid: string,
  inputs: ChannelAssignmentInputs,
  before: readonly string[],
): Promise<ChannelAssignmentState> {
  const ours = await idsOf(project, inputs.channels);
  await explainGone(uuid, async () => {
    const attached = await attachedTo(project, uuid);
    const given = before.filter((id) => !ours.includes(id) && !project.channelClaims.has(uuid, id));
    const kept = inputs.mode === "exclusive" ? [] : attached.filter((id) => !given.includes(id));
    await write(project, uuid, attached, [...kept, ...ours]);
  });
  project.channelClaims.add(uuid, ours);
  return { ...inputs, uuid, channelIds: ours };
}

/** What stays when an assignment goes: an exclusive one leaves none, an additive one what others want or attached. */
function remaining(
  project: Project,
  uuid: string,
  { mode, channelIds: ours }: ChannelAssignmentState,
  attached: readonly string[],
): string[] {
  const isWanted = (id: string) => project.channelClaims.has(uuid, id);
  return attached.filter((id) => isWanted(id) || (mode === "additive" && !ours.includes(id)));
}

/** Sets the check's channels, unless that is what it has. */
async function write(
  project: Project,
  uuid: string,
  attached: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const [now, then] = [new Set(attached), new Set(wanted)];
  if (now.size === then.size && [...then].every((id) => now.has(id))) return;
  project.checks.drop(uuid);
  await project.api.updateCheck(uuid, { channels: [...then].join(",") });
  project.channelClaims.changed(uuid, now, then);
}

/** The channels that the check has this moment: people and other programs may have changed them since our last look. */
async function attachedTo(project: Project, uuid: string): Promise<string[]> {
  return idsIn((await project.api.getCheck(uuid)).channels);
}

/**
 * What the service has of this assignment, in the user's spelling, and the UUIDs of that: the next refresh compares
 * with them, and must not take them for what was written.
 */
async function observedChannels(
  project: Project,
  state: ChannelAssignmentState,
  attached: readonly string[],
): Promise<Partial<ChannelAssignmentState>> {
  const spelled = (ids: readonly string[]) =>
    channelsAsSpelled(project, state.channels, ids, ids.join(",")) as Promise<string[] | "*">;
  if (state.mode === "exclusive") {
    const asLeft = attached.length === state.channelIds.length && hasAll(attached, state.channelIds);
    if (asLeft) return state.channels === "*" ? { channels: await spelled(attached) } : {};
    return { channels: await spelled(attached), channelIds: [...attached] };
  }
  const ours = state.channels === "*" ? await idsOf(project, "*") : state.channelIds;
  if (hasAll(attached, ours)) return {};
  const stillOurs = ours.filter((id) => attached.includes(id));
  if (state.channels === "*") return { channels: await spelled(stillOurs), channelIds: stillOurs };
  const channels = state.channels.filter((_, index) => stillOurs.includes(ours[index] ?? ""));
  return { channels, channelIds: stillOurs };
}

async function idsOf(project: Project, channels: ChannelAssignmentInputs["channels"]): Promise<string[]> {
  const ids = channels === "*" ? (await project.channels()).map(({ id }) => id) : channels;
  return [...new Set(await channelIds(project, ids))];
}

/** The check's UUID; a slug is looked up, also among the checks that this run has made. */
async function uuidOf(project: Project, check: string): Promise<string> {
  if (isUuid(check)) return check;
  const hasSlug = ({ slug }: CheckDocument) => slug === check;
  const known = (await project.checks.all()).filter(hasSlug);
  const found = known.length > 0 ? known : await project.api.listChecks({ slug: check });
  const [only, ...others] = found.map(({ uuid }) => uuid);
  if (only !== undefined && others.length === 0) return only;
  if (found.length > 1) {
    throw refusal(
      `${found.length} checks have this slug: ${[only, ...others].join(" and ")}`,
      "Give the UUID",
      "check",
    );
  }
  throw found.length === 1
    ? refusal(
        "the API key is read-only",
        `Assigning channels needs a read-write key in ${keyPlace(project.name)}`,
      )
    : refusal("no check of this project has this slug", "Correct it, or give the check's UUID", "check");
}

function idsIn(channels: string | undefined): string[] {
  return (channels ?? "").split(",").filter((id) => id !== "");
}

function hasAll(ids: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((id) => ids.includes(id));
}

/** How errors name an assignment. */
function called({ check }: ChannelAssignmentInputs): string {
  return `channel assignment of ${isUuid(check) ? check : `"${check}"`}`;
}
