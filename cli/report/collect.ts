/** What a report needs from the service: one list, and the flips of each check that was ever pinged. */
import { ServiceError } from "../../provider/api/failure";
import type { CheckDocument } from "../../provider/api/monitor";
import { oneLine } from "../../provider/errors";
import { keyOf } from "../../provider/functions/selector";
import type { Project } from "../../provider/project";
import type { Seen } from "./history";
import type { Unread } from "./report";
import { type Selection, select, tagsOf } from "./selection";

/** A check as the service tells it. */
export interface CheckSeen extends Seen {
  title: string;
  slug: string;
  tags: string[];
  uniqueKey: string;
}

/** Everything that was read. */
export interface Collected {
  checks: CheckSeen[];
  unread: Unread[];
  /** The end of what can be known (UNIX seconds): our clock, or the service's where that is ahead. */
  now: number;
}

/** Is told how far it is. */
export type Tell = (read: number, of: number) => void;

/**
 * Reads what the service knows of the selected checks.
 * @throws {ChecksError} when the list cannot be read; Error when nothing is selected. A check whose flips cannot
 * be read is among `unread`; when the service no longer answers at all, the rest is not asked for.
 */
export async function collect(
  project: Project,
  selection: Selection,
  clock: () => number,
  tell: Tell,
): Promise<Collected> {
  const documents = select(await project.checks.all(), selection);
  const now = Math.floor(clock() / 1000);
  const reader = new FlipReader(project);
  const results = await inTurns(documents, (document) => reader.read(document), tell);
  const checks = results.flatMap((result) => ("flips" in result ? [result] : []));
  const unread = results.flatMap((result) => ("reason" in result ? [result] : []));
  return { checks, unread, now: latest(checks, now) };
}

/** More gains nothing (measured on a real server), and when it stops answering each has to fail by itself. */
const AT_ONCE = 8;

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>, tell: Tell): Promise<R[]> {
  const results: R[] = [];
  const left = all.entries();
  let done = 0;
  tell(done, all.length);
  const worker = async () => {
    for (const [index, one] of left) {
      results[index] = await work(one);
      done += 1;
      tell(done, all.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** So many in a row without an answer mean that asking for more is of no use. */
const SILENCES_IN_A_ROW = 3;

class FlipReader {
  private silences = 0;

  constructor(private readonly project: Project) {}

  async read(document: CheckDocument): Promise<CheckSeen | Unread> {
    const check = withoutFlips(document);
    const unread = (reason: string) => ({ title: check.title, uniqueKey: check.uniqueKey, reason });
    // A check that was never pinged was never up: there is nothing to ask for.
    if (check.nPings === 0) return { ...check, flips: [] };
    if (this.silences >= SILENCES_IN_A_ROW) return unread("not asked, because the service stopped answering");
    try {
      const flips = await this.project.api.listFlips(document.uuid ?? check.uniqueKey);
      this.silences = 0;
      return {
        ...check,
        flips: flips.map(({ timestamp, up }) => ({ at: secondsOf(timestamp), up: up === 1 })),
      };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === undefined || error.status >= 500 || error.status === 429) this.silences += 1;
      return unread(error.status === 404 ? "it was deleted while the report was made" : error.parts.reason);
    }
  }
}

function withoutFlips(document: CheckDocument): Omit<CheckSeen, "flips"> {
  const { name, slug, status, n_pings: nPings, last_ping: lastPing, timeout, grace } = document;
  const uniqueKey = keyOf(document);
  return {
    // Names come from anybody who may edit a check: none of them moves a terminal's cursor.
    title: oneLine(name) || slug || `check ${uniqueKey.slice(0, 8)}`,
    slug,
    tags: tagsOf(document),
    uniqueKey,
    status,
    nPings,
    lastPing: typeof lastPing === "string" ? secondsOf(lastPing) : undefined,
    period: typeof timeout === "number" && typeof grace === "number" ? timeout + grace : undefined,
  };
}

/** Where the service's clock is ahead of ours, what it tells has happened. */
function latest(checks: readonly CheckSeen[], now: number): number {
  return checks.reduce((late, { flips, lastPing }) => Math.max(late, flips[0]?.at ?? 0, lastPing ?? 0), now);
}

function secondsOf(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1000);
}
