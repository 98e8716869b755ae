/** What the last `up` of a stack left, from the engine's export of its state. */

import { z } from "zod";
import { ChecksError } from "../../provider/core/errors";
import type { Values } from "../../provider/core/fields";
import { jsonIn, readText } from "../files";
import { engineWords, pulumi, type StackPlace } from "../pulumi";
import { type ExplicitProvider, explicitProviderIn, providerBy } from "./providers";
import { type ReadValues, type Row, rowOf, valuesOf } from "./row";
import type { StackSource } from "./source";

/** A resource as the last `up` left it. */
export interface AppliedRow extends Row {
  /** The id, which for a check is its UUID. */
  id: string;
  applied: ReadValues;
  /** ISO 8601: when the engine created or imported it. */
  created?: string;
  /** The provider whose arguments say where it is; absent if the stack's configuration does. */
  provider?: ExplicitProvider;
  /** Whether it stays on the service when the program drops it (`retainOnDelete`). */
  retained?: true;
}

const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  delete: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  outputs: z.record(z.string(), z.unknown()).optional(),
  created: z.string().optional(),
  external: z.boolean().optional(),
  provider: z.string().optional(),
  stackTrace: z.unknown().optional(),
});
/** Any resource of an exported state, of any package. */
export type StateResource = z.output<typeof resource>;

/** Requires the key `deployment`, because other JSON, such as a file of the backend's own, must not pass for an empty stack. */
const exported = z.object({
  version: z.number(),
  deployment: z.object({ resources: z.array(resource).nullish() }).nullable(),
});

/** This package's resources after the last `up` of a stack, from the engine or from a file. */
export async function readState(source: StackSource): Promise<AppliedRow[]> {
  return appliedRows(await readResources(source));
}

/** All resources after the last `up` of a stack. */
export async function readResources({ file, ...place }: StackSource): Promise<StateResource[]> {
  return file === undefined ? exportState(place) : parseResources(readText(file), file);
}

/**
 * Exports the state of a stack. Secrets are decrypted if the engine can, because the service's spelling of our last
 * write is among them; they stay in this process.
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
 * The resources in an exported state, except those that are only waiting to be deleted.
 * @throws {ChecksError} naming `what` if the text is no exported state.
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

/** This package's resources that the stack declares. Excludes those that its program only looks up (`Check.get`). */
export function appliedRows(resources: readonly StateResource[]): AppliedRow[] {
  const providers = providersIn(resources);
  return resources.flatMap((given) => {
    const row = given.external ? undefined : rowOf(given);
    if (!row || !given.id) return [];
    const applied = withSecretsOf(given.inputs ?? {}, valuesOf(given.outputs ?? {}));
    const urn = explicitProviderIn(given.provider);
    const provider = urn === undefined ? undefined : (providers.get(urn) ?? providerBy(urn, undefined));
    return [
      {
        ...row,
        id: given.id,
        applied,
        ...(given.created !== undefined && { created: given.created }),
        ...(provider && { provider }),
        ...(given.retainOnDelete && { retained: true }),
      },
    ];
  });
}

/** The explicit providers of a state, by URN. */
export function providersIn(resources: readonly StateResource[]): Map<string, ExplicitProvider> {
  return new Map(
    resources
      .filter(({ urn, id }) => explicitProviderIn(`${urn}::${id}`) !== undefined)
      .map(({ urn, inputs = {} }) => [urn, providerBy(urn, inputs)]),
  );
}

/**
 * The engine marks an output as secret if the input of the same name is, but loses some marks, for example in lists.
 */
function withSecretsOf(inputs: Record<string, unknown>, applied: ReadValues): ReadValues {
  return { ...applied, secret: new Set([...applied.secret, ...valuesOf(inputs).secret]) };
}

/** The named project of a resource's check; undefined for the default one. */
export function projectOf(values: Values): string | undefined {
  return typeof values.project === "string" ? values.project : undefined;
}

/** Whether a row belongs to the named project. Without a name, every row does. */
export function isOf(project: string | undefined, { applied: { values } }: AppliedRow): boolean {
  return project === undefined || projectOf(values) === project;
}
