/**
 * A resource that got another name in the program is the same resource: it keeps its row of the state, and with it its
 * check. The engine knows rows by their names alone; here they are found by what identifies them on the service.
 */
import type * as pulumi from "@pulumi/pulumi";
import type { Values } from "../../provider/core/fields";
import { whenDoneInProgram } from "../../provider/core/patience";
import type { ResourceDefinition } from "../../provider/core/resource";
import type { Host } from "../../provider/hosts/definitions";
import { isPlain, whenKnown } from "./engineRun";
import { perRun } from "./perRun";
import { mayBeUnheard } from "./remoteComponents";
import { type StackRow, stackRows } from "./stackRows";

/** A resource of the program. */
interface Declared {
  urn: string;
  /** Resolves when the engine has finished with it; absent until it is registered. */
  registered?: Promise<unknown>;
  /** The project that it is to be in. */
  project: pulumi.Input<unknown>;
}

/**
 * All resources of this package that the program has declared, by their URNs and by those that it says they had; those that
 * name by its UUID the check that they are to take over, by its identity.
 */
const declaredOfRun = perRun(() => ({
  own: new Map<string, Declared>(),
  former: new Map<string, Declared>(),
  adopting: new Map<string, Declared>(),
}));

function declaredAs(urn: string): Declared | undefined {
  const { own, former } = declaredOfRun();
  return own.get(urn) ?? former.get(urn);
}

/**
 * The resource of the program that has a row, or a new one that names the row's check by its UUID: a slug is weaker than
 * that.
 */
async function holderOf({ identities }: ResourceDefinition, row: StackRow): Promise<Declared | undefined> {
  const declared = declaredAs(row.urn);
  if (declared) return declared;
  const { project, uuid } = row.values;
  const [told = ""] = identities?.({ project, uuid }) ?? [];
  const adopter = declaredOfRun().adopting.get(told);
  return adopter && !(await stackRows()).has(adopter.urn) ? adopter : undefined;
}

/** Notes which check a resource names, at once where that is plain. */
function noteAdoption(
  { identities }: ResourceDefinition,
  resource: Declared,
  adopt: pulumi.Input<unknown>,
): void {
  const { adopting } = declaredOfRun();
  const note = ([project, known]: unknown[]) => {
    const [told] = identities?.({ project, adopt: known }) ?? [];
    if (told !== undefined && !adopting.has(told)) adopting.set(told, resource);
  };
  const said = [resource.project, adopt];
  if (isPlain(said)) note(said);
  // The engine reports what fails.
  else Promise.all(said.map(whenKnown)).then(note, () => undefined);
}

/** Whether a resource of the program has this URN by its own name. */
export function isDeclared(urn: string): boolean {
  return declaredOfRun().own.has(urn);
}

/** How to report more about a declared resource. */
interface Declaration {
  /** Notes that it is being registered; `registered` resolves when the engine has finished with it. */
  isRegistered(registered: Promise<unknown>): void;
  /** Notes the URNs that it had before according to the program. */
  was(former: readonly string[]): void;
}

/** To be called with each resource when it is declared; `isApart` where rows are not looked for by what they are on the service. */
export function declare(
  definition: ResourceDefinition,
  urn: string,
  { project, adopt }: Values,
  isApart: boolean,
): Declaration {
  const resource: Declared = { urn, project };
  const { own, former: all } = declaredOfRun();
  own.set(urn, resource);
  if (!isApart && adopt !== undefined) noteAdoption(definition, resource, adopt);
  return {
    isRegistered(registered) {
      // The engine reports its failure.
      resource.registered = registered.catch(() => undefined);
    },
    was(former) {
      for (const one of former) all.set(one, resource);
    },
  };
}

/**
 * Whether the program keeps a row's check in its present project, as far as that is known without waiting: an output may
 * come from the resource that would wait for it.
 */
export function staysInProject({ urn, values }: StackRow): boolean {
  const declared = declaredAs(urn);
  if (declared === undefined) return mayBeUnheard(urn);
  return !isPlain(declared.project) || declared.project === values.project;
}

/** Whether no resource of the program has this row, as far as that is known without waiting. */
export function isDropped({ urn }: StackRow): boolean {
  return declaredAs(urn) === undefined && !mayBeUnheard(urn);
}

/** Whether the program declares the row's resource in another project now, as far as that is known without waiting. */
export function leavesProject(row: StackRow): boolean {
  return !isDropped(row) && !staysInProject(row);
}

/**
 * A check that gets a slug which another resource of the program is about to give up waits for that one first. It does
 * not wait for ever, because the other may depend on this one; then the `up` is refused with advice. A check that comes
 * from another project does not wait for one that moves to another, because they might wait for each other.
 */
export async function letGoFirst(
  definition: ResourceDefinition,
  urn: string,
  known: Values,
  isMoved: boolean,
): Promise<void> {
  for (const row of await rowsLike(definition, known)) {
    const other = await holderOf(definition, row);
    const registered = other === declaredAs(urn) ? undefined : other?.registered;
    if (!registered || (isMoved && !staysInProject(row))) continue;
    await whenDoneInProgram(registered);
  }
}

/**
 * The row of a resource: under its own name; under one that the program says it had; or, when it has none, the row of
 * the same check that no resource of the program has any more. Takes as long as one request to the engine; meanwhile the
 * program declares the rest.
 */
export async function formerRow(
  definition: ResourceDefinition,
  { urn, former, host }: { urn: string; former: readonly string[]; host: Host },
  known: Values,
): Promise<StackRow | undefined> {
  const named = await namedRow(definition, urn, former);
  if (named) return named;
  // No row moves from the plugin back to the dynamic host: one with the same slug there belongs to another provider.
  const isOfHost = (row: StackRow) => host === "plugin" || row.host === "dynamic";
  let found: StackRow | undefined;
  for (const row of (await rowsLike(definition, known)).filter(isOfHost)) {
    const holder = await holderOf(definition, row);
    if (declaredAs(row.urn) === undefined && mayBeUnheard(row.urn)) continue;
    if (holder?.urn === urn) return row;
    if (!holder) found ??= row;
  }
  return found;
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
export async function rowsLike(definition: ResourceDefinition, known: Values): Promise<readonly StackRow[]> {
  const { kind, identities } = definition;
  if (!identities) return [];
  const indexes = indexesOfRun();
  const index = indexes.get(kind) ?? indexOf(kind, identities);
  indexes.set(kind, index);
  const rows = await index;
  return [...new Set(identities(known).flatMap((identity) => rows.get(identity) ?? []))];
}

/** The rows of each kind by identity, because thousands of new resources look for theirs. */
const indexesOfRun = perRun(() => new Map<string, Promise<ReadonlyMap<string, StackRow[]>>>());

async function indexOf(kind: string, identities: (values: Values) => string[]) {
  const index = new Map<string, StackRow[]>();
  for (const row of (await stackRows()).values()) {
    if (row.kind !== kind) continue;
    for (const identity of identities(row.values)) index.set(identity, [...(index.get(identity) ?? []), row]);
  }
  return index;
}
