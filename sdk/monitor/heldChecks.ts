import { pack } from "../../provider/core/packed";
import { HELD_DIGITS } from "../../provider/core/runNotes";
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import { isDropped, leavesProject, staysInProject } from "../program/formerName";
import { perRun } from "../program/perRun";
import { type StackRow, stackRows } from "../program/stackRows";

/**
 * Which resources' rows hold which checks: the same for all new checks of a run. A check whose resource moves to another
 * project is given up in the end, so another resource may take its slug, and with it the check. The same holds for a
 * dropped resource with an explicit provider.
 */
const heldFromNew = perRun(() =>
  heldUnless((row) => leavesProject(row) || (row.host === "plugin" && isDropped(row))),
);

/**
 * The same for a check that comes from another project, or has an explicit provider, whose rows are not known: whatever
 * the program no longer declares is given up, too.
 */
const heldFromMoved = perRun(() => heldUnless((row) => !staysInProject(row)));

/** The packed table of held checks for a resource that has no check in its project yet. */
export function heldInState(origin: "new" | "moved"): Promise<string> {
  return origin === "new" ? heldFromNew() : heldFromMoved();
}

async function heldUnless(isGivenUp: (row: StackRow) => boolean): Promise<string> {
  return pack(namesOf((await checkRows()).filter((row) => !isGivenUp(row))));
}

async function checkRows(): Promise<StackRow[]> {
  return [...(await stackRows()).values()].filter(({ kind }) => kind === "Check");
}

function namesOf(rows: readonly StackRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ name, values: { uuid } }) =>
      typeof uuid === "string" ? [[uniqueKeyOf(uuid).slice(0, HELD_DIGITS), name]] : [],
    ),
  );
}
