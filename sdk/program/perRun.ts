import * as pulumi from "@pulumi/pulumi";

/**
 * Something that each run of a program has for itself. A process may be several runs, one after another or at the
 * same time, for different stacks (the Automation API); outside of a run, as in a unit test with mocks, each call
 * gets a new one.
 */
export function perRun<T>(make: () => T): () => T {
  const made = new WeakMap<object, T>();
  return () => {
    const run = pulumi.runtime.getStackResource();
    const known = run && made.get(run);
    if (known !== undefined) return known;
    const fresh = make();
    if (run) made.set(run, fresh);
    return fresh;
  };
}
