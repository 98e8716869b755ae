import * as pulumi from "@pulumi/pulumi";
import { perRun } from "../program/perRun";
import { runError } from "../program/runError";

/**
 * Makes sure that only one resource of a program has a value.
 * @returns what a resource's constructor calls; it throws a {pulumi.RunError} that names both resources.
 */
export function onlyOnce(kind: string, property: string) {
  const ownersOfRun = perRun(() => new Map<string, string>());
  return (name: string, value: pulumi.Input<string>): void => {
    const owners = ownersOfRun();
    const claim = (known: string): void => {
      const owner = owners.get(known);
      if (owner === undefined) return void owners.set(known, name);
      throw runError(
        `${kind} "${name}": ${property}: the ${kind} "${owner}" of this program has the same. Remove one of them.`,
      );
    };
    // What is known is refused before anything is declared.
    if (typeof value === "string") claim(value);
    else pulumi.output(value).apply(claim);
  };
}
