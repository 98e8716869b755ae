/** From a definition to the two forms that a program calls: a promise, and an output. */
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ChecksError } from "../../provider/errors";
import { type FunctionDefinition, lookUp } from "../../provider/functions/function";
import type { DeepInput } from "../resourceClass";
import { runError } from "../runError";
import { programSession } from "./session";

/** Arguments of the Output form: each may be an output. Dates may not, since Pulumi takes them apart. */
export type InputsOf<Args> = {
  [K in keyof Args]: DeepInput<Exclude<Args[K], Date>> | Extract<Args[K], Date>;
};

/**
 * An output of a result. All its keys are there, so that `output.key` is an Output also where the value may be
 * undefined.
 */
export type OutputOf<Result> = pulumi.Output<{ [K in keyof Required<Result>]: Result[K] }>;

/** Looks up now. @throws {pulumi.RunError} of one line. */
export async function invoke<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  args: object,
  afresh = false,
): Promise<z.output<Result>> {
  try {
    refuseOutputs(definition.name, args);
    return await lookUp(definition, args, programSession(), afresh);
  } catch (error) {
    throw error instanceof ChecksError ? runError(error.message) : error;
  }
}

/** Looks up when all arguments are known; in a preview with unknown ones not at all. */
export function invokeOutput<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  args: object,
): OutputOf<z.output<Result>> {
  const entries = Object.entries(args);
  const dates = entries.filter(([, value]) => value instanceof Date);
  const inputs = entries.filter(([, value]) => !(value instanceof Date));
  // What an output says may be news: the resource behind it has just been written. A preview writes nothing.
  const afresh = !pulumi.runtime.isDryRun() && inputs.some(([, value]) => holdsOutput(value));
  const known = pulumi.output(Object.fromEntries(inputs));
  return known.apply((values) =>
    invoke(definition, { ...values, ...Object.fromEntries(dates) }, afresh),
  ) as OutputOf<z.output<Result>>;
}

/** An argument may be an output, or a list with outputs in it. */
function holdsOutput(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || (Array.isArray(value) && value.some(holdsOutput));
}

/** The types forbid it; JavaScript does not. */
function refuseOutputs(name: string, args: object): void {
  const output = Object.entries(args).find(([, value]) => pulumi.Output.isInstance(value));
  if (output === undefined) return;
  throw new ChecksError({
    subject: name,
    property: output[0],
    reason: "is an Output, whose value is not known yet",
    remedy: `Use ${name}Output, which waits for it`,
  });
}
