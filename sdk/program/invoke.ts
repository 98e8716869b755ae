/** Makes the two forms that a program calls from a definition: a promise and an output. */
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import { type FunctionDefinition, lookUp } from "../../provider/core/function";
import type { DeepInput } from "./resourceClass";
import { inOneLine } from "./runError";
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
  session = programSession(),
): Promise<z.output<Result>> {
  try {
    // In JavaScript they may be missing.
    const given = args ?? {};
    refuseOutputs(definition.name, given);
    return await lookUp(definition, given, session, afresh);
  } catch (error) {
    throw inOneLine(error);
  }
}

/** A thing of the program that a look-up means, although the service does not know it so. */
interface Made {
  /** Arguments by which it is found. */
  args: object;
  /** Those find it only once this run has written it. */
  isToBeWritten: boolean;
}

/** What the program itself makes of what look-ups mean. */
export interface OwnThings {
  /** What it creates and a look-up means, unknown in a preview that creates it; undefined if it creates no such thing. */
  madeHere(values: object): pulumi.Output<Made | undefined>;
  /** Arguments for what a look-up will mean when this run is over, where it means another thing now. */
  movedHere(values: object): Promise<pulumi.Output<object> | undefined>;
}

/**
 * Looks up when all arguments are known; in a preview with unknown ones not at all. What does not exist yet but is
 * created by this program is unknown in a preview, and an `up` waits for it; also where another thing is called so still.
 */
export function invokeOutput<Args extends z.ZodObject, Result extends z.ZodType, Place>(
  definition: FunctionDefinition<Args, Result, Place>,
  args: object,
  own?: OwnThings,
): OutputOf<z.output<Result>> {
  // In JavaScript they may be missing, be an output, or be no object at all, which is refused at the look-up.
  const given = args ?? {};
  const entries = Object.entries(given);
  const dates = entries.filter(([, value]) => value instanceof Date);
  const inputs =
    dates.length === 0 ? given : Object.fromEntries(entries.filter((one) => !dates.includes(one)));
  // An output may come from a resource that has just been written, so older answers must not be used. A preview writes
  // nothing.
  const isWriting = !pulumi.runtime.isDryRun();
  const afresh = isWriting && [given, ...Object.values(given)].some(holdsOutput);
  const known = pulumi.output(inputs);
  const look = (values: object, now: boolean) =>
    invoke(definition, dates.length === 0 ? values : { ...values, ...Object.fromEntries(dates) }, now);
  type Found = Outcome<z.output<Result>>;
  const lookNow = async (values: object): Promise<Found | pulumi.Output<Found>> => {
    const first = await outcomeOf(look(values, afresh));
    if (!own || !("error" in first) || !isMissing(first.error)) return first;
    return own.madeHere(values).apply(async (made): Promise<Found | pulumi.Output<Found>> => {
      if (made === undefined) return first;
      const found = await outcomeOf(look(made.args, true));
      if (!("error" in found) || !isMissing(found.error)) return found;
      // It may be of another service, whose ids say nothing here.
      if (isWriting) return outcomeOf(look(values, true));
      return made.isToBeWritten ? (pulumi.output(pulumi.unknown) as pulumi.Output<Found>) : first;
    }) as pulumi.Output<Found>;
  };
  const outcome = known.apply(async (values) => {
    const moved = await own?.movedHere(values);
    return moved ? moved.apply((instead) => outcomeOf(look(instead, isWriting))) : lookNow(values);
  }) as pulumi.Output<Found>;
  return outcome.apply((last) => {
    if ("error" in last) throw last.error;
    return last.result;
  }) as OutputOf<z.output<Result>>;
}

type Outcome<T> = { result: T } | { error: unknown };

/** Failures travel as values and are thrown once at the end, because an output within an output would let them escape. */
async function outcomeOf<T>(look: Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await look };
  } catch (error) {
    return { error };
  }
}

function isMissing(error: unknown): boolean {
  return pulumi.RunError.isInstance(error) && error.name === "NotFoundError";
}

/** An argument may be an output, or a list with outputs in it. */
function holdsOutput(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || (Array.isArray(value) && value.some(holdsOutput));
}

/** The types forbid it; JavaScript does not. */
function refuseOutputs(name: string, args: object): void {
  const refuse = (reason: string, property = "") => {
    throw new ChecksError({
      subject: name,
      property,
      reason: `${reason} an Output, whose value is not known yet`,
      remedy: `Use ${name}Output, which waits for it`,
    });
  };
  if (pulumi.Output.isInstance(args)) refuse("is given");
  for (const [key, value] of Object.entries(args))
    if (holdsOutput(value)) refuse(Array.isArray(value) ? "holds" : "is", key);
}
