/** Looking into inputs and changing them, at once where they are plain and as soon as they are known where they are not. */
import * as pulumi from "@pulumi/pulumi";
import { isPlain } from "./engineRun";

/** The value of a property, whether the object is there already or not. */
export function property<T extends object, K extends keyof T>(
  input: pulumi.Input<T | undefined>,
  key: K,
): T[K] | pulumi.Output<pulumi.Unwrap<T[K]>> | undefined {
  if (input === undefined) return undefined;
  if (isThere(input)) return input[key];
  return pulumi.output(input).apply((value) => (value as T | undefined)?.[key]) as pulumi.Output<
    pulumi.Unwrap<T[K]>
  >;
}

/** An object or a list with a change. What the change refuses is thrown where the object is there already. */
export function changeInput<T extends object>(
  input: pulumi.Input<T>,
  change: (value: T) => pulumi.Input<T>,
): pulumi.Input<T> {
  if (isThere(input)) return change(input);
  return pulumi.output(input).apply((value) => change(value as T)) as pulumi.Output<T>;
}

/** What follows from a value: at once where all of it is plain, so that a refusal is the program's own. */
export function deriveFrom<T, U>(from: pulumi.Input<T>, follow: (value: T) => U): pulumi.Input<U> {
  if (isPlain(from)) return follow(from as T);
  const followed = pulumi.output(from).apply((value) => follow(value as T));
  // Of a secret that is nothing Pulumi would send a null.
  return pulumi
    .unsecret(followed)
    .apply((value) => (value === undefined ? undefined : followed)) as pulumi.Output<U>;
}

/** Whether an input itself is there; what is in it may still be an output. */
export function isThere<T>(input: pulumi.Input<T>): input is T {
  return !pulumi.Output.isInstance(input) && !(input instanceof Promise);
}
