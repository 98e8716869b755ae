/** How a check's channels stand in the program. */
import type { Channel } from "../../provider/api/monitor";
import { checkFields } from "../../provider/resources/checkFields";
import type { LiveCheck } from "./programArgs";
import { compare } from "./slugs";

/** By name where that is clear, by UUID, or not at all: then people go on attaching them by hand. */
export const CHANNEL_SPELLINGS = ["names", "ids", "leave"] as const;
export type ChannelSpelling = (typeof CHANNEL_SPELLINGS)[number];

/** The UUIDs of the channels that a check has. */
export function attached({ channels = "" }: LiveCheck): string[] {
  return channels.split(",").filter((id) => id !== "");
}

/** Channels by their names, and by UUID where a name is shared or would be read as something else; sorted. */
export function spelled(ids: readonly string[], channels: readonly Channel[]): string[] {
  return ids.map((id) => nameOf(id, channels) ?? id).sort(compare);
}

function nameOf(id: string, channels: readonly Channel[]): string | undefined {
  const name = channels.find((channel) => channel.id === id)?.name;
  if (name === undefined || channels.filter((channel) => channel.name === name).length > 1) return undefined;
  const isClear = name !== "*" && !looksLikeUuid(name) && checkFields.channels.safeParse([name]).success;
  return isClear ? name : undefined;
}

function looksLikeUuid(name: string): boolean {
  return checkFields.adopt.safeParse(name).success;
}
