/** Decides what to do with one check at the end of a maintenance, from the record and the live check. Pure. */
import { allTagsOf, type CheckDocument } from "../../provider/monitor/api";
import { removeMaintenance } from "../../provider/monitor/maintenance";

/** What happens to a check at the end of a maintenance. */
export type Fate =
  /** Its channels are put back. */
  | "putBack"
  /** It has its channels: they were never taken off, or somebody has put them back. */
  | "asBefore"
  /** Somebody has given it other channels, which stay. */
  | "changed"
  /** It is now in another maintenance, which will put the channels back. */
  | "elsewhere"
  /** Nobody knows which channels it had. */
  | "unknown"
  /** It is not in the project any more: deleted, or moved to another one. */
  | "gone";

/** A fate, and what has to be written for it; absent if nothing. */
export interface Decision {
  fate: Fate;
  body?: { channels?: string; tags?: string };
}

/** `channels` are those it had; `live` is absent if the project has no such check. */
export function decide(id: string, channels: string | undefined, live: CheckDocument | undefined): Decision {
  if (live === undefined) return { fate: "gone" };
  if (live.maintenance !== undefined && live.maintenance.id !== id) return { fate: "elsewhere" };
  const mark = live.maintenance === undefined ? {} : { tags: removeMaintenance(allTagsOf(live), id) };
  const decisionWith = (fate: Fate): Decision => ("tags" in mark ? { fate, body: mark } : { fate });
  const before = channels ?? live.maintenance?.channels;
  // The channels are off although the tag is gone, so somebody has removed it like an ordinary tag.
  if (live.channels === "" && before !== "") {
    return before === undefined
      ? { fate: "unknown" }
      : { fate: "putBack", body: { channels: before, ...mark } };
  }
  return decisionWith(before !== undefined && areSame(before, live.channels ?? "") ? "asBefore" : "changed");
}

/** Whether both lists contain the same channels, in any order. */
export function areSame(one: string, other: string): boolean {
  const [left, right] = [new Set(one.split(",")), new Set(other.split(","))];
  return left.size === right.size && [...left].every((id) => right.has(id));
}
