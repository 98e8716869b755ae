import * as pulumi from "@pulumi/pulumi";

/**
 * Lets only one resource of a program have a value.
 * @returns what a resource's constructor calls; it throws a {pulumi.RunError} that names both resources.
 */
export function onlyOnce(kind: string, property: string) {
  /** Runs may share a process (the Automation API); each declares its resources anew. */
  const runs = new WeakMap<object, Map<string, string>>();
  return (name: string, value: pulumi.Input<string>): void => {
    const run = pulumi.runtime.getStackResource();
    if (run === undefined) return;
    const owners = runs.get(run) ?? new Map<string, string>();
    runs.set(run, owners);
    pulumi.output(value).apply((known) => {
      const owner = owners.get(known);
      if (owner === undefined) return void owners.set(known, name);
      throw new pulumi.RunError(
        `${kind} "${name}": ${property}: the ${kind} "${owner}" of this program has the same. Remove one of them.`,
      );
    });
  };
}
