/** What must hold of checks and rows, whatever is run and however it ends. Each gives what is violated, in words. */
import type { Channel } from "../../../emulator";
import type { Run } from "../engine";
import { type Graph, type GraphCheck, urnOf } from "../graphProgram";
import { type HostName, RESOURCE_TYPES } from "../hosts";
import type { Document } from "../service";
import { nameOf, type StoredRow } from "../stateFile";

/** A check of the service, and the project it is in, as programs call it. */
export interface Found extends Document {
  project: string | undefined;
}

/** The service and one stack at one moment. */
export interface Look {
  /** Of checks, those that wait for their deletion included. */
  rows: readonly StoredRow[];
  assignments: readonly StoredRow[];
  checks: readonly Found[];
}

/**
 * A check is never deleted that a row holds which is not the one to go: because its resource is in the program still,
 * because a new resource got its slug, or because it is kept when its resource goes.
 */
export function lostChecks(before: Look, after: Look, graph: Graph | undefined, stack: string): string[] {
  const gone = before.checks.filter(({ uuid }) => !after.checks.some((check) => check.uuid === uuid));
  return gone.flatMap((check) => {
    const held = [...before.rows, ...after.rows].filter(({ id }) => id === check.uuid);
    if (held.length === 0) return [`${check.slug}, which no row held, was deleted`];
    const keepers = graph === undefined ? [] : keepersOf(check, held, before, graph, stack);
    if (graph === undefined && held.every((row) => row.retainOnDelete)) keepers.push("retainOnDelete");
    return keepers.map((keeper) => `${check.slug} was deleted although ${keeper} holds it`);
  });
}

function keepersOf(
  check: Found,
  held: readonly StoredRow[],
  before: Look,
  graph: Graph,
  stack: string,
): string[] {
  return Object.entries(graph.checks).flatMap(([name, args]) => {
    if (args.project !== check.project) return [];
    const urn = urnOfCheck(name, args, stack);
    const isHolder = held.some((row) => resourceOf(row) === urn);
    const isNew = !before.rows.some((row) => resourceOf(row) === urn && projectOf(row) === args.project);
    return isHolder || (isNew && args.slug === check.slug) ? [name] : [];
  });
}

/** No two rows have one UUID. */
export function sharedChecks({ rows }: Look): string[] {
  return rows.flatMap((row, index) =>
    rows
      .slice(index + 1)
      .filter(({ id }) => id === row.id)
      .map((other) => `${nameOf(row)} and ${nameOf(other)} hold one check`),
  );
}

/** The rows are those of the program, and each has a check that is as declared. */
export function notAsDeclared(
  { rows, assignments, checks }: Look,
  graph: Graph,
  stack: string,
  channels: Readonly<Record<string, readonly Channel[]>>,
): string[] {
  const urns = Object.entries(graph.checks).map(([name, args]) => urnOfCheck(name, args, stack));
  const wrong = differing("the state", rows.map(resourceOf).sort(), urns.sort());
  const made = assignments.map(nameOf).sort();
  wrong.push(...differing("the state", made, Object.keys(graph.assignments ?? {}).sort()));
  for (const [name, args] of Object.entries(graph.checks)) {
    const row = rows.find((row) => resourceOf(row) === urnOfCheck(name, args, stack));
    const check = checks.find(({ uuid }) => uuid === row?.id);
    if (!check) wrong.push(`the check of ${name} is not there`);
    else
      wrong.push(
        ...fieldsOf(name, check, args, graph, channels[args.project === "beta" ? "beta" : "alpha"] ?? []),
      );
  }
  return wrong;
}

function fieldsOf(
  name: string,
  check: Found,
  args: GraphCheck,
  { assignments = {} }: Graph,
  available: readonly Channel[],
): string[] {
  const names = (ids: unknown) =>
    available.filter(({ id }) => String(ids).split(",").includes(id)).map((channel) => channel.name);
  const tags = String(check.tags).split(" ");
  const own = tags.filter((tag) => tag !== "" && !tag.startsWith("pulumi:")).sort();
  const wrong = [
    ...differing(`slug of ${name}`, check.slug, args.slug),
    ...differing(`project of ${name}`, check.project, args.project),
    ...differing(`name of ${name}`, check.name, args.name ?? ""),
    ...differing(`grace of ${name}`, check.grace, args.grace ?? 3600),
    ...differing(`tags of ${name}`, own, [...((args.tags ?? []) as string[])].sort()),
  ];
  const attached = names(check.channels).sort();
  const declared = args.channels as string[] | undefined;
  if (declared) wrong.push(...differing(`channels of ${name}`, attached, [...declared].sort()));
  const assigned = Object.values(assignments)
    .filter(({ of }) => of === name)
    .flatMap(({ channels }) => (channels === "*" ? available.map((channel) => channel.name) : channels));
  const missing = assigned.filter((channel) => !attached.includes(channel));
  return [...wrong, ...missing.map((channel) => `${channel} is not attached to ${name}`)];
}

/** All is served by the host that the stack is on now. */
export function notMoved({ rows, assignments }: Look, host: HostName): string[] {
  return [...rows, ...assignments]
    .filter(({ type }) => !type.startsWith(RESOURCE_TYPES[host]))
    .map(({ urn }) => `${urn} is not on the ${host}`);
}

/** A channel that an assignment had attached, and that the program names no more for the check, is no longer attached. */
export function forgottenChannels(settled: Look, after: Look, graph: Graph, stack: string): string[] {
  return settled.assignments.flatMap(({ urn, outputs }) => {
    const check = after.checks.find(({ uuid }) => uuid === outputs?.uuid);
    const [holder, args] =
      Object.entries(graph.checks).find(([name, one]) =>
        after.rows.some((row) => row.id === check?.uuid && resourceOf(row) === urnOfCheck(name, one, stack)),
      ) ?? [];
    if (!check || !args || args.channels !== undefined) return [];
    const names = Object.keys(graph.assignments ?? {}).filter(
      (name) => graph.assignments?.[name]?.of === holder,
    );
    const wanted = after.assignments
      .filter((row) => names.includes(nameOf(row)))
      .flatMap((row) => row.outputs?.channelIds as string[]);
    const had = outputs?.channelIds as string[];
    const attached = String(check.channels).split(",");
    const forgotten = had.filter((id) => attached.includes(id) && !wanted.includes(id));
    return forgotten.length === 0 ? [] : [`${urn} leaves channels attached to ${check.slug}`];
  });
}

/**
 * A resource that got another name, and one that did not, have the check that it was. Where a slug went to another
 * resource, the check may have gone with it.
 */
export function changedIdentities(settled: Look, after: Look, graph: Graph, stack: string): string[] {
  const staying = new Set(
    Object.entries(graph.checks).map(([name, args]) => `${args.project}${urnOfCheck(name, args, stack)}`),
  );
  return Object.entries(graph.checks).flatMap(([name, args]) => {
    const others = Object.entries(graph.checks).filter(([other]) => other !== name);
    const isTold = (row: StoredRow) => others.some(([, { adopt }]) => adopt === row.id);
    const here = settled.rows.filter((row) => projectOf(row) === args.project && !isTold(row));
    const urn = urnOfCheck(name, args, stack);
    const same = here.find((row) => resourceOf(row) === urn);
    const renamed =
      here.find((row) => row.id === args.adopt) ??
      here.find((row) => slugOf(row) === args.slug && !staying.has(`${args.project}${resourceOf(row)}`));
    const was = same ?? renamed;
    const now = after.rows.find((row) => resourceOf(row) === urn);
    const followedItsSlug = after.rows.some(
      (row) => row.id === was?.id && slugOf(row) === (was && slugOf(was)) && resourceOf(row) !== urn,
    );
    if (was === undefined || was.id === now?.id || followedItsSlug) return [];
    return [`${name} is another check than ${same ? "before" : `${nameOf(was)} was`}`];
  });
}

/** Checks that another stack holds are what they were. */
export function touchedChecks(before: Look, after: Look, foreign: ReadonlySet<string>): string[] {
  return before.checks
    .filter(({ uuid }) => foreign.has(uuid))
    .flatMap((check) => {
      const now = after.checks.find(({ uuid }) => uuid === check.uuid);
      return differing(`${check.slug} of the other stack`, now, check);
    });
}

/** Checks that nobody holds any more, and that nobody wanted to be left. */
export function leftChecks({ checks, rows }: Look, elsewhere: ReadonlySet<string>): string[] {
  return checks
    .filter(({ uuid }) => !elsewhere.has(uuid) && !rows.some(({ id }) => id === uuid))
    .map(({ slug }) => `${slug} is left, and no row holds it`);
}

/** Who reaches for a check of another stack is refused, and told whose it is. */
export function unrefusedTrespass(
  { code, text }: Run,
  others: readonly { stack: { name: string } }[],
): string[] {
  return [
    ...(code === 0 ? ["a check of another stack was taken over"] : []),
    ...(others.some(({ stack }) => text.includes(`jobs/${stack.name}`))
      ? []
      : ["the refusal does not name the owner"]),
  ];
}

/** Throws when something is violated. */
export function holds(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(violations.join("; "));
}

function differing(what: string, found: unknown, expected: unknown): string[] {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  return is === should ? [] : [`${what}: ${is}, not ${should}`];
}

/** A check keeps this when its stack moves from one host to the other. */
function resourceOf({ urn }: StoredRow): string {
  return urn.replace(RESOURCE_TYPES.dynamic, RESOURCE_TYPES.plugin);
}

function urnOfCheck(name: string, { options }: GraphCheck, stack: string): string {
  const parent = options?.parent;
  return urnOf(name, { stack, host: "plugin", ...(parent !== undefined && { parent }) });
}

/** The project of a row, as programs call it. */
function projectOf(row: StoredRow): string | undefined {
  return row.outputs?.project as string | undefined;
}

function slugOf(row: StoredRow): unknown {
  return row.outputs?.slug;
}
