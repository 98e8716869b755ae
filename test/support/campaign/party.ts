/** A stack in the course of a run: its program, what it held last, and its state on disk. */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "../engine";
import type { Graph } from "../graphProgram";
import { type HostName, hostOfRun } from "../hosts";
import { checkRowsOf, nameOf } from "../stateFile";
import { Fresh } from "./fresh";
import type { Look } from "./ownershipRules";
import type { Foreign, OwnershipStep, Place } from "./ownershipStep";
import { isInYaml } from "./yamlGraph";

/** A moment of a stack's state to which it can be put back. */
type Moment = "pristine" | "earlier";

export interface Party {
  stack: Stack;
  /** What serves its resources. */
  host: HostName;
  /** Whether it puts its stamp on its checks. */
  stamps: boolean;
  fresh: Fresh;
  graph: Graph;
  /** As it was when the engine last said that all is well. */
  settled: Look;
  /** Checks that were to be left when their resource goes, by UUID; one set for all stacks of a run. */
  left: Set<string>;
}

export function newParty(stack: Stack, stamps: boolean, left: Set<string>): Party {
  rmSync(folderOf(stack, "earlier"), { recursive: true, force: true });
  return {
    stack,
    host: hostOfRun(),
    stamps,
    fresh: new Fresh(`${stack.name}-`),
    graph: { checks: {} },
    settled: { rows: [], assignments: [], checks: [] },
    left,
  };
}

/** Keeps the stack's state as it is now. */
export function keepState(stack: Stack, moment: Moment): void {
  rmSync(folderOf(stack, moment), { recursive: true, force: true });
  cpSync(folderOf(stack, "state"), folderOf(stack, moment), { recursive: true });
}

/** Puts a kept state in the place of the one that is, as who restores a backup does. */
export function putBack(stack: Stack, moment: Moment): void {
  rmSync(folderOf(stack, "state"), { recursive: true });
  cpSync(folderOf(stack, moment), folderOf(stack, "state"), { recursive: true });
}

export function hasEarlier(stack: Stack): boolean {
  return existsSync(folderOf(stack, "earlier"));
}

/**
 * The program without new resources that get the slug of one that goes on under another slug; none waits for them. In
 * YAML such a one may have got the check, and gives it back.
 */
export function withoutReaching(graph: Graph, { stack, graph: before }: Party): Graph {
  const made = new Set(checkRowsOf(stack).map(nameOf));
  const { checks, assignments = {}, ...rest } = structuredClone(graph);
  for (const [name, { slug, options }] of Object.entries(checks)) {
    delete options?.dependsOn;
    const [holder] = Object.entries(before.checks).find(([, held]) => held.slug === slug) ?? [];
    if (holder !== undefined && checks[holder] && holder !== name && (isInYaml() || !made.has(name)))
      delete checks[name];
  }
  const kept = Object.entries(assignments).filter(([, { of }]) => checks[of]);
  return { ...rest, checks, assignments: Object.fromEntries(kept) };
}

/** The checks of a stack, as another one sees them. */
export function foreignChecks({ rows }: Look): Foreign[] {
  return rows.map((row) => ({
    slug: String(row.outputs?.slug ?? nameOf(row)),
    project: row.outputs?.project as string | undefined,
    uuid: row.id ?? "",
    urn: row.urn,
  }));
}

/** The checks that stacks hold. */
export function heldBy(parties: readonly Party[]): Set<string> {
  return new Set(parties.flatMap(({ settled }) => settled.rows.map(({ id }) => id ?? "")));
}

/**
 * Whether stamps may come or go with a step. Without them a check with this stack's stamp is refused to a resource that
 * nothing but its slug knows for the one that had it: in YAML, after an old state was put back, and where a check gets
 * another name below an explicit provider. Beside another stack they are what protects this one.
 */
export function mayToggleStamp({ graph }: Party, { operation, putsBack, declared }: OwnershipStep): boolean {
  const isNewApart = Object.entries(declared.checks).some(
    ([name, { options }]) => options?.by !== undefined && graph.checks[name] === undefined,
  );
  return operation === "up" && !putsBack && !isInYaml() && !isNewApart;
}

/** The stack comes to stamp its checks, or no longer does; gives that in words. */
export function toggleStamp(party: Party): string {
  party.stamps = !party.stamps;
  return `${party.stack.name} ${party.stamps ? "stamps" : "no longer stamps"} its checks`;
}

/** The stack comes to be served by the plugin, which is one way; gives that in words. */
export function moveToPlugin(party: Party): string {
  party.host = "plugin";
  return `${party.stack.name} moves to the plugin`;
}

/** Where its program runs. */
export function placeOf({ stack, host }: Party): Place {
  return { stack: stack.name, host };
}

/** The settings of a party. */
export function settingsOf({ stamps, host }: Party): Record<string, string> {
  return { CHECKS_HOST: host, ...(stamps && { CHECKS_STAMP: "true" }) };
}

function folderOf(stack: Stack, moment: Moment | "state"): string {
  return join(stack.folder, moment);
}
