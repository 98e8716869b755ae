/**
 * Everything that a report reads from the service: one list, the flips of each check that was ever pinged, and the
 * check itself again if it changed after the list.
 */

import { NotFound, type ServiceError } from "../../provider/http/failure";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { keyOf, type Snapshot } from "../../provider/monitor/snapshot";
import { latest, type Seen } from "../../provider/monitor/uptime/history";
import { seeNow, seenOf } from "../../provider/monitor/uptime/seen";
import { inTurns, Patience, type Tell } from "../inTurns";
import { maskFor, withoutUuids } from "../render/mask";
import { visible } from "../render/visible";
import { duration } from "../render/words";
import { type Selection, select, tagsOf } from "../selection";

/** A check as the service shows it. */
export interface CheckSeen extends Seen {
  title: string;
  slug: string;
  tags: string[];
  uniqueKey: string;
  /** When it is due, as text. */
  schedule: string;
}

/** A check whose history could not be read. */
export interface Unread {
  title: string;
  uniqueKey: string;
  /** On one line. */
  reason: string;
}

/** The requests that a report needs. */
export interface Source {
  checks: Pick<Snapshot, "all" | "listedAt">;
  api: Pick<MonitorApi, "listFlips" | "getCheck">;
}

export interface Collected {
  checks: CheckSeen[];
  unread: Unread[];
  /** UNIX seconds of the latest knowledge: our clock, or the service's if that is ahead. */
  now: number;
}

/**
 * Reads what the service knows of the selected checks. Checks whose flips cannot be read are in `unread`; once the
 * service stops answering, the remaining ones are not requested.
 * @throws {ChecksError} if the list cannot be read, or nothing is selected.
 */
export async function collect(
  project: Source,
  selection: Selection,
  clock: () => number,
  tell: Tell,
): Promise<Collected> {
  const all = await project.checks.all();
  const documents = select(all, selection);
  const now = Math.floor(clock() / 1000);
  const reader = new FlipReader(project, sanitizerFor(all));
  const results = await inTurns(documents, (document) => reader.read(document), tell);
  const checks = results.flatMap((result) => ("flips" in result ? [result] : []));
  const unread = results.flatMap((result) => ("reason" in result ? [result] : []));
  return { checks, unread, now: latest(checks, now) };
}

class FlipReader {
  private readonly patience = new Patience();

  constructor(
    private readonly project: Source,
    private readonly sanitize: Sanitize,
  ) {}

  async read(document: CheckDocument): Promise<CheckSeen | Unread> {
    const check = describeCheck(document, this.sanitize);
    // A check that was never pinged was never up, so it has no history.
    if (document.n_pings === 0) return { ...check, ...seenOf(document, undefined) };
    const answer = await this.patience.ask(() => this.readFlips(document));
    if (answer && "said" in answer) return { ...check, ...answer.said };
    const { title, uniqueKey } = check;
    return { title, uniqueKey, reason: visible(reasonOf(answer)) };
  }

  private async readFlips(document: CheckDocument): Promise<Seen> {
    const { api, checks } = this.project;
    const id = document.uuid ?? keyOf(document);
    return seeNow(document, await api.listFlips(id), checks.listedAt, () => api.getCheck(id));
  }
}

function reasonOf(failure: ServiceError | undefined): string {
  if (failure === undefined) return "not asked, because the service stopped answering";
  if (failure instanceof NotFound) return "it was deleted while the report was being made";
  return failure.parts.reason;
}

function describeCheck(document: CheckDocument, sanitize: Sanitize): Omit<CheckSeen, keyof Seen> {
  const { name, slug } = document;
  const uniqueKey = keyOf(document);
  return {
    title: sanitize(name) || sanitize(slug) || `check ${uniqueKey.slice(0, 8)}`,
    slug: sanitize(slug),
    tags: tagsOf(document).map(sanitize),
    uniqueKey,
    schedule: scheduleOf(document),
  };
}

/** Makes a user's text safe for a report. */
export type Sanitize = (text: string) => string;

/**
 * Anybody who may edit a check chooses its name and tags, and reports may be published. So no text may hide characters,
 * affect a terminal, or ping a check. All UUIDs are removed, because a read-only key does not show which ones are those
 * of checks.
 */
export function sanitizerFor(checks: readonly CheckDocument[]): Sanitize {
  const pingUrls = checks.flatMap(({ ping_url }) => ping_url ?? []);
  const mask = maskFor({ uuids: [], keys: [], pingUrls });
  return (text) => withoutUuids(mask.text(visible(text)));
}

/** `every 1 d, grace 1 h`, or `0 3 * * * (Europe/Riga), grace 1 h`; empty if unknown. */
export function scheduleOf({ schedule, tz, timeout, grace }: CheckDocument): string {
  const late = typeof grace === "number" ? `, grace ${duration(grace)}` : "";
  if (typeof schedule === "string" && schedule !== "") {
    return `${visible(schedule)}${typeof tz === "string" ? ` (${visible(tz)})` : ""}${late}`;
  }
  return typeof timeout === "number" ? `every ${duration(timeout)}${late}` : "";
}
