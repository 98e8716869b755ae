import { HELD_DIGITS } from "../../provider/core/runNotes";
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import { staysInProject } from "../program/formerName";
import { perRun } from "../program/perRun";
import { type StackRow, stackRows } from "../program/stackRows";

type Held = Record<string, string>;

/** Which resources' rows hold which checks: the same for all new checks of a run. */
const heldByAll = perRun(async () => namesOf(await checkRows()));

/**
 * The same of rows that stay in their projects. A check that leaves its project is given up in the end: another one that
 * comes there may have its slug, and with it the check.
 */
const heldByStaying = perRun(async () => {
  const rows = await checkRows();
  const stay = await Promise.all(rows.map(staysInProject));
  return namesOf(rows.filter((_, index) => stay[index]));
});

/** What a resource that has no check yet, in its project, is told of the others. */
export function heldInState(origin: "new" | "moved"): Promise<Held> {
  return origin === "new" ? heldByAll() : heldByStaying();
}

async function checkRows(): Promise<StackRow[]> {
  return [...(await stackRows()).values()].filter(({ kind }) => kind === "Check");
}

function namesOf(rows: readonly StackRow[]): Held {
  return Object.fromEntries(
    rows.flatMap(({ name, values: { uuid } }) =>
      typeof uuid === "string" ? [[uniqueKeyOf(uuid).slice(0, HELD_DIGITS), name]] : [],
    ),
  );
}
