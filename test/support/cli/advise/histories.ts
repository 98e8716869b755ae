/** Simulated histories of jobs, as the service would tell them. Times are milliseconds since 1970. */
import type { Studied } from "../../../../cli/advise/advice";
import { evidenceOf } from "../../../../cli/advise/evidence";
import { alarmsOf } from "../../../../cli/advise/replay";
import { expectationOf, type Heard, type Settings } from "../../../../cli/advise/rule";
import type { StatusChange } from "../../../../provider/monitor/uptime/history";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const BEGIN = Date.parse("2026-05-04T02:30:00Z");

export const success = (at: number, rid: string | null = null): Heard => ({ kind: "success", at, rid });
export const fail = (at: number): Heard => ({ kind: "fail", at, rid: null });
export const start = (at: number, rid: string | null = null): Heard => ({ kind: "start", at, rid });

/** A number for each index, the same in each run of the tests. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Spread evenly from 0 to 1, in no order. */
export const jitter = (index: number): number => (index * 0.618034) % 1;

/** What the service records of such pings while it has these settings. */
export function recorded(pings: readonly Heard[], { times: of, grace }: Settings): StatusChange[] {
  const alarms = alarmsOf(pings, expectationOf(of), grace).map(({ at }) => ({ at, up: false }));
  const failures = pings.filter(({ kind }) => kind === "fail").map(({ at }) => ({ at, up: false }));
  const downs = [...alarms, ...failures].sort((a, b) => a.at - b.at);
  const ups = pings.filter(
    ({ kind, at }, index) =>
      kind === "success" &&
      (index === 0 || downs.some((down) => down.at <= at && down.at > (pings[index - 1]?.at ?? 0) - 1)),
  );
  return [...downs, ...ups.map(({ at }) => ({ at, up: true }))]
    .map(({ at, up }) => ({ at: Math.floor(at / 1000), up }))
    .sort((a, b) => a.at - b.at);
}

/** A check whose settings were always the same. */
export function studied(settings: Settings, pings: readonly Heard[], more: Partial<Studied> = {}): Studied {
  const { history } = evidenceOf(pings, recorded(pings, settings), settings);
  return { settings, history, timed: [], downs: 0, zones: ["UTC"], ...more };
}
