/** What the last `up` of a stack left, from the engine's export of its state. */

import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import type { Values } from "../../provider/core/fields";
import { jsonIn, readText } from "../files";
import { engineWords, pulumi, type StackPlace } from "../pulumi";
import { type ExplicitProvider, explicitIn, providerBy } from "./providers";
import { type ReadValues, type Row, rowOf, valuesOf } from "./row";
import type { StackSource } from "./source";

/** A resource as the last `up` left it. */
export interface AppliedRow extends Row {
  /** The id, which for a check is its UUID. */
  id: string;
  applied: ReadValues;
  /** ISO 8601: when the engine made it or took it over. */
  created?: string;
  /** The provider whose arguments say where it is; absent: the stack's configuration does. */
  provider?: ExplicitProvider;
}

const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  delete: z.boolean().optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  outputs: z.record(z.string(), z.unknown()).optional(),
  created: z.string().optional(),
  external: z.boolean().optional(),
  provider: z.string().optional(),
  stackTrace: z.unknown().optional(),
});
/** A resource as an exported state has it, whoever's. */
export type StateResource = z.output<typeof resource>;

/** Any other JSON, such as a file of the backend's own, must not pass for a stack without resources. */
const exported = z.object({
  version: z.number(),
  deployment: z.object({ resources: z.array(resource).nullish() }).nullable(),
});

/** What the last `up` of a stack left of this package's resources, from the engine or from a file. */
export async function readState(source: StackSource): Promise<AppliedRow[]> {
  return appliedRows(await readResources(source));
}

/** All resources that the last `up` of a stack left. */
export async function readResources({ file, ...place }: StackSource): Promise<StateResource[]> {
  return file === undefined ? exportState(place) : parseResources(readText(file), file);
}

/**
 * Exports the state of a stack. The secrets in it are decrypted where the engine can do that, because what the
 * service made of our last write is among them; they stay in this process.
 */
async function exportState(place: StackPlace): Promise<StateResource[]> {
  const withSecrets = await pulumi(["stack", "export", "--show-secrets"], place);
  const run = withSecrets.code === 0 ? withSecrets : await pulumi(["stack", "export"], place);
  if (run.code === 0)
    return parseResources(run.stdout, `stack ${place.stack ?? "selected"} in ${place.folder}`);
  throw new ChecksError({
    subject: place.stack === undefined ? "the selected stack" : `stack ${place.stack}`,
    reason: engineWords(run.stderr),
  });
}

/**
 * The resources in an exported state; those that are only waiting to be deleted are left out.
 * @throws {ChecksError} when the text is not an exported state; `what` is named in the message.
 */
export function parseResources(text: string, what: string): StateResource[] {
  const parsed = exported.safeParse(jsonIn(text));
  if (!parsed.success) {
    throw new ChecksError({
      subject: what,
      reason: "is not an exported state",
      remedy: "Make one with `pulumi stack export --show-secrets`",
    });
  }
  return (parsed.data.deployment?.resources ?? []).filter((given) => !given.delete);
}

/** Those of this package that the stack declares; what its program only looks at (`Check.get`) is not its own. */
export function appliedRows(resources: readonly StateResource[]): AppliedRow[] {
  const providers = providersIn(resources);
  return resources.flatMap((given) => {
    const row = given.external ? undefined : rowOf(given);
    if (!row || !given.id) return [];
    const applied = withSecretsOf(given.inputs ?? {}, valuesOf(given.outputs ?? {}));
    const urn = explicitIn(given.provider);
    const provider = urn === undefined ? undefined : (providers.get(urn) ?? providerBy(urn, undefined));
    return [
      {
        ...row,
        id: given.id,
        applied,
        ...(given.created !== undefined && { created: given.created }),
        ...(provider && { provider }),
      },
    ];
  });
}

/** The explicit providers of a state, by URN. */
export function providersIn(resources: readonly StateResource[]): Map<string, ExplicitProvider> {
  return new Map(
    resources
      .filter(({ urn, id }) => explicitIn(`${urn}::${id}`) !== undefined)
      .map(({ urn, inputs = {} }) => [urn, providerBy(urn, inputs)]),
  );
}

/** The engine marks an output secret by the input of that name, but loses some marks, in lists for example. */
function withSecretsOf(inputs: Record<string, unknown>, applied: ReadValues): ReadValues {
  return { ...applied, secret: new Set([...applied.secret, ...valuesOf(inputs).secret]) };
}

/** The named project that a resource's check lives in; undefined is the default one. */
export function projectOf(values: Values): string | undefined {
  return typeof values.project === "string" ? values.project : undefined;
}

/** Whether a row is of the named project; every row is where none is named. */
export function isOf(project: string | undefined, { applied: { values } }: AppliedRow): boolean {
  return project === undefined || projectOf(values) === project;
}
