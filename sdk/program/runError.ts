import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/core/errors";

/**
 * An error of the program, shown as one line. It has no stack: the engine would not print it, but translates it by
 * source maps first, which takes the program's process half a minute.
 */
export function runError(message: string): pulumi.RunError {
  const error = Object.assign(new pulumi.RunError(message), { stack: "" });
  let words = message;
  return Object.defineProperty(error, "message", {
    configurable: true,
    get: () => words,
    set(said: string) {
      if (!said.startsWith(OF_PROPERTY)) words = said;
    },
  });
}

/**
 * What Pulumi's SDK puts before the words of an error that ends a registration: the name of a property, of which the words
 * say more, or of the hidden one that carries what is said of the run.
 */
const OF_PROPERTY = 'error serializing property "';

/**
 * The same of an error of the package. A program that catches it can tell a missing check (`name` is `NotFoundError`)
 * from a refusal, of which it keeps the service's `statusCode` and, where it gave one, the error's `name`.
 */
export function asRunError({ message, name, parts }: ChecksError): pulumi.RunError {
  const { statusCode, errorName } = parts;
  return Object.assign(runError(message), {
    name: errorName ?? name,
    ...(statusCode !== undefined && { statusCode }),
  });
}

/** The same of whatever was thrown: any error that is not the package's own stays what it is. */
export function inOneLine(error: unknown): unknown {
  return error instanceof ChecksError ? asRunError(error) : error;
}
