/** The channels of other assignments of the same check. The engine may not ask about them, because with `--target` it skips the rest. */
import { staysInProject } from "../program/formerName";
import { type StackRow, stackRows } from "../program/stackRows";

/**
 * The UUIDs of the channels of assignments that the program keeps, by the URNs of their rows: two below different
 * components may have one name, and one that gets another name keeps its row.
 */
export async function channelsOfOthers({ urn, values }: StackRow): Promise<Record<string, string[]>> {
  const others: Record<string, string[]> = {};
  for (const row of (await stackRows()).values()) {
    const { uuid, channelIds } = row.values;
    if (row.kind !== "ChannelAssignment" || row.urn === urn || uuid !== values.uuid) continue;
    if (Array.isArray(channelIds) && staysInProject(row)) others[row.urn] = channelIds;
  }
  return others;
}
