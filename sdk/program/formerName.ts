/**
 * A resource that got another name in the program is the same resource: it keeps its row of the state, and with it its
 * check. The engine knows rows by their names alone; here they are found by what identifies them on the service.
 */
import type * as pulumi from "@pulumi/pulumi";
import type { Values } from "../../provider/core/fields";
import type { ResourceDefinition } from "../../provider/core/resource";
import type { Host } from "../../provider/hosts/definitions";
import { isPlain } from "./engineRun";
import { patiently } from "./patience";
import { perRun } from "./perRun";
import { type StackRow, stackRows } from "./stackRows";

/** A resource of the program. */
interface Declared {
  /** Resolves when the engine has done with it; absent until it is asked. */
  registered?: Promise<unknown>;
  /** Where it is to be. */
  project: pulumi.Input<unknown>;
}

/** All resources of this package that the program has declared, by their URNs and by those that it says they had. */
const declaredOfRun = perRun(() => ({
  own: new Map<string, Declared>(),
  former: new Map<string, Declared>(),
}));

function declaredAs(urn: string): Declared | undefined {
  const { own, former } = declaredOfRun();
  return own.get(urn) ?? former.get(urn);
}

/** Whether a resource of the program has this URN by its own name. */
export function isDeclared(urn: string): boolean {
  return declaredOfRun().own.has(urn);
}

/** What else is told of a resource that was declared. */
interface Declaration {
  /** The engine was asked for it: resolves when that has done with it. */
  isRegistered(registered: Promise<unknown>): void;
  /** The program says that it had these URNs. */
  was(former: readonly string[]): void;
}

/** To be called with each resource when it is declared. */
export function declare(urn: string, { project }: Values): Declaration {
  const resource: Declared = { project };
  const { own, former: all } = declaredOfRun();
  own.set(urn, resource);
  return {
    isRegistered(registered) {
      // Its failure is the engine's to tell.
      resource.registered = registered.catch(() => undefined);
    },
    was(former) {
      for (const one of former) all.set(one, resource);
    },
  };
}

/**
 * Whether the program keeps what a row has in the project where it is, as far as that is plain: nobody waits for an output,
 * which may come from the very resource that would wait.
 */
export function staysInProject({ urn, values }: StackRow): boolean {
  const declared = declaredAs(urn);
  return declared !== undefined && (!isPlain(declared.project) || declared.project === values.project);
}

/** Whether no resource of the program has a row, as far as that is plain. */
export function isDropped({ urn }: StackRow): boolean {
  return declaredAs(urn) === undefined;
}

/** Whether the program has what a row stands for in another project now, as far as that is plain. */
export function leavesProject(row: StackRow): boolean {
  return !isDropped(row) && !staysInProject(row);
}

/**
 * A check that is to have a slug which another resource of the program is about to give up lets that one go first.
 * Not for ever: that one may depend on this one, and then the `up` is refused with the way out. One that comes from
 * another project does not wait for one that goes to another: they might wait for each other.
 */
export async function letGoFirst(
  definition: ResourceDefinition,
  urn: string,
  known: Values,
  isMoved: boolean,
): Promise<void> {
  for (const row of await rowsLike(definition, known)) {
    const other = declaredAs(row.urn);
    const registered = other === declaredAs(urn) ? undefined : other?.registered;
    if (!registered || (isMoved && !staysInProject(row))) continue;
    await patiently(registered);
  }
}

/**
 * The row of a resource: under its own name; under one that the program says it had; or, when it has none, the row of the
 * same check that no resource of the program has any more. Takes as long as one question to the engine, in which the program declares the rest.
 */
export async function formerRow(
  definition: ResourceDefinition,
  { urn, former, host }: { urn: string; former: readonly string[]; host: Host },
  known: Values,
): Promise<StackRow | undefined> {
  const named = await namedRow(definition, urn, former);
  if (named) return named;
  // From the plugin no row comes back to the dynamic host: one of the same slug there is another provider's.
  const isOpen = (row: StackRow) => !declaredAs(row.urn) && (host === "plugin" || row.host === "dynamic");
  return (await rowsLike(definition, known)).find(isOpen);
}

/** The row of a resource under its own name, or under one that the program says it had. */
export async function namedRow(
  { kind }: ResourceDefinition,
  urn: string,
  former: readonly string[],
): Promise<StackRow | undefined> {
  const rows = await stackRows();
  const { own } = declaredOfRun();
  return [urn, ...former.filter((one) => !own.has(one))]
    .map((one) => rows.get(one))
    .find((row) => row?.kind === kind);
}

/** The rows of the state that are the same thing on the service as what has these values. */
async function rowsLike(definition: ResourceDefinition, known: Values): Promise<readonly StackRow[]> {
  const { kind, identities } = definition;
  if (!identities) return [];
  const indexes = indexesOfRun();
  const index = indexes.get(kind) ?? indexOf(kind, identities);
  indexes.set(kind, index);
  const rows = await index;
  return [...new Set(identities(known).flatMap((identity) => rows.get(identity) ?? []))];
}

/** For each kind, the rows by what identifies them: thousands of new resources look for theirs. */
const indexesOfRun = perRun(() => new Map<string, Promise<ReadonlyMap<string, StackRow[]>>>());

async function indexOf(kind: string, identities: (values: Values) => string[]) {
  const index = new Map<string, StackRow[]>();
  for (const row of (await stackRows()).values()) {
    if (row.kind !== kind) continue;
    for (const identity of identities(row.values)) index.set(identity, [...(index.get(identity) ?? []), row]);
  }
  return index;
}
