/** What is to be done at the end with one check, by what was written down of it and what the service has. Pure. */
import { allTagsOf, type CheckDocument } from "../../provider/monitor/api";
import { removeMaintenance } from "../../provider/monitor/maintenance";

/** What becomes of a check at the end of a maintenance. */
export type Fate =
  /** It gets its channels back. */
  | "putBack"
  /** It has them: they were never taken off, or somebody has put them back. */
  | "asBefore"
  /** Somebody gave it other channels in the meantime: those stay. */
  | "changed"
  /** Another maintenance has it by now, and puts them back. */
  | "elsewhere"
  /** Nobody knows which it had. */
  | "unknown"
  /** It is not on the service any more. */
  | "gone";

/** A fate, and what has to be written for it; absent: nothing. */
export interface Decision {
  fate: Fate;
  body?: { channels?: string; tags?: string };
}

/** Decides. `channels` are those that it had; `live` is absent where the service has no such check. */
export function decide(id: string, channels: string | undefined, live: CheckDocument | undefined): Decision {
  if (live === undefined) return { fate: "gone" };
  if (live.maintenance !== undefined && live.maintenance.id !== id) return { fate: "elsewhere" };
  const mark = live.maintenance === undefined ? {} : { tags: removeMaintenance(allTagsOf(live), id) };
  const written = (fate: Fate): Decision => ("tags" in mark ? { fate, body: mark } : { fate });
  const before = channels ?? live.maintenance?.channels;
  // Without its tag they are off all the same: somebody took that for a tag like any other.
  if (live.channels === "" && before !== "") {
    return before === undefined
      ? { fate: "unknown" }
      : { fate: "putBack", body: { channels: before, ...mark } };
  }
  return written(before !== undefined && areSame(before, live.channels ?? "") ? "asBefore" : "changed");
}

/** The same channels, in whatever order. */
export function areSame(one: string, other: string): boolean {
  const [left, right] = [new Set(one.split(",")), new Set(other.split(","))];
  return left.size === right.size && [...left].every((id) => right.has(id));
}
