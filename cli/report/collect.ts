/**
 * What a report needs from the service: one list, and the flips of each check that was ever pinged; once more the check
 * itself, where it changed after the list.
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

/** A check as the service tells it. */
export interface CheckSeen extends Seen {
  title: string;
  slug: string;
  tags: string[];
  uniqueKey: string;
  /** When it is due, in words. */
  schedule: string;
}

/** A check whose history could not be read. */
export interface Unread {
  title: string;
  uniqueKey: string;
  /** One line. */
  reason: string;
}

/** What a report asks. */
export interface Source {
  checks: Pick<Snapshot, "all" | "listedAt">;
  api: Pick<MonitorApi, "listFlips" | "getCheck">;
}

/** Everything that was read. */
export interface Collected {
  checks: CheckSeen[];
  unread: Unread[];
  /** The end of what can be known (UNIX seconds): our clock, or the service's where that is ahead. */
  now: number;
}

/**
 * Reads what the service knows of the selected checks.
 * @throws {ChecksError} when the list cannot be read, or nothing is selected. A check whose flips cannot
 * be read is among `unread`; when the service no longer answers at all, the rest is not asked for.
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
  const reader = new FlipReader(project, showing(all));
  const results = await inTurns(documents, (document) => reader.read(document), tell);
  const checks = results.flatMap((result) => ("flips" in result ? [result] : []));
  const unread = results.flatMap((result) => ("reason" in result ? [result] : []));
  return { checks, unread, now: latest(checks, now) };
}

class FlipReader {
  private readonly patience = new Patience();

  constructor(
    private readonly project: Source,
    private readonly shown: Shown,
  ) {}

  async read(document: CheckDocument): Promise<CheckSeen | Unread> {
    const check = describeCheck(document, this.shown);
    // A check that was never pinged was never up: there is nothing to ask for.
    if (document.n_pings === 0) return { ...check, ...seenOf(document, undefined) };
    const answer = await this.patience.ask(() => this.look(document));
    if (answer && "said" in answer) return { ...check, ...answer.said };
    const { title, uniqueKey } = check;
    return { title, uniqueKey, reason: visible(reasonOf(answer)) };
  }

  private async look(document: CheckDocument): Promise<Seen> {
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

function describeCheck(document: CheckDocument, shown: Shown): Omit<CheckSeen, keyof Seen> {
  const { name, slug } = document;
  const uniqueKey = keyOf(document);
  return {
    title: shown(name) || shown(slug) || `check ${uniqueKey.slice(0, 8)}`,
    slug: shown(slug),
    tags: tagsOf(document).map(shown),
    uniqueKey,
    schedule: scheduleOf(document),
  };
}

/** A text of somebody's as a report may show it. */
export type Shown = (text: string) => string;

/**
 * Names and tags come from anybody who may edit a check, and reports are made to be published: nothing in them hides, does
 * anything to a terminal, or can ping a check. Of a UUID a read-only key does not tell whether it is that of a check.
 */
export function showing(checks: readonly CheckDocument[]): Shown {
  const pingUrls = checks.flatMap(({ ping_url }) => ping_url ?? []);
  const mask = maskFor({ uuids: [], keys: [], pingUrls });
  return (text) => withoutUuids(mask.text(visible(text)));
}

/** `every 1 d, grace 1 h`, or `0 3 * * * (Europe/Riga), grace 1 h`; empty where it is not told. */
export function scheduleOf({ schedule, tz, timeout, grace }: CheckDocument): string {
  const late = typeof grace === "number" ? `, grace ${duration(grace)}` : "";
  if (typeof schedule === "string" && schedule !== "") {
    return `${visible(schedule)}${typeof tz === "string" ? ` (${visible(tz)})` : ""}${late}`;
  }
  return typeof timeout === "number" ? `every ${duration(timeout)}${late}` : "";
}
