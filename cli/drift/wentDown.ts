/** Since when checks are down whose own documents do not tell it. */
import type { ChecksError } from "../../provider/core/errors";
import { keyOf } from "../../provider/monitor/snapshot";
import { downSince, mayBeDownSinceBefore, wentDown } from "../due";
import { count } from "../render/words";
import { OWNER } from "../stacks/row";
import { collecting, type Observation, type Observed } from "./observed";
import type { Thresholds } from "./operational";

/** What the service said of them. */
export interface WentDown {
  /** By unique key, in milliseconds since 1970. */
  wentDown: Map<string, number>;
  /** Checks that were not asked for, in a sentence. */
  notes: string[];
}

/** So many requests a run: where everything fails, that is known without. */
const MOST_ASKED = 20;

/**
 * Asks for the newest change of status of each check that is down, by its document not for longer than it may be, and
 * perhaps for longer all the same. Usually there is none.
 */
export async function askWhenDown(
  { observed, projects }: Pick<Observation, "observed" | "projects">,
  thresholds: Thresholds,
  failures: ChecksError[],
): Promise<WentDown> {
  const told = new Map<string, number>();
  const open = observed.filter((seen) => seen.row.kind === OWNER && isOpen(seen, thresholds));
  for (const { live, project } of open.slice(0, MOST_ASKED)) {
    const flips = projects.find(({ name }) => name === project)?.flips;
    if (!live || !flips) continue;
    const [list] = await collecting(failures, () => flips(live.uuid ?? keyOf(live)));
    const went = list && wentDown(list, live, thresholds.now);
    if (went) told.set(keyOf(live), went.at);
  }
  return { wentDown: told, notes: open.length > MOST_ASKED ? [leftSentence(open.length - MOST_ASKED)] : [] };
}

function isOpen({ row, live }: Observed, { now, downFor }: Thresholds): boolean {
  if (live?.status !== "down" || !mayBeDownSinceBefore(live, now)) return false;
  const since = downSince(live, row.created, now);
  return since === undefined || now - since <= downFor * 1000;
}

function leftSentence(more: number): string {
  return `${count(more, "more check")} failed at the last ping, and since when they are down was not asked: ${MOST_ASKED} are asked a run`;
}
