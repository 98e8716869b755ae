/** What other assignments of the same check hold, of which the engine may not ask: with `--target` it passes over the rest. */
import { staysInProject } from "../program/formerName";
import { type StackRow, stackRows } from "../program/stackRows";

/** The UUIDs of the channels of those that the program keeps, by their names. */
export async function channelsOfOthers({ urn, values }: StackRow): Promise<Record<string, string[]>> {
  const others: Record<string, string[]> = {};
  for (const row of (await stackRows()).values()) {
    const { kind, name } = row;
    const { uuid, channelIds } = row.values;
    if (kind !== "ChannelAssignment" || row.urn === urn || uuid !== values.uuid) continue;
    if (Array.isArray(channelIds) && staysInProject(row)) others[name] = channelIds;
  }
  return others;
}
