/** The rows in the state of this program's own stack, as the last run left them. */
import * as pulumi from "@pulumi/pulumi";
import type { Values } from "../../provider/core/fields";
import { LOOKED_AT } from "../../provider/core/runNotes";
import { type DefinitionName, definitions, type Host, typeOf } from "../../provider/hosts/definitions";
import { stackReference } from "../../provider/hosts/stackReference";
import { whenWritten } from "../../provider/hosts/stateFile";
import { nameIn, typeIn } from "../../provider/hosts/urnParts";
import { hasEngine } from "./engineRun";
import { perRun } from "./perRun";

/** A resource's row of the state. */
export interface StackRow {
  urn: string;
  /** Name of the resource in the program that made it. */
  name: string;
  /** For example `Check`. */
  kind: string;
  host: Host;
  /** Its outputs, without what is secret. */
  values: Values;
}

/** Which host and kind a type of a row stands for. */
const KINDS: ReadonlyMap<string, Pick<StackRow, "host" | "kind">> = new Map(
  (Object.keys(definitions) as DefinitionName[]).flatMap((name) =>
    (["dynamic", "plugin"] as const).map((host) => [
      typeOf(host, name),
      { host, kind: definitions[name].kind },
    ]),
  ),
);

/** Requested once per run; undefined if the engine does not list them. */
const listed = perRun(readRows);

/** Rows of this package's resources, by URN. */
export async function stackRows(): Promise<ReadonlyMap<string, StackRow>> {
  return (await listed()) ?? new Map();
}

/** Whether these are all rows: the engine may not have listed them. */
export async function areRowsListed(): Promise<boolean> {
  return (await listed()) !== undefined;
}

/** Whether a host may have made rows of the state; not when all are listed, and none is its. */
export async function mayHaveRowsOf(host: Host): Promise<boolean> {
  return (await hostsOfRun())?.has(host) ?? true;
}

/** The hosts that made the rows. */
const hostsOfRun = perRun(async () => {
  const rows = await listed();
  return rows && new Set([...rows.values()].map((row) => row.host));
});

function ownStack(): string {
  const [project, stack] = [pulumi.getProject(), pulumi.getStack()];
  return stackReference({ organization: organization(), project, stack });
}

/** Pulumi's SDK throws where there is none. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}

async function readRows(): Promise<ReadonlyMap<string, StackRow> | undefined> {
  if (!hasEngine()) return new Map();
  try {
    const stackName = ownStack();
    const answer = (await whenWritten(() =>
      pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName }),
    )) as { outputs?: Record<string, { outputs?: Values }> };
    const rows = Object.entries(answer.outputs ?? {}).flatMap(([urn, { outputs = {} }]) =>
      rowOf(urn, outputs),
    );
    return new Map(rows.map((row) => [row.urn, row]));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    void pulumi.log.warn(
      `pulumi-checks: the engine does not list the stack's resources (${words.split("\n")[0]}); in this run a renamed resource needs an alias, and an existing check is taken over only by its UUID (adopt)`,
    );
    return undefined;
  }
}

/** A resource that is only read has a row, too, which belongs to nobody. */
function rowOf(urn: string, values: Values): StackRow[] {
  if (values[LOOKED_AT] === true) return [];
  const known = KINDS.get(typeIn(urn));
  return known ? [{ urn, name: nameIn(urn), ...known, values }] : [];
}
