/** What can be amiss with a check that is exactly as declared. */

import type { Values } from "../../provider/core/fields";
import type { CheckDocument } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { foreignAmong } from "../../provider/monitor/stamp";
import { downSince, overdueAfter } from "../due";
import type { Condition } from "./findings";

/** From when on something counts. */
export interface Thresholds {
  /** Milliseconds since 1970. */
  now: number;
  /** Seconds for which a check may be down. */
  downFor: number;
  /** When checks went down that were asked for it, by their unique keys. Milliseconds since 1970. */
  wentDown?: ReadonlyMap<string, number>;
}

/** A condition, and since when it holds at least. */
export interface Amiss {
  condition: Condition;
  since?: string;
  /** The stack that has the check by now. */
  owner?: string;
  /** The maintenance that it is in. */
  maintenance?: { id: string; until: string; reason: string };
}

/**
 * Everything that is amiss with a check. Nothing that its program asks for counts: `paused: true`, `channels: []`.
 * `created` is when the engine made the check, which is from when on its first ping is waited for.
 */
export function whatIsAmiss(
  check: CheckDocument,
  wanted: Values,
  created: string | undefined,
  { now, downFor, wentDown }: Thresholds,
): Amiss[] {
  const found: Amiss[] = [];
  // Named in the program it is a field, and then a difference of that.
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
    // A read-only key sees no channels.
    found.push({ condition: "alertsNobody" });
  }
  return found;
}

/** Whether the stamp of another stack is on a check that this one still declares; `own` are the names it has and had. */
export function handedOver({ owners }: CheckDocument, own: readonly unknown[]): Amiss[] {
  const owner = foreignAmong(owners, own);
  return owner === undefined ? [] : [{ condition: "handedOver", owner }];
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
