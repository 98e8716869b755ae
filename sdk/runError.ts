import * as pulumi from "@pulumi/pulumi";

/**
 * An error of the program, shown as one line. It has no stack: the engine would not print it, but translates it by
 * source maps first, which takes the program's process half a minute.
 */
export function runError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}
