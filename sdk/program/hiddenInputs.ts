/**
 * Inputs that are for the provider alone, which takes them out again when the engine has it check a resource. In a
 * preview the engine does not start an explicit provider of which it does not know all arguments: what is sent for it
 * would stay among the resource's inputs, and an update plan would hold it and print it.
 */
import * as pulumi from "@pulumi/pulumi";
import { type Values, withoutInternals } from "../../provider/core/fields";
import { isKnown } from "./engineRun";

const argumentsOf = new WeakMap<pulumi.ProviderResource, Values>();

/** Notes the arguments of an explicit provider of the program. */
export function noteArguments(provider: pulumi.ProviderResource, args: Values): void {
  argumentsOf.set(provider, args);
}

/** The inputs of a resource, without what its provider will not be there to take out. */
export function whereHeard(inputs: Values, provider: pulumi.ProviderResource | undefined): Values {
  const args = provider && argumentsOf.get(provider);
  if (!args || !pulumi.runtime.isDryRun()) return inputs;
  const isThere = isKnown(args);
  const open = withoutInternals(inputs);
  const hidden = Object.entries(inputs).filter(([key]) => !Object.hasOwn(open, key));
  return {
    ...open,
    ...Object.fromEntries(hidden.map(([key, value]) => [key, ifTrue(isThere, value)])),
  };
}

/** A value that also refuses the resource, if it rejects. */
function ifTrue(isSo: Promise<boolean>, value: unknown): Promise<unknown> {
  const both = Promise.all([isSo, value]).then(([is, known]) => (is ? known : undefined));
  // Pulumi's SDK reads it later; until then Node would report an unhandled rejection.
  both.catch(() => undefined);
  return both;
}
