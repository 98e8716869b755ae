/** The checks that this program makes, for look-ups of the same program that come before there is anything to find. */
import * as pulumi from "@pulumi/pulumi";
import type { checkFields } from "../../provider/monitor/check/checkFields";
import { isKnown, isPlain, whenKnown } from "../program/engineRun";
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
  const asked = checks.map(({ args, uuid }): Asked => {
    const label = slug === undefined ? args.tags : args.slug;
    const isMeant = pulumi.all([args.project, label]).apply(([inProject, own]): boolean => {
      const has = typeof own === "string" ? own === slug : own?.some((one) => one === tag);
      return inProject === project && has === true;
    });
    return { isPlain: isPlain([args.project, label]), isMeant, uuid };
  });
  return pulumi.output(firstMeant(asked)).apply((found): pulumi.Output<string | undefined> => {
    const one = found === undefined ? undefined : asked[found];
    const none = pulumi.output(undefined);
    return one?.isMeant.apply((isMeant) => (isMeant ? one.uuid() : none)) ?? none;
  }) as pulumi.Output<string | undefined>;
}

/** What a look-up asks of a check of the program. */
interface Asked {
  /** Whether that is to be had without waiting. */
  isPlain: boolean;
  isMeant: pulumi.Output<boolean>;
  uuid: OwnCheck["uuid"];
}

/**
 * The place of the one that is meant, or of one of which a preview does not know. As soon as it is clear: another check
 * may be waiting for this very look-up with its own slug and tags.
 */
async function firstMeant(asked: readonly Asked[]): Promise<number | undefined> {
  for (const [place, { isPlain, isMeant }] of asked.entries()) {
    if (isPlain && (await whenKnown(isMeant))) return place;
  }
  let unsure: number | undefined;
  return new Promise((resolve, reject) => {
    const answers = asked.map(async ({ isMeant }, place) => {
      if (!(await isKnown(isMeant))) unsure ??= place;
      else if (await whenKnown(isMeant)) resolve(place);
    });
    Promise.all(answers).then(() => resolve(unsure), reject);
  });
}
