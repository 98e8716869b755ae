/** Channels by name or UUID. */
import type { Channel } from "../api/monitor";
import { ChecksError } from "../errors";
import type { Project } from "../project";

/** Whether a text is a UUID as the service writes them. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** The UUIDs of channels given by name or UUID. The channels are listed only when a name is among them. */
export async function channelIds(project: Project, spelled: readonly string[]): Promise<string[]> {
  if (spelled.every(isUuid)) return [...spelled];
  const channels = await project.channels();
  return spelled.map((item, index) => idOf(channels, item, `channels[${index}]`));
}

function idOf(channels: Channel[], spelled: string, property: string): string {
  if (isUuid(spelled)) return spelled;
  const [match, ...others] = channels.filter(({ name }) => name === spelled);
  if (match && others.length === 0) return match.id;
  const ids = [match, ...others].map((channel) => channel?.id).join(", ");
  throw new ChecksError({
    subject: "",
    property,
    reason: match
      ? `${others.length + 1} channels have this name (${ids})`
      : `no channel has this name; there are ${names(channels)}`,
    remedy: match
      ? "Give the UUID of the one you mean"
      : "Correct the name (blanks and case count), or give a UUID",
  });
}

function names(channels: Channel[]): string {
  return channels.length === 0 ? "none" : channels.map(({ name }) => JSON.stringify(name)).join(", ");
}

/**
 * The live channels in the user's spelling. `"*"` means all that exist now: the service expands it once, when it
 * is written, so that a channel added later makes a difference.
 */
export async function channelsAsSpelled(
  project: Project,
  declared: readonly string[] | "*",
  observed: readonly string[] | "*",
  live: string,
): Promise<readonly string[] | "*"> {
  const ids = live.split(",").filter((id) => id !== "");
  if (observed === "*" || declared === "*") {
    const all = await project.channels();
    if (all.length === new Set(ids).size && all.every(({ id }) => ids.includes(id))) return "*";
    return ids.map((id) => all.find((channel) => channel.id === id)?.name ?? id);
  }
  if (observed === declared || declared.every(isUuid)) return observed;
  const all = await project.channels();
  const isUnique = (name: string) => all.filter((channel) => channel.name === name).length === 1;
  return ids.map((id) => {
    const channel = all.find((candidate) => candidate.id === id);
    return channel && !declared.includes(id) && isUnique(channel.name) ? channel.name : id;
  });
}
