/** The checks that this program makes, for look-ups of the same program that come before there is anything to find. */
import * as pulumi from "@pulumi/pulumi";
import type { checkFields } from "../../provider/monitor/check/checkFields";
import { perRun } from "../program/perRun";
import type { ArgsOf } from "../program/resourceClass";

/** A check of the program: what is said of it before it is made, and the UUID that it then has. */
interface OwnCheck {
  args: Pick<ArgsOf<typeof checkFields>, "slug" | "tags" | "project">;
  uuid: () => pulumi.Output<string>;
}

/** All of them, in the order of the program. */
export const programChecks = perRun(() => [] as OwnCheck[]);

/** To be called for each check of the program. */
export function noteCheck(args: OwnCheck["args"], uuid: OwnCheck["uuid"]): void {
  programChecks().push({ args, uuid });
}

/** What a look-up asks for. */
interface Wanted {
  slug?: string;
  tag?: string;
  project?: string;
}

/**
 * The UUID of the check of the program that a look-up means, by its slug or by one of its tags; the first of several.
 * Unknown in a preview in which it is still to be made, or could be; undefined when the program makes no such check.
 */
export function madeHere(
  checks: readonly OwnCheck[],
  { slug, tag, project }: Wanted,
): pulumi.Output<string | undefined> {
  if (slug === undefined && tag === undefined) return pulumi.output(undefined);
  return pulumi
    .all(checks.map(({ args: { slug, tags, project } }) => pulumi.all([slug, tags, project])))
    .apply((all): pulumi.Output<string | undefined> => {
      const found = all.findIndex(
        ([ofCheck, tags, inProject]) =>
          inProject === project && (slug !== undefined ? ofCheck === slug : (tags ?? []).includes(tag ?? "")),
      );
      return checks[found]?.uuid() ?? pulumi.output(undefined);
    }) as pulumi.Output<string | undefined>;
}
