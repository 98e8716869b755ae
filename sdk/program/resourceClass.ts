/** What all resource classes share: how the engine finds their provider, and the types of their fields. */
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import {
  type Fields,
  type Given,
  secretsAmong,
  type Values,
  withoutInternals,
} from "../../provider/core/fields";
import { type ResourceDefinition, secretsOf } from "../../provider/core/resource";
import { LOOKED_AT, RUN_NOTE } from "../../provider/core/runNotes";
import { isUnknown } from "../../provider/core/unknown";
import { warnings } from "../../provider/core/validation";
import { type DefinitionName, definitions, type Host, typeOf } from "../../provider/hosts/definitions";
import { hasEngine, isPlain, stackName, whenKnown } from "./engineRun";
import { whereHeard } from "./hiddenInputs";
import { explicitProvider, hostOf } from "./host";
import { checkInstallation } from "./installation";
import { type Admission, joinRun } from "./joinRun";
import { withProgramLine } from "./programLine";
import { refuseHalfPairs, refuseNoArgs, refuseNoValues } from "./refusal";
import { defineRowOutputs, outputsUnset } from "./rowOutputs";
import { inOneLine, runError } from "./runError";
import { programSession } from "./session";
import { withoutStacks } from "./withoutStacks";

/** A value, or a promise or output of it, at each level of a list. */
export type DeepInput<T> = pulumi.Input<T extends readonly (infer E)[] ? readonly pulumi.Input<E>[] : T>;

type RequiredKeys<F extends Fields> = {
  [K in keyof F]: undefined extends z.input<F[K]> ? never : K;
}[keyof F];
type Optional<F extends Fields, K extends keyof F> = {
  -readonly [P in K]?: DeepInput<Given<z.input<F[P]>>> | undefined;
};
type Mandatory<F extends Fields, K extends keyof F> = { -readonly [P in K]: DeepInput<Given<z.input<F[P]>>> };

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
    servedAs: DefinitionName,
    name: string,
    args: object,
    options: pulumi.CustomResourceOptions | undefined,
    admission: Admission = {},
  ) {
    const definition = definitions[servedAs];
    const { fields } = definition;
    refuseNoArgs(`${definition.kind} "${name}"`, args);
    refuseNoValues(`${definition.kind} "${name}"`, args);
    refuseHalfPairs(`${definition.kind} "${name}"`, args);
    const provider = explicitProvider(servedAs, options);
    const host = hostOf(provider);
    if (host === "dynamic" && options?.import !== undefined) throw runError(importRefused(definition, name));
    checkInstallation(`${definition.kind} "${name}"`, host === "dynamic");
    const type = typeOf(host, servedAs);
    const code = `exports.handler = () => require("pulumi-checks/provider").${servedAs}`;
    const isApart = provider !== undefined;
    const run: ReturnType<typeof joinRun> =
      options?.id === undefined
        ? joinRun({ servedAs, host, name, args: args as Values, options, isApart }, admission)
        : READ;
    const isRead = run === READ;
    // In a unit test the mocks may be others when an output is asked for, and know nothing of this row then.
    const isWhole = isRead || !hasEngine();
    const told = { ...(admission.sent ?? args), ...(run.note && { [RUN_NOTE]: run.note }) };
    const properties = {
      ...(isWhole && outputsUnset(definition)),
      ...withSecrets(whereHeard(told, provider), secretsAmong(fields)),
      ...(isRead && { [LOOKED_AT]: true }),
      ...(host === "dynamic" && { __provider: code }),
    };
    const all = pulumi.mergeOptions(withNamesIgnored(options, fields), {
      // Whether an output is a secret is not known yet.
      additionalSecretOutputs: secretsOf(definition, !isPlain(withoutInternals(args))),
      ...(run.alias && { aliases: [run.alias] }),
    });
    const restoreStacks = withoutStacks();
    const restoreSites = withProgramLine();
    try {
      super(type, name, properties, all);
    } catch (error) {
      restoreStacks();
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      restoreStacks();
      restoreSites();
    }
    run.isRegistered(whenKnown(this.urn));
    servedBy.set(this, { host, servedAs, args: args as Values, note: run.note, isRead, isApart, name });
    const secrets = options?.additionalSecretOutputs ?? [];
    defineRowOutputs(this, definition, { args: args as Values, secrets }, isWhole);
    void warn(this, definition, args as Values);
  }
}

/** `"*"` by the names of the fields: the engine would drop what is sent beside them, too, such as the note of the run. */
function withNamesIgnored(
  options: pulumi.CustomResourceOptions | undefined,
  fields: Fields,
): pulumi.CustomResourceOptions | undefined {
  if (!options?.ignoreChanges?.includes("*")) return options;
  return {
    ...options,
    ignoreChanges: [...new Set([...options.ignoreChanges, ...Object.keys(fields)])].filter(
      (path) => path !== "*",
    ),
  };
}

/** A resource that is only read does not join the run: nobody waits for it, and it has no row that another one could want. */
const READ: ReturnType<typeof joinRun> = {
  isRegistered: (registered) => void registered.catch(() => undefined),
};

/** What serves a resource of the program, with its declaration. */
const servedBy = new WeakMap<object, Served>();

interface Served {
  host: Host;
  servedAs: DefinitionName;
  args: Values;
  note: ReturnType<typeof joinRun>["note"];
  /** The program only looks at it. */
  isRead: boolean;
  /** It has an explicit provider. */
  isApart: boolean;
  name: string;
}

/** Rejects when a resource of the program is refused before it is registered. Its outputs would never settle then. */
export async function whenAdmitted(resource: pulumi.CustomResource): Promise<void> {
  const served = servedBy.get(resource);
  await Promise.all([served?.note, whenKnown(pulumi.output(served?.args))]);
}

/** Calls a method of a resource once it exists; never in a preview. The plugin offers it to every language. */
export function callMethod(resource: pulumi.CustomResource, method: string): pulumi.Output<void> {
  const served = servedBy.get(resource);
  if (!served) throw new Error("a resource notes what serves it when it is made");
  const { host, servedAs, args, isRead, isApart, name } = served;
  const definition = definitions[servedAs];
  if (isRead && isApart) throw runError(apartRefused(definition, name, method));
  // The engine knows nothing of a resource that is only looked at when a method of the plugin is called.
  if (host === "plugin" && !isRead) {
    const token = `${typeOf("plugin", servedAs)}/${method}`;
    return pulumi.runtime.call<unknown>(token, { __self__: resource }, resource).apply(() => undefined);
  }
  const isEngine = hasEngine();
  return pulumi.all([resource.id, pulumi.output(args)]).apply(async ([id, inputs]) => {
    // In a unit test with mocks nothing was written, and the machine may have settings for a real service.
    if (pulumi.runtime.isDryRun() || !isEngine) return;
    try {
      const session = programSession();
      session.stack ??= stackName();
      await definition.methods?.[method]?.act(session, id, inputs as Values);
    } catch (error) {
      throw inOneLine(error);
    }
  });
}

/** The program itself calls such a method, and knows the stack's keys, but not those of an explicit provider. */
function apartRefused({ kind }: ResourceDefinition, name: string, method: string): string {
  return `${kind} "${name}": ${method}: does not work with an explicit provider while the program only looks at it. Declare it, or look at it without the provider, in a named project (checks:projects) if it is in another one`;
}

/** Warns of what is allowed but probably not meant, as far as it is known. */
async function warn(resource: pulumi.Resource, definition: ResourceDefinition, args: Values): Promise<void> {
  const named: Values = {};
  for (const [key, value] of Object.entries(args)) {
    const known = await whenKnown(value);
    if (known !== undefined && !isUnknown(known)) named[key] = known;
  }
  for (const message of warnings(definition, named)) await pulumi.log.warn(message, resource);
}

/** The engine would ask the dynamic provider about a resource that it does not know, and end in a stack trace. */
function importRefused({ kind, fields }: ResourceDefinition, name: string): string {
  const instead =
    "adopt" in fields
      ? 'declaring its slug takes an existing one over, and so does adopt: "<uuid>" for one without a slug'
      : "declaring it is enough";
  return `${kind} "${name}": the option import does not work with this provider. Remove it; ${instead}.`;
}

/** The arguments that are secrets by themselves, marked as such. */
function withSecrets(args: Values, secrets: readonly string[]): Values {
  const given = secrets.filter((key) => args[key] !== undefined);
  return { ...args, ...Object.fromEntries(given.map((key) => [key, pulumi.secret(args[key])])) };
}
