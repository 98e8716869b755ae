/** What can be wrong with a check that matches its declaration. */

import type { Values } from "../../provider/core/fields";
import type { CheckDocument } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { foreignAmong } from "../../provider/monitor/stamp";
import { downSince, overdueAfter } from "../due";
import type { Condition } from "./findings";

/** When a condition counts. */
export interface Thresholds {
  /** Milliseconds since 1970. */
  now: number;
  /** Longest time in seconds that a check may be down. */
  downFor: number;
  /** When checks went down, for those that were looked up: milliseconds since 1970 by unique key. */
  wentDown?: ReadonlyMap<string, number>;
}

/** A condition, and the earliest time at which it is known to hold. */
export interface Amiss {
  condition: Condition;
  since?: string;
  /** The stack that owns the check now. */
  owner?: string;
  /** The maintenance that the check is in. */
  maintenance?: { id: string; until: string; reason: string };
}

/**
 * All conditions of a check, except those its program declares: `paused: true`, `channels: []`. `created` is when the
 * engine created the check; its first ping is expected from then on.
 */
export function conditionsOf(
  check: CheckDocument,
  wanted: Values,
  created: string | undefined,
  { now, downFor, wentDown }: Thresholds,
): Amiss[] {
  const found: Amiss[] = [];
  // If the program declares `paused`, a difference is reported as a changed field.
  if (check.status === "paused" && wanted.paused === undefined) found.push({ condition: "paused" });
  if (check.status === "new" && check.n_pings === 0 && created !== undefined) {
    const due = overdueAfter(check, Date.parse(created));
    if (due !== undefined && due < now) found.push({ condition: "neverPinged", since: iso(due) });
  }
  if (check.status === "down") {
    const since = wentDown?.get(keyOf(check)) ?? downSince(check, created, now);
    if (since !== undefined && now - since > downFor * 1000) {
      found.push({ condition: "down", since: iso(since) });
    }
  }
  const { maintenance } = check;
  if (maintenance !== undefined) {
    const { id, from, until, reason } = maintenance;
    found.push({
      condition: until * 1000 < now ? "maintenanceLeftOver" : "inMaintenance",
      since: iso(from * 1000),
      maintenance: { id, until: iso(until * 1000), reason },
    });
  } else if (check.channels === "" && wanted.channels === undefined) {
    // Only an empty text: with a read-only key, channels are absent.
    found.push({ condition: "alertsNobody" });
  }
  return found;
}

/**
 * Finds the stamp of another stack on a check that this one still declares. `own` are this stack's current and former
 * names.
 */
export function handoverOf({ owners }: CheckDocument, own: readonly unknown[]): Amiss[] {
  const owner = foreignAmong(owners, own);
  return owner === undefined ? [] : [{ condition: "handedOver", owner }];
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
