import * as pulumi from "@pulumi/pulumi";
import type { CheckArgs } from "./check";
import { perRun } from "./perRun";
import { runError } from "./runError";

/** Which resource of a program has which slug. */
const ownersOfRun = perRun(() => new Map<string, string>());

/**
 * Two checks with one slug would be one check on the service, and each `up` would write one over the other.
 * @throws {pulumi.RunError} when another resource of the program has the slug, naming both.
 */
export function claimSlug(name: string, { slug, project }: Pick<CheckArgs, "slug" | "project">): void {
  const owners = ownersOfRun();
  pulumi.all([slug, project]).apply(([known, inProject]) => {
    const key = JSON.stringify([inProject ?? null, known]);
    const owner = owners.get(key);
    if (owner !== undefined) {
      throw runError(
        `Check "${name}": slug: the Check "${owner}" of this program has the same slug. Give each its own, or remove one of them.`,
      );
    }
    owners.set(key, name);
  });
}
