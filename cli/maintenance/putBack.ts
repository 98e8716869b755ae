/** The end of a maintenance on the service: each check gets back what was taken off it. */
import { BadRequest } from "../../provider/http/failure";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { messageOf } from "../command";
import { inTurns } from "../inTurns";
import { areSame, decide, type Fate } from "./decide";
import type { QuietCheck, QuietPlace } from "./window";

/** What has become of a check. */
export interface PutBack {
  check: QuietCheck;
  fate: Fate | "failed";
  /** As the service has it now, where that is known. */
  live?: CheckDocument;
  /** Why it failed, on one line. */
  problem?: string;
  /** Of the channels that it had, so many are not on the service any more. */
  lostChannels?: number;
}

/** What is left to be done another time. */
export function isOpen({ fate }: PutBack): boolean {
  return fate === "failed" || fate === "unknown";
}

/** How sure it is that this is the project in which the maintenance began. */
export interface Trust {
  /** The key is the one with which it began, or the user says so: a check that is not there was deleted. */
  isSameProject: boolean;
}

/**
 * Ends a maintenance in one project, as far as possible: what goes wrong with one check keeps no other from getting its
 * channels back. One list, and one request for each check that has something to get back.
 */
export async function putBack(
  api: MonitorApi,
  id: string,
  place: QuietPlace,
  { isSameProject }: Trust,
): Promise<PutBack[]> {
  let checks: Map<string, CheckDocument>;
  try {
    checks = new Map((await api.listChecks()).map((check) => [keyOf(check), check]));
  } catch (error) {
    return place.checks.map((check) => ({ check, fate: "failed", problem: messageOf(error) }));
  }
  if (!isSameProject && !place.checks.some(({ uniqueKey }) => checks.has(uniqueKey))) {
    return place.checks.map((check) => ({ check, fate: "failed", problem: STRANGE }));
  }
  return inTurns(
    place.checks,
    (check) => putBackOne(api, id, check, checks.get(check.uniqueKey)),
    () => {},
  );
}

const STRANGE =
  "none of its checks is in this project: either the key belongs to another project, or all were deleted; in that case, end it with --forget";

async function putBackOne(
  api: MonitorApi,
  id: string,
  check: QuietCheck,
  live: CheckDocument | undefined,
): Promise<PutBack> {
  const { fate, body } = decide(id, check.channels, live);
  if (live === undefined || body === undefined) return { check, fate, ...(live && { live }) };
  if (live.uuid === undefined) {
    return { check, fate: "failed", live, problem: "the API key is read-only; this needs a read-write key" };
  }
  try {
    const { document, lostChannels } = await write(api, live.uuid, body);
    const { channels = "" } = document;
    if (lostChannels === 0 && body.channels !== undefined && !areSame(channels, body.channels)) {
      return {
        check,
        fate: "failed",
        live: document,
        problem: "the service keeps other channels than those that were sent",
      };
    }
    return { check, fate, live: document, ...(lostChannels > 0 && { lostChannels }) };
  } catch (error) {
    return { check, fate: "failed", live, problem: messageOf(error) };
  }
}

/** A channel that was deleted in the meantime is refused together with all others: then those are sent that there are. */
async function write(
  api: MonitorApi,
  uuid: string,
  body: { channels?: string; tags?: string },
): Promise<{ document: CheckDocument; lostChannels: number }> {
  try {
    return { document: await api.updateCheck(uuid, body), lostChannels: 0 };
  } catch (error) {
    if (!(error instanceof BadRequest) || body.channels === undefined) throw error;
    const known = new Set((await api.listChannels()).map(({ id }) => id));
    const all = body.channels.split(",");
    const left = all.filter((channel) => known.has(channel));
    if (left.length === all.length) throw error;
    const document = await api.updateCheck(uuid, { ...body, channels: left.join(",") });
    return { document, lostChannels: all.length - left.length };
  }
}
