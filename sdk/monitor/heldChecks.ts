import type * as pulumi from "@pulumi/pulumi";
import { pack } from "../../provider/core/packed";
import { HELD_DIGITS } from "../../provider/core/runNotes";
import { definitions } from "../../provider/hosts/definitions";
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import { whenKnown } from "../program/engineRun";
import { isDropped, leavesProject, rowsLike, staysInProject } from "../program/formerName";
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

/**
 * The same for a check that has a row, which a refresh of this very run may drop because the check is gone: then it is made
 * anew, and must not take over what another resource is about to give up. Only those that have the slug that it gets count;
 * undefined where none has, as almost always.
 */
export async function heldWithSlug(
  { slug, project }: { slug?: pulumi.Input<unknown>; project?: pulumi.Input<unknown> },
  own: StackRow,
): Promise<string | undefined> {
  const [inProject, wanted] = await Promise.all([project, slug].map(whenKnown));
  if (wanted === own.values.slug) return undefined;
  const rows = await rowsLike(definitions.check, { project: inProject, slug: wanted });
  const others = rows.filter((row) => row.urn !== own.urn && staysInProject(row));
  return others.length === 0 ? undefined : pack(namesOf(others));
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
