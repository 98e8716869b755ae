import * as pulumi from "@pulumi/pulumi";
import { labelBeside } from "../../provider/monitor/channelOwners";
import type { checkFields } from "../../provider/monitor/check/checkFields";
import { whenKnown } from "../program/engineRun";
import { perRun } from "../program/perRun";
import type { ArgsOf } from "../program/resourceClass";
import { runError } from "../program/runError";

/** Which resource of a program has which slug. */
const ownersOfRun = perRun(() => new Map<string, string>());

/**
 * Two checks with one slug would be one check on the service, and each `up` would write one over the other. The promise
 * rejects when another resource of the program has the slug, and names both.
 */
export function claimSlug(
  name: string,
  { slug, project }: Pick<ArgsOf<typeof checkFields>, "slug" | "project">,
): () => Promise<void> {
  const owners = ownersOfRun();
  return async () => {
    const known = await whenKnown(pulumi.all([slug, project]));
    // One without a slug is refused for that, and no other one has the same.
    if (!known?.[0]) return;
    const key = JSON.stringify([known[1] ?? null, known[0]]);
    const owner = owners.get(key);
    if (owner !== undefined) {
      throw runError(
        `Check "${name}": slug: the ${labelBeside(`Check "${owner}"`, `Check "${name}"`)} of this program has the same slug. Give each its own, or remove one of them.`,
      );
    }
    owners.set(key, name);
  };
}
