/** Which checks are waited for, and how each stood when the wait began: one list a project. */
import type { Log } from "../../provider/core/log";
import type { CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { groupBy } from "../lists";
import { projectTold } from "../stacks/checks";
import type { Choice } from "../stacks/choice";
import { type ChosenCheck, findChosen } from "../stacks/chosen";

/** A check that is waited for. */
export interface Target {
  /** What people call it: its slug, else its name, else its resource. */
  label: string;
  uniqueKey: string;
  /** What its project is called, or `[secret]`. */
  project: string;
  /** Name of the explicit provider whose key is the project's; absent: the configuration has the key. */
  provider?: string;
  /** As the service had it when the wait began; absent: it had none. */
  first: CheckDocument | undefined;
  /** A ping from this moment on counts, also one before the wait began. In milliseconds. */
  since?: number | undefined;
  /** The last `up` made it or took it over, and what came since then counts. */
  ofLastUp?: true;
}

/** The checks of one project of the service, which answers for all of them at once. */
export interface Watched {
  api: Pick<MonitorApi, "listChecks" | "getCheck">;
  targets: Target[];
}

/** What the user named. */
export interface Wanted extends Choice {
  /** In milliseconds. */
  since?: number | undefined;
}

/**
 * Finds the checks. None are an error, unless the last `up` made none: that is an `up` like any other.
 * @throws {ChecksError} when nothing fits what was named: a gate over nothing would always be passed.
 */
export async function findTargets(wanted: Wanted, log: Log): Promise<Watched[]> {
  const groups = groupBy(await findChosen(wanted, log), ({ api }) => api);
  return [...groups].map(([api, group]) => ({
    api,
    targets: group.map((chosen) => targetOf(chosen, wanted.since)),
  }));
}

function targetOf(chosen: ChosenCheck, since?: number): Target {
  const { label, uniqueKey, live, row, upBegan } = chosen;
  const ofLastUp = since === undefined && upBegan !== undefined;
  return {
    label,
    uniqueKey,
    project: projectTold(chosen),
    ...(row?.provider && { provider: row.provider.name }),
    first: live,
    since: since ?? upBegan,
    ...(ofLastUp && { ofLastUp }),
  };
}
