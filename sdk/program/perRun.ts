import * as pulumi from "@pulumi/pulumi";
import { hasEngine } from "./engineRun";

/**
 * A value that each run of a program has for itself. A process may be several runs, one after another or at the same
 * time, for different stacks (the Automation API). A component that a program in another language uses has no stack at
 * hand, only the engine's connection, of which each has its own. Outside of a run, as in a unit test with mocks, each
 * call gets a new one.
 */
export function perRun<T>(make: () => T): () => T {
  const made = new WeakMap<object, T>();
  return () => {
    const run = pulumi.runtime.getStackResource() ?? (hasEngine() ? pulumi.runtime.getMonitor() : undefined);
    const known = run && made.get(run);
    if (known !== undefined) return known;
    const fresh = make();
    if (run) made.set(run, fresh);
    return fresh;
  };
}
