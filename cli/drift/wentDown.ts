/** Looks up when checks went down, if their own documents do not say so. */
import { ChecksError } from "../../provider/core/errors";
import { keyOf } from "../../provider/monitor/snapshot";
import { downSince, isOverdue, wentDown } from "../due";
import { inTurns, Patience } from "../inTurns";
import { count } from "../render/words";
import { OWNER } from "../stacks/row";
import { attempt, type Observation, type Observed } from "./observed";
import type { Thresholds } from "./operational";

export interface WentDown {
  /** Milliseconds since 1970, by unique key. */
  wentDown: Map<string, number>;
  /** A sentence about the checks that were not looked up. */
  notes: string[];
}

/** Requests per run. More would be useless: if everything is down, that is known anyway. */
const MOST_LOOKUPS = 20;

/**
 * Requests the latest status change of each down check whose document does not show that it has been down for too long.
 * A job that repeatedly reports failures may have been down for longer than the document says. Checks whose next ping
 * is overdue come last, because that is less likely for them.
 */
export async function lookUpWhenDown(
  { observed, projects }: Pick<Observation, "observed" | "projects">,
  thresholds: Thresholds,
  failures: ChecksError[],
): Promise<WentDown> {
  const times = new Map<string, number>();
  const unclear = observed
    .filter((seen) => seen.row.kind === OWNER && needsLookup(seen, thresholds))
    .sort((a, b) => lateness(a, thresholds) - lateness(b, thresholds));
  const sources = new Map(projects.map(({ name, flips }) => [name, { flips, patience: new Patience() }]));
  let unanswered = 0;
  const ask = async ({ live, project }: Observed) => {
    const { flips, patience } = sources.get(project) ?? {};
    if (!live || !flips || !patience) return;
    const answer = await patience.ask(() => flips(live.uuid ?? keyOf(live)));
    if (answer === undefined) unanswered += 1;
    else if (answer instanceof ChecksError) throw answer;
    const went = answer && wentDown(answer.said, live, thresholds.now);
    if (went) times.set(keyOf(live), went.at);
  };
  await inTurns(
    unclear.slice(0, MOST_LOOKUPS),
    (seen) => attempt(failures, () => ask(seen)),
    () => {},
  );
  const left = unclear.length - MOST_LOOKUPS;
  return {
    wentDown: times,
    notes: [
      ...(left > 0 ? [leftSentence(left, `only ${MOST_LOOKUPS} are looked up per run`)] : []),
      ...(unanswered > 0 ? [leftSentence(unanswered, "the service stopped answering")] : []),
    ],
  };
}

function needsLookup({ row, live }: Observed, { now, downFor }: Thresholds): boolean {
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
