/** The end of a maintenance on the service: gives each check its channels back. */
import { stopwatch } from "../../provider/core/clock";
import { BadRequest, NotFound, unlessFailed } from "../../provider/http/failure";
import type { CheckDocument, MonitorApi, Soon } from "../../provider/monitor/api";
import { lookAndWrite, TooLate } from "../../provider/monitor/lookAndWrite";
import { FRESH_MS, keyOf } from "../../provider/monitor/snapshot";
import { messageOf } from "../command";
import { inTurns } from "../inTurns";
import { areSame, decide, type Fate } from "./decide";
import { markedAmong, quietCheckOf } from "./marked";
import { checksOf, type QuietCheck, type QuietPlace, type QuietWindow } from "./window";

/** What happened to a check. */
export interface PutBack {
  check: QuietCheck;
  fate: Fate | "failed";
  /** The check as the service has it now, if known. */
  live?: CheckDocument;
  /** The reason of a failure, on one line. */
  problem?: string;
  /** How many of its former channels no longer exist on the service. */
  lostChannels?: number;
}

/** Whether something is left to do another time. */
export function isOpen({ fate }: PutBack): boolean {
  return fate === "failed" || fate === "unknown";
}

/** How certain it is that the maintenance began in this project. */
export interface Trust {
  /** True if the key is the one with which it began, or if the user confirms it. Then a missing check was deleted or moved. */
  isSameProject: boolean;
}

/**
 * Ends a maintenance in one project as far as possible: a failure with one check does not affect the others. A check that
 * was copied meanwhile took the tag along, and is put right by that: nothing else would ever end it.
 *
 * One list request, and one request for each check: a write, or a look at what the list shows as not in this maintenance.
 * One more for each check whose turn comes when the list is old: what others wrote since, such as a stamp, would be lost.
 */
export async function putBack(
  api: MonitorApi,
  window: Pick<QuietWindow, "id" | "places">,
  place: QuietPlace,
  { isSameProject }: Trust,
): Promise<PutBack[]> {
  const since = stopwatch();
  let checks: Map<string, CheckDocument>;
  try {
    checks = new Map((await api.listChecks()).map((check) => [keyOf(check), check]));
  } catch (error) {
    return place.checks.map((check) => ({ check, fate: "failed", problem: messageOf(error) }));
  }
  const all = [...place.checks, ...copiesAmong([...checks.values()], window)];
  // A copy proves only that this is one of the projects of the maintenance.
  const proving = window.places.length === 1 ? all : place.checks;
  if (!isSameProject && !proving.some(({ uniqueKey }) => checks.has(uniqueKey))) {
    return place.checks.map((check) => ({ check, fate: "failed", problem: STRANGE }));
  }
  return inTurns(
    all,
    (check) =>
      lookAndWrite((soon) => {
        const [listed, isOld] = [checks.get(check.uniqueKey), since().longest > FRESH_MS];
        return putBackOne(api, window.id, check, { listed, isOld, soon });
      }),
    () => {},
  );
}

/** Checks with the tag of the maintenance that it did not begin with. */
function copiesAmong(
  checks: readonly CheckDocument[],
  window: Pick<QuietWindow, "id" | "places">,
): QuietCheck[] {
  const known = new Set(checksOf(window).map(({ uniqueKey }) => uniqueKey));
  return markedAmong(checks)
    .filter(({ document, maintenance }) => maintenance.id === window.id && !known.has(keyOf(document)))
    .map(quietCheckOf);
}

const STRANGE =
  "none of its checks is in this project: either the key belongs to another project, or all were deleted or moved; in that case, end it with --forget";

async function putBackOne(
  api: MonitorApi,
  id: string,
  check: QuietCheck,
  { listed, isOld, soon }: { listed: CheckDocument | undefined; isOld: boolean; soon: () => Soon },
): Promise<PutBack> {
  let live = listed;
  // A list of a replica or a cache may be older than the maintenance: it would end with the channels off.
  if (isOld || decide(id, check.channels, listed).body === undefined) {
    try {
      live = await unlessFailed(api.getCheck(listed?.uuid ?? check.uniqueKey), NotFound);
    } catch (error) {
      return { check, fate: "failed", ...(listed && { live: listed }), problem: messageOf(error) };
    }
  }
  // It does not see channels either: they would count as other ones, and as settled.
  if (live !== undefined && live.uuid === undefined) {
    return { check, fate: "failed", live, problem: "the API key is read-only; this needs a read-write key" };
  }
  const { fate, body } = decide(id, check.channels, live);
  if (live?.uuid === undefined || body === undefined) return { check, fate, ...(live && { live }) };
  try {
    const { document, lostChannels } = await write(api, live.uuid, body, soon());
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
    if (error instanceof TooLate) throw error;
    return { check, fate: "failed", live, problem: messageOf(error) };
  }
}

/** The service refuses all channels if one of them was deleted; then only the existing ones are sent. */
async function write(
  api: MonitorApi,
  uuid: string,
  body: { channels?: string; tags?: string },
  soon: Soon,
): Promise<{ document: CheckDocument; lostChannels: number }> {
  try {
    return { document: await api.updateCheck(uuid, body, soon), lostChannels: 0 };
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
