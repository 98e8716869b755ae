/** Channels by name or UUID. */

import { ChecksError } from "../core/errors";
import { BadRequest, ServiceError } from "../http/failure";
import type { Channel } from "./api";
import type { Project } from "./project";
import { channelsOfCheck } from "./sharedFields";
import { isUuid } from "./uuid";

/** The UUIDs of channels given by name or UUID. The channels are listed only when a name is among them. */
export async function channelIds(project: Project, spelled: readonly string[]): Promise<string[]> {
  if (spelled.every(isUuid)) return [...spelled];
  const channels = await project.channels();
  refuseUnknown(channels, spelled);
  return spelled.map((item, index) => idOf(channels, item, `channels[${index}]`));
}

/** Whether some are given by name and some by UUID, which not every service can tell apart in one list. */
export function isMixed(spelled: readonly string[]): boolean {
  return spelled.some(isUuid) && !spelled.every(isUuid);
}

/**
 * Runs a write that names channels. Services refuse an unknown name in different words, and none says which names there
 * are, so after any 400 we look the names up.
 */
export async function explainChannels<T>(
  project: Project,
  spelled: readonly string[] | "*" | undefined,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BadRequest) || !Array.isArray(spelled)) throw error;
    const { statusCode, errorName } = error.parts;
    throw await findMistake(project, spelled).then(
      (found) =>
        found?.about({ ...(statusCode && { statusCode }), ...(errorName && { errorName }) }) ?? error,
      () => error,
    );
  }
}

/** What is wrong with the names, if anything is; when the list cannot be fetched, nothing is known. */
async function findMistake(project: Project, spelled: readonly string[]): Promise<ChecksError | undefined> {
  try {
    await channelIds(project, spelled);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof ChecksError)) throw error;
    return error;
  }
}

/** Reports all at once, so that two mistyped names do not take two runs. */
function refuseUnknown(channels: readonly Channel[], spelled: readonly string[]): void {
  const known = new Set(channels.map(({ name }) => name));
  const unknown = spelled.flatMap((item, index) => (isUuid(item) || known.has(item) ? [] : [index]));
  if (unknown.length === 0) return;
  const many = unknown.length > 1;
  throw new ChecksError({
    property: unknown.map((index) => `channels[${index}]`).join(", "),
    reason: `no ${many ? "channels have these names" : "channel has this name"}; the channels are ${names(channels)}`,
    remedy: unknown.some((index) => spelled[index] === "*")
      ? 'For all channels make it the text "*", not a list'
      : `Correct the name${many ? "s" : ""} (spaces and upper or lower case matter), or give a UUID`,
  });
}

function idOf(channels: Channel[], spelled: string, property: string): string {
  if (isUuid(spelled)) return spelled;
  const matches = channels.filter(({ name }) => name === spelled).map(({ id }) => id);
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return only;
  throw new ChecksError({
    property,
    reason: `${matches.length} channels have this name (${matches.join(", ")})`,
    remedy: "Give the UUID of the one you mean",
  });
}

function names(channels: readonly Channel[]): string {
  // Channels that the service itself creates have no name, such as the first one of a project.
  const told = ({ name, kind, id }: Channel) =>
    name === "" ? `an unnamed ${kind} channel (${id})` : JSON.stringify(name);
  return channels.length === 0 ? "none" : channels.map(told).join(", ");
}

/**
 * The live channels in the user's spelling. `"*"` means all that exist now: the service expands it once, when it is
 * written, so a channel added later shows as a difference.
 */
export async function spellChannels(
  project: Project,
  declared: readonly string[] | "*",
  observed: readonly string[] | "*",
  live: string,
): Promise<string[] | "*"> {
  const ids = idsIn(live);
  if (observed === "*" || declared === "*") {
    const all = await project.channels();
    if (all.length === new Set(ids).size && all.every(({ id }) => ids.includes(id))) return "*";
    return ids.map((id) => spellingOf(id, all));
  }
  if (observed === declared || declared.every(isUuid)) return [...observed];
  const all = await project.channels();
  return ids.map((id) => (declared.includes(id) ? id : spellingOf(id, all)));
}

/** How a program names a channel: by its name if no other channel has it and a program may use it, otherwise by its UUID. */
export function spellingOf(id: string, channels: readonly Channel[]): string {
  const name = channels.find((channel) => channel.id === id)?.name;
  if (name === undefined || channels.filter((channel) => channel.name === name).length > 1) return id;
  const meansItself = name !== "*" && !isUuid(name);
  return meansItself && channelsOfCheck().safeParse([name]).success ? name : id;
}

/** The UUIDs in a check's `channels`. */
export function idsIn(channels: string | undefined): string[] {
  return (channels ?? "").split(",").filter((id) => id !== "");
}
