/** What the resource classes share: how the engine finds their provider, and the types of their fields. */
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { type Fields, metaOf, type Values } from "../provider/fields";
import { type ResourceDefinition, warnings } from "../provider/resource";
import { isUnknown } from "../provider/unknown";
import { withoutStacks } from "./withoutStacks";

/** A value, or a promise or output of it, at each level of a list. */
export type DeepInput<T> = pulumi.Input<T extends readonly (infer E)[] ? pulumi.Input<E>[] : T>;

type RequiredKeys<F extends Fields> = {
  [K in keyof F]: undefined extends z.input<F[K]> ? never : K;
}[keyof F];
type Optional<F extends Fields, K extends keyof F> = {
  -readonly [P in K]?: DeepInput<z.input<F[P]>> | undefined;
};
type Mandatory<F extends Fields, K extends keyof F> = { -readonly [P in K]: DeepInput<z.input<F[P]>> };

/** Arguments of a resource: all fields optional but those without a default. */
export type ArgsOf<F extends Fields> = Optional<F, Exclude<keyof F, RequiredKeys<F>>> &
  Mandatory<F, RequiredKeys<F>>;

/** Outputs of a resource. */
export type OutputsOf<F extends Fields> = { readonly [K in keyof F]: pulumi.Output<z.output<F[K]>> };

/**
 * A resource that is served by a dynamic provider of this package. `__provider` is all that ties it to its code: one
 * constant line, the same in every version, which is why upgrading shows no difference.
 */
export abstract class ProvidedResource extends pulumi.CustomResource {
  constructor(
    definition: ResourceDefinition,
    outputs: Fields,
    name: string,
    args: object,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    const { kind, secretOutputs } = definition;
    const code = `exports.handler = () => require("pulumi-checks/provider").${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
    const unset = Object.fromEntries(
      [...Object.keys(definition.fields), ...Object.keys(outputs)].map((key) => [key, undefined]),
    );
    const secrets = secretKeys(definition.fields);
    const properties = { ...unset, ...withSecrets(args as Values, secrets), __provider: code };
    const all = pulumi.mergeOptions(options, { additionalSecretOutputs: [...secretOutputs, ...secrets] });
    const restoreStacks = withoutStacks();
    try {
      super(`pulumi-nodejs:dynamic/checks:${kind}`, name, properties, all);
    } catch (error) {
      restoreStacks();
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
    restoreStacks();
    this.warn(definition, args);
  }

  private warn(definition: ResourceDefinition, args: object): void {
    pulumi.output(args).apply((known) => {
      const named = Object.fromEntries(
        Object.entries(known as Values).filter(([, value]) => !isUnknown(value)),
      );
      for (const message of warnings(definition, named)) void pulumi.log.warn(message, this);
    });
  }
}

function secretKeys(fields: Fields): string[] {
  return Object.keys(fields).filter((key) => metaOf(fields, key).secret);
}

/** The arguments that are secrets by themselves, marked as such. */
function withSecrets(args: Values, secrets: readonly string[]): Values {
  const given = secrets.filter((key) => args[key] !== undefined);
  return { ...args, ...Object.fromEntries(given.map((key) => [key, pulumi.secret(args[key])])) };
}
