/** Which checks to wait for, and their state when the wait began. Takes one list request per project. */
import type { Log } from "../../provider/core/log";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { groupBy } from "../lists";
import { shownProject } from "../stacks/checks";
import type { Choice } from "../stacks/choice";
import { type ChosenCheck, findChosen } from "../stacks/chosen";

/** A check to wait for. */
export interface Target {
  /** Its name for people: its slug, else its name, else its resource. */
  label: string;
  uniqueKey: string;
  /** The project's name, or `[secret]`. */
  project: string;
  /** The explicit provider whose arguments have the project's key; absent if the configuration has it. */
  provider?: string;
  /** The check when the wait began; absent if it did not exist. */
  first: CheckDocument | undefined;
  /** Pings count from this moment on, even before the wait began. In milliseconds. */
  since?: number | undefined;
  /** The last `up` created or adopted it, so all pings since then count. */
  ofLastUp?: true;
}

/** The checks of one project, which are requested together. */
export interface Watched {
  api: Pick<MonitorApi, "listChecks" | "getCheck">;
  targets: Target[];
  /** Checks that no ping can reach because their program keeps them so: nobody waits for them. */
  leftOut?: Target[];
}

/** The user's selection. */
export interface Wanted extends Choice {
  /** In milliseconds. */
  since?: number | undefined;
  /** How many seconds a request may take, where that is less than its deadline. */
  longest?: number;
}

/**
 * Finds the checks. Finding none is an error, unless the last `up` created none, which is normal.
 * @throws {ChecksError} if nothing matches, because a gate over no check would always be passed.
 */
export async function findTargets(wanted: Wanted, log: Log): Promise<Watched[]> {
  const groups = groupBy(await findChosen(wanted, log, wanted.longest), ({ api }) => api);
  return [...groups].map(([api, group]) => {
    // Who names a check wants to know of it.
    const leftOut = wanted.slugs.length > 0 ? [] : group.filter(isKeptPaused);
    const rest = group.filter((chosen) => !leftOut.includes(chosen));
    const targets = (chosen: readonly ChosenCheck[]) => chosen.map((one) => targetOf(one, wanted.since));
    return { api, targets: targets(rest), leftOut: targets(leftOut) };
  });
}

/** Whether a check is paused and takes no pings, as its program declares it: that of a suspended job, for example. */
function isKeptPaused({ live, row }: ChosenCheck): boolean {
  const { paused, manualResume } = row?.applied.values ?? {};
  return paused === true && manualResume === true && live?.status === "paused" && live.manual_resume === true;
}

function targetOf(chosen: ChosenCheck, since?: number): Target {
  const { label, uniqueKey, live, row, upBegan } = chosen;
  const ofLastUp = since === undefined && upBegan !== undefined;
  return {
    label,
    uniqueKey,
    project: shownProject(chosen),
    ...(row?.provider && { provider: row.provider.name }),
    first: live,
    since: since ?? upBegan,
    ...(ofLastUp && { ofLastUp }),
  };
}
