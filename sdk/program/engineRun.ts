/** The engine's run that the program is part of. */
import * as pulumi from "@pulumi/pulumi";

/** Whether an engine runs the program: in unit tests with mocks, and outside of any run, none does. */
export function hasEngine(): boolean {
  // A real connection has a channel; a mock does not.
  return "getChannel" in (monitor() ?? {});
}

/** Whether the program is run, by an engine or in a unit test with mocks. */
export function isRun(): boolean {
  return monitor() !== undefined;
}

/**
 * Whether the engine asked this process for a component of a program that another process runs, in whatever language. It
 * has no stack at hand, only the engine's connection, one for each such component, and hears of nothing else that the
 * program declares.
 */
export function isForeignComponent(): boolean {
  return hasEngine() && pulumi.runtime.getStackResource() === undefined;
}

/**
 * What a run makes its resources known to. `hasMonitor` knows of it only once this copy of Pulumi's SDK has used it, and in a
 * monorepo that has several versions of the SDK this package may have another copy than what runs the program.
 */
function monitor(): object | undefined {
  return pulumi.runtime.getMonitor() ?? undefined;
}

/** `<project>/<stack>`, as owners of checks are named. */
export function stackName(): string {
  return `${pulumi.getProject()}/${pulumi.getStack()}`;
}

/** What Pulumi's outputs know beyond their value. */
interface Knowing<T> {
  isKnown: Promise<boolean>;
  promise(): Promise<T>;
  allResources(): Promise<Set<pulumi.Resource>>;
  resources(): Set<pulumi.Resource>;
}

/** The value of an input, or undefined if a preview does not know it. A plain value needs no output. */
export async function whenKnown<T>(input: pulumi.Input<T>): Promise<T | undefined> {
  if (isPlain(input)) return input as T;
  const output = outputOf(input);
  return (await output.isKnown) ? output.promise() : undefined;
}

/** Whether an input has its value by now, or will have it in this run. */
export async function isKnown(input: pulumi.Input<unknown>): Promise<boolean> {
  return isPlain(input) || outputOf(input).isKnown;
}

/**
 * The same input, unknown in a preview that is still to make a resource which it comes from: it may be known before what
 * that resource does is done. Pulumi's own look-ups have that rule.
 */
export function onceMade<T extends object>(input: pulumi.Input<T>): pulumi.Input<T> {
  if (!pulumi.runtime.isDryRun() || isPlain(input)) return input;
  return pulumi
    .output(comesFromUnmade(input))
    .apply((isUnmade) => (isUnmade ? pulumi.unknown : input)) as pulumi.Output<T>;
}

async function comesFromUnmade(input: pulumi.Input<unknown>): Promise<boolean> {
  const sources = [...(await outputOf(input).allResources())];
  const made = sources.map((one) => !pulumi.CustomResource.isInstance(one) || isKnown(one.id));
  return (await Promise.all(made)).includes(false);
}

/** The resources that an output comes from, as far as they are known at once; a plain value or a promise has none. */
export function sourcesOf(input: pulumi.Input<unknown>): pulumi.Resource[] {
  return pulumi.Output.isInstance(input) ? [...outputOf(input).resources()] : [];
}

function outputOf<T>(input: pulumi.Input<T>): Knowing<T> {
  return (pulumi.Output.isInstance(input) ? input : pulumi.output(input)) as unknown as Knowing<T>;
}

/** Whether nothing in an input is an output or a promise. */
export function isPlain(input: unknown): boolean {
  if (input === null || typeof input !== "object") return typeof input !== "function";
  if (Array.isArray(input)) return input.every(isPlain);
  return isRecord(input) && Object.values(input).every(isPlain);
}

/** Whether a value is an object of a program's own parts, and none of a class, as an output or a resource. */
export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
