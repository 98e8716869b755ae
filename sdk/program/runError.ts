import * as pulumi from "@pulumi/pulumi";
import type { ChecksError } from "../../provider/core/errors";

/**
 * An error of the program, shown as one line. It has no stack: the engine would not print it, but translates it by
 * source maps first, which takes the program's process half a minute.
 */
export function runError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}

/**
 * The same of an error of the package. A program that catches it can tell a missing check (`name` is `NotFoundError`)
 * from a refusal, of which it keeps the service's `statusCode` and, where it gave one, the error's `name`.
 */
export function runErrorOf({ message, name, parts }: ChecksError): pulumi.RunError {
  const { statusCode, errorName } = parts;
  return Object.assign(runError(message), {
    name: errorName ?? name,
    ...(statusCode !== undefined && { statusCode }),
  });
}
