/** What a resource learns from the run before it is registered: its row in the state, and whether it is admitted. */
import * as pulumi from "@pulumi/pulumi";
import type { Values } from "../../provider/core/fields";
import type { ResourceDefinition } from "../../provider/core/resource";
import type { SentNote } from "../../provider/core/runNotes";
import { type DefinitionName, definitions, type Host, typeOf } from "../../provider/hosts/definitions";
import { homeIn } from "../../provider/monitor/checkHome";
import { hasEngine, stackName, whenKnown } from "./engineRun";
import { declare, formerRow, isDeclared, letGoFirst, namedRow } from "./formerName";
import { givenAliases, inheritedAliases } from "./givenAliases";
import { runError } from "./runError";
import { areRowsListed, mayHaveRowsOf, type StackRow, stackRows } from "./stackRows";
import { type Place, urnOf } from "./urn";

/** What the rest of the program contributes to a resource. */
export interface Admission {
  /** What is sent in place of the arguments, where that differs from them. */
  sent?: object;
  /** Rejects when the resource must not be registered: nothing is made of it then. */
  admitted?: () => Promise<unknown>;
  /** Called at once, where an engine runs the program, with the row that the resource had before this run, if it had one. */
  formerly?: (row: Promise<StackRow | undefined>) => void;
  /** Called with the id of the resource's row as soon as it is known. */
  knownAs?: (id: string) => void;
  /** What else the note says of a resource, which may have a row. Asked when the program has declared its resources. */
  noted?: (origin: Origin, row: StackRow | undefined) => Promise<Partial<SentNote>>;
}

/** Whether a resource has no row yet, has one in another project, or has one where it stays. */
export type Origin = "new" | "moved" | "kept";

/** What is added to a resource's registration. */
interface Joined {
  note?: Promise<SentNote | undefined>;
  /** The row that it keeps. */
  alias?: Promise<string | pulumi.Alias>;
  /** To be called at the registration, with a promise that resolves when the engine has finished with the resource. */
  isRegistered(registered: Promise<unknown>): void;
}

/** A resource as the program declares it, and what serves it. */
interface NewResource {
  servedAs: DefinitionName;
  host: Host;
  name: string;
  args: Values;
  options: pulumi.CustomResourceOptions | undefined;
  /** It has an explicit provider: a check with its slug elsewhere is another one, and no row says whose it is. */
  isApart: boolean;
}

/** Declares a resource to the run. Its registration waits for the result. */
export function joinRun(resource: NewResource, admission: Admission): Joined {
  if (!hasEngine()) {
    return {
      note: noteAfterAdmission(admission, undefined),
      isRegistered: (registered) => void registered.catch(() => undefined),
    };
  }
  const { servedAs, host, name, args, options, isApart } = resource;
  const definition = definitions[servedAs];
  const place = { project: pulumi.getProject(), stack: pulumi.getStack() };
  const type = typeOf(host, servedAs);
  const dynamicType = typeOf("dynamic", servedAs);
  const urn = urnOf(place, type, name, options?.parent);
  const { isRegistered, was } = declare(definition, urn, args, isApart);
  const former = formerUrns(place, resource, was);
  // The engine reports an alias that fails.
  former.catch(() => undefined);
  const asked = isApart
    ? former.then((names) => namedRow(definition, urn, names))
    : rowFor(definition, { urn, former, host }, args);
  const row = asked.then(async (found) => {
    const onPlugin = found ?? (await ownRow(urnOf(place, typeOf("plugin", servedAs), name, options?.parent)));
    if (onPlugin?.host === "plugin" && host === "dynamic") throw runError(noWayBack(definition, name));
    return found;
  });
  // The note carries the reason.
  admission.formerly?.(row.catch(() => undefined));
  const note = row.then((found) =>
    noteAfterAdmission(admission, () => noteFor(name, found, args, admission)),
  );
  // Pulumi's SDK reads it later; until then Node would report an unhandled rejection.
  note.catch(() => undefined);
  return {
    isRegistered,
    note,
    alias: row.then(
      (found) =>
        found?.urn ??
        unfoundRow(host, { type: dynamicType, urn: urnOf(place, dynamicType, name, options?.parent) }, urn),
      // The note carries the reason.
      () => urn,
    ),
  };
}

/**
 * What a resource names as the one that it was, where no row of its own was found: a row of the dynamic host may stand below a
 * component that has another name now, too, unless that is a resource of its own beside one of an explicit provider. One alias
 * of each resource is much of what a large program costs.
 */
async function unfoundRow(
  host: Host,
  onDynamic: { type: string; urn: string },
  urn: string,
): Promise<string | pulumi.Alias> {
  const mayBeThere = host === "plugin" && (await mayHaveRowsOf("dynamic"));
  return mayBeThere && !isDeclared(onDynamic.urn) ? { type: onDynamic.type } : urn;
}

/** The URNs that the program says a resource had. What can be told at once is noted at once: others look for rows, too. */
async function formerUrns(
  place: Place,
  { servedAs, host, name, options }: NewResource,
  was: (former: readonly string[]) => void,
): Promise<string[]> {
  const type = typeOf(host, servedAs);
  const moved = host === "plugin" ? [urnOf(place, typeOf("dynamic", servedAs), name, options?.parent)] : [];
  const own = [...givenAliases(place, { type, name, options }), ...moved];
  was(own);
  const inherited = await inheritedAliases(options?.parent, type, name);
  was(inherited);
  return [...own, ...inherited];
}

/** The row of this very URN. */
async function ownRow(urn: string): Promise<StackRow | undefined> {
  return (await stackRows()).get(urn);
}

/** Its row lacks what the dynamic host needs, so the next refresh would fail. */
function noWayBack({ kind }: ResourceDefinition, name: string): string {
  return `${kind} "${name}": the native plugin has served it, and there is no way back to the dynamic host. Set checks:host to plugin again, or give the resource back the Provider that it had.`;
}

async function noteAfterAdmission(
  { admitted: gate }: Admission,
  note: (() => Promise<SentNote>) | undefined,
): Promise<SentNote | undefined> {
  await gate?.();
  return note?.();
}

async function rowFor(
  definition: ResourceDefinition,
  { former, ...place }: { urn: string; former: Promise<readonly string[]>; host: Host },
  args: Values,
): Promise<StackRow | undefined> {
  const { urn } = place;
  if (!definition.identities) return ownRow(urn);
  const known: Values = {};
  for (const key of definition.identifiedBy ?? []) {
    const value = await whenKnown(args[key] as pulumi.Input<unknown>);
    if (value !== undefined) known[key] = value;
  }
  const row = await formerRow(definition, { ...place, former: await former }, known);
  const isMoved = row !== undefined && row.values.project !== known.project;
  if (!row || isMoved) await letGoFirst(definition, urn, known, isMoved);
  return row;
}

async function noteFor(
  name: string,
  row: StackRow | undefined,
  args: Values,
  { knownAs, noted }: Admission,
): Promise<SentNote> {
  const id = typeof row?.values.uuid === "string" ? row.values.uuid : undefined;
  if (id !== undefined) knownAs?.(id);
  const sameProject = row && (await whenKnown(args.project as pulumi.Input<unknown>)) === row.values.project;
  const home = sameProject ? homeIn(row.values) : undefined;
  return {
    name,
    stack: stackName(),
    preview: pulumi.runtime.isDryRun(),
    fillsIn: true,
    ...(id !== undefined && (sameProject ? { row: id } : { rowElsewhere: id })),
    ...(home !== undefined && { home }),
    ...(typeof row?.values.__owner === "string" && { owner: row.values.__owner }),
    ...(row?.values.__stamped === true && { stamped: true }),
    ...(!(await areRowsListed()) && { unlisted: true }),
    ...(await noted?.(row === undefined ? "new" : sameProject ? "kept" : "moved", row)),
  };
}
