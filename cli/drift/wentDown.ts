/** Since when checks are down whose own documents do not tell it. */
import { ChecksError } from "../../provider/core/errors";
import { keyOf } from "../../provider/monitor/snapshot";
import { downSince, isOverdue, wentDown } from "../due";
import { inTurns, Patience } from "../inTurns";
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
 * Asks for the newest change of status of each check that is down, by its document not for longer than it may be: a job that
 * reports failures again and again is down for longer. Those of which it is less likely come last: whose next ping is overdue.
 */
export async function askWhenDown(
  { observed, projects }: Pick<Observation, "observed" | "projects">,
  thresholds: Thresholds,
  failures: ChecksError[],
): Promise<WentDown> {
  const told = new Map<string, number>();
  const open = observed
    .filter((seen) => seen.row.kind === OWNER && isOpen(seen, thresholds))
    .sort((a, b) => lateness(a, thresholds) - lateness(b, thresholds));
  const sources = new Map(projects.map(({ name, flips }) => [name, { flips, patience: new Patience() }]));
  let unasked = 0;
  const ask = async ({ live, project }: Observed) => {
    const { flips, patience } = sources.get(project) ?? {};
    if (!live || !flips || !patience) return;
    const answer = await patience.ask(() => flips(live.uuid ?? keyOf(live)));
    if (answer === undefined) unasked += 1;
    else if (answer instanceof ChecksError) throw answer;
    const went = answer && wentDown(answer.said, live, thresholds.now);
    if (went) told.set(keyOf(live), went.at);
  };
  await inTurns(
    open.slice(0, MOST_ASKED),
    (seen) => collecting(failures, () => ask(seen)),
    () => {},
  );
  const left = open.length - MOST_ASKED;
  return {
    wentDown: told,
    notes: [
      ...(left > 0 ? [leftSentence(left, `only ${MOST_ASKED} are looked up per run`)] : []),
      ...(unasked > 0 ? [leftSentence(unasked, "the service stopped answering")] : []),
    ],
  };
}

function isOpen({ row, live }: Observed, { now, downFor }: Thresholds): boolean {
  if (live?.status !== "down") return false;
  const since = downSince(live, row.created, now);
  return since === undefined || now - since <= downFor * 1000;
}

function lateness({ live }: Observed, { now }: Thresholds): number {
  return live && isOverdue(live, now) ? 1 : 0;
}

function leftSentence(more: number, why: string): string {
  return `${count(more, "more check")} ${more === 1 ? "is" : "are"} down, but when they went down was not looked up: ${why}`;
}
