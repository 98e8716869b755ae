import { isoMicroseconds } from "../core/clock";
import { stripped } from "./blanks";
import type { CheckRow } from "./check";
import { ServerFailure } from "./fieldRules";

/** `ign` is a ping that was logged but did not count. */
export type PingKind = "success" | "start" | "fail" | "log" | "ign";

/** A logged ping. */
export interface Ping {
  n: number;
  kind: PingKind;
  /** Milliseconds since 1970. */
  at: number;
  scheme: string;
  /** Null if a proxy named none. */
  remoteAddr: string | null;
  method: string;
  userAgent: string;
  rid: string | null;
  /** The first 10000 bytes of the body. */
  body: Buffer | null;
}

/** Bytes of a ping's body that are stored. */
export const PING_BODY_LIMIT = 10_000;
/** In milliseconds. Later ends of a run have no duration. */
const LONGEST_RUN = 72 * 3600 * 1000;
const LONGEST_USER_AGENT = 200;

/** The kind of a ping, from its address (`asked`) and the check's rules for methods and bodies. */
export function classifyPing(row: CheckRow, asked: PingKind, method: string, body: Buffer): PingKind {
  if (row.methods === "POST" && method !== "POST") return "ign";
  // The stored part of the body decides, whatever the address says. It is decoded even if the ping will not count,
  // because that may fail.
  const read = row.filter_http_body
    ? classifyBody(row, decodeBody(body.subarray(0, PING_BODY_LIMIT)))
    : asked;
  return row.status === "paused" && row.manual_resume ? "ign" : read;
}

/** The server fails on a body that is not UTF-8, even if only cutting it at the limit makes it invalid. */
function decodeBody(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new ServerFailure("the body is not UTF-8");
  }
}

/** A failure keyword takes precedence over a success keyword, and that over a start keyword. */
function classifyBody(row: CheckRow, body: string): PingKind {
  if (mentions(body, row.failure_kw)) return "fail";
  if (mentions(body, row.success_kw)) return "success";
  if (mentions(body, row.start_kw)) return "start";
  return row.filter_default_fail ? "fail" : "ign";
}

function mentions(body: string, keywords: string): boolean {
  return keywords
    .split(",")
    .map(stripped)
    .some((keyword) => keyword !== "" && body.includes(keyword));
}

export function newPing(fields: Omit<Ping, "body"> & { body: Buffer }): Ping {
  const storedBody = fields.body.subarray(0, PING_BODY_LIMIT);
  return {
    ...fields,
    userAgent: fields.userAgent.slice(0, LONGEST_USER_AGENT),
    body: storedBody.length > 0 ? Buffer.from(storedBody) : null,
  };
}

/** The answer of the ping list, newest first. `pings` are all stored ones, oldest first. */
export function pingsDocument(
  pings: readonly Ping[],
  limit: number,
  bodyUrl: (n: number) => string,
): unknown {
  const window = pings.slice(Math.max(0, pings.length - limit));
  const durations =
    runsStartedEarlier(window) > MOST_STARTED_EARLIER ? new Map<Ping, number>() : runDurations(pings);
  const newestFirst = window.reverse();
  return {
    pings: newestFirst.map((ping) => {
      const duration = durations.get(ping);
      return {
        type: ping.kind,
        date: isoMicroseconds(ping.at),
        n: ping.n,
        scheme: ping.scheme,
        remote_addr: ping.remoteAddr,
        method: ping.method,
        ua: ping.userAgent,
        rid: ping.rid,
        body_url: ping.body ? bodyUrl(ping.n) : null,
        ...(duration === undefined ? {} : { duration: duration / 1000 }),
      };
    }),
  };
}

/** If more than this many runs started before the listed pings, the server shows no durations at all. */
const MOST_STARTED_EARLIER = 10;

function runsStartedEarlier(pings: readonly Ping[]): number {
  const known = new Set<string | null>();
  let startedEarlier = 0;
  for (const { kind, rid } of pings) {
    if (kind === "log" || kind === "ign") continue;
    if (kind !== "start" && !known.has(rid)) startedEarlier++;
    known.add(rid);
  }
  return startedEarlier;
}

/** The milliseconds from each run's start to its success or failure. */
export function runDurations(pings: readonly Ping[]): Map<Ping, number> {
  const starts = new Map<string | null, number>();
  const durations = new Map<Ping, number>();
  for (const ping of pings) {
    if (ping.kind === "start") starts.set(ping.rid, ping.at);
    if (ping.kind !== "success" && ping.kind !== "fail") continue;
    const start = starts.get(ping.rid);
    if (start !== undefined && ping.at - start < LONGEST_RUN) durations.set(ping, ping.at - start);
    starts.delete(ping.rid);
  }
  return durations;
}
