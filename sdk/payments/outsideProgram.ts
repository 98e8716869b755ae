/** Functions that act: each call does something at the service, so they do not belong in a Pulumi program. */
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { type FunctionDefinition, lookUp } from "../../provider/core/function";
import { silent } from "../../provider/core/log";
import { Session } from "../../provider/core/session";
import { hasEngine } from "../program/engineRun";
import { asRunError } from "../program/runError";

/** The session of a script or a server, without a stack's configuration. */
const session = new Session(() => undefined, silent);

/**
 * Acts, configured by the settings of the call and the environment.
 * @throws {pulumi.RunError} in a Pulumi program, which runs at each preview, up and refresh; `resource` is what to declare.
 * Any other error would be shown there as an unhandled exception.
 */
export async function act<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  resource: string,
  args: object,
): Promise<z.output<Result>> {
  // A component that a program in another language uses has no stack at hand, only the engine's connection.
  if (pulumi.runtime.getStackResource() !== undefined || hasEngine()) {
    const refused = new ChecksError({
      subject: definition.name,
      reason: "a Pulumi program runs at each preview, up and refresh, and would do this each time",
      remedy: `Declare ${resource}, which does it once; this function is for scripts and servers`,
    });
    throw asRunError(refused);
  }
  return lookUp(definition, args, session);
}
