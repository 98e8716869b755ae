import * as pulumi from "@pulumi/pulumi";
import { perRun } from "../perRun";
import { runError } from "../runError";

/**
 * Lets only one resource of a program have a value.
 * @returns what a resource's constructor calls; it throws a {pulumi.RunError} that names both resources.
 */
export function onlyOnce(kind: string, property: string) {
  const ownersOfRun = perRun(() => new Map<string, string>());
  return (name: string, value: pulumi.Input<string>): void => {
    const owners = ownersOfRun();
    pulumi.output(value).apply((known) => {
      const owner = owners.get(known);
      if (owner === undefined) return void owners.set(known, name);
      throw runError(
        `${kind} "${name}": ${property}: the ${kind} "${owner}" of this program has the same. Remove one of them.`,
      );
    });
  };
}
