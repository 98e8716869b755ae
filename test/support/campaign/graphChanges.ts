/** What people do to a program of checks from one `up` to the next, by chance. */
import type { Graph, GraphCheck } from "../graphProgram";
import type { HostName } from "../hosts";
import {
  ASSIGNMENT_CHANGES,
  assign,
  CHANNELS,
  type Change,
  PLUGIN_ASSIGNMENT_CHANGES,
} from "./assignmentChanges";
import type { Draw } from "./draw";
import type { Fresh } from "./fresh";
import { isInYaml } from "./yamlGraph";

const MOST_CHECKS = 6;
const LEAST_CHECKS = 2;

/** A program to begin with. */
export function firstGraph(draw: Draw, fresh: Fresh): Graph {
  const graph: Graph = { checks: {}, assignments: {} };
  for (let count = draw.integer(3, 5); count > 0; count -= 1) add(graph, draw, fresh);
  if (draw.chance(50)) assign(graph, draw, fresh);
  return graph;
}

/** The program with some changes, and what they were. */
export function changedGraph(
  before: Graph,
  draw: Draw,
  fresh: Fresh,
  host: HostName,
): { graph: Graph; changes: string[] } {
  const graph = structuredClone(before);
  delete graph.others;
  for (const check of Object.values(graph.checks)) {
    delete check.options?.dependsOn;
    delete check.adopt;
  }
  const changes: string[] = [];
  for (let left = draw.integer(1, 3); left > 0; left -= 1) {
    const change = draw.one(CHANGES[host])(graph, draw, fresh);
    if (change !== undefined) changes.push(change);
  }
  return { graph: { ...graph, checks: inOrder(graph.checks) }, changes };
}

/** What others wait for comes before them. */
function inOrder(checks: Graph["checks"]): Graph["checks"] {
  const ordered: Graph["checks"] = {};
  const place = (name: string) => {
    const args = checks[name];
    if (!args || ordered[name]) return;
    const dependsOn = (args.options?.dependsOn ?? []).filter((one) => checks[one]);
    dependsOn.forEach(place);
    ordered[name] = dependsOn.length > 0 ? { ...args, options: { ...args.options, dependsOn } } : args;
  };
  Object.keys(checks).forEach(place);
  return ordered;
}

/** What matters most comes most often. */
const ON_EACH_HOST: Change[] = [
  rename,
  rename,
  rename,
  newSlug,
  swapSlugs,
  handOver,
  handOver,
  move,
  move,
  newFields,
  add,
  remove,
  ...ASSIGNMENT_CHANGES,
  ...ASSIGNMENT_CHANGES,
  nameChannels,
  forgetChannels,
  newOptions,
  // Components and slugs that come later are matters of programs in TypeScript.
  ...(isInYaml() ? [] : [newParent, newParent, newWay]),
];

const CHANGES: Readonly<Record<HostName, readonly Change[]>> = {
  dynamic: ON_EACH_HOST,
  plugin: [
    ...ON_EACH_HOST,
    ...[newProvider, newProvider, newProvider],
    ...PLUGIN_ASSIGNMENT_CHANGES,
    ...PLUGIN_ASSIGNMENT_CHANGES,
  ],
};

function rename(graph: Graph, draw: Draw, fresh: Fresh): string {
  const name = draw.one(Object.keys(graph.checks));
  const news = renamed(graph, name, fresh);
  if (draw.chance(30)) Object.assign(check(graph, news), fields(draw));
  return `rename ${name} to ${news}`;
}

/** The new name of a check, after which all that hangs on it asks. */
export function renamed(graph: Graph, name: string, fresh: Fresh): string {
  const news = fresh.next();
  graph.checks[news] = taken(graph, name);
  for (const assignment of Object.values(graph.assignments ?? {}))
    if (assignment.of === name) assignment.of = news;
  for (const { options } of Object.values(graph.checks))
    if (options?.dependsOn) options.dependsOn = options.dependsOn.map((one) => (one === name ? news : one));
  return news;
}

function newSlug(graph: Graph, draw: Draw, fresh: Fresh): string {
  const name = draw.one(Object.keys(graph.checks));
  const slug = fresh.next();
  check(graph, name).slug = slug;
  return `slug of ${name}: ${slug}`;
}

function swapSlugs(graph: Graph, draw: Draw): string | undefined {
  const one = draw.one(Object.keys(graph.checks));
  const others = Object.keys(graph.checks).filter(
    (name) => name !== one && check(graph, name).project === check(graph, one).project,
  );
  if (others.length === 0) return undefined;
  const other = draw.one(others);
  const [first, second] = [check(graph, one), check(graph, other)];
  [first.slug, second.slug] = [second.slug, first.slug];
  return `swap the slugs of ${one} and ${other}`;
}

/** A new resource gets the slug of one that goes on under another slug. */
function handOver(graph: Graph, draw: Draw, fresh: Fresh): string | undefined {
  if (Object.keys(graph.checks).length >= MOST_CHECKS) return undefined;
  const name = draw.one(Object.keys(graph.checks));
  const args = taken(graph, name);
  const news = fresh.next();
  const waits = draw.chance(50);
  graph.checks[news] = { slug: args.slug, ...(args.project !== undefined && { project: args.project }) };
  const options = { ...args.options, ...(waits && { dependsOn: [news] }) };
  graph.checks[name] = { ...args, slug: fresh.next(), options };
  return `${news} gets the slug of ${name}, ${waits ? "which waits for it" : "at the same time"}`;
}

function move(graph: Graph, draw: Draw): string {
  const name = draw.one(Object.keys(graph.checks));
  const { project, ...args } = check(graph, name);
  graph.checks[name] = project === undefined ? { ...args, project: "beta" } : { ...args };
  return `move ${name} to ${project === undefined ? "beta" : "the default project"}`;
}

function newParent(graph: Graph, draw: Draw): string {
  const [name, isGiven] = toggled(graph, draw, "parent", "team");
  return `parent of ${name}: ${isGiven ? "team" : "none"}`;
}

function newProvider(graph: Graph, draw: Draw): string {
  const [name, isGiven] = toggled(graph, draw, "by", "own");
  return `provider of ${name}: ${isGiven ? "own" : "default"}`;
}

/** A check whose option was set, or left out where it was there; and whether it has it now. */
function toggled(graph: Graph, draw: Draw, option: "parent" | "by", value: string): [string, boolean] {
  const name = draw.one(Object.keys(graph.checks));
  const args = check(graph, name);
  const { [option]: former, ...options } = args.options ?? {};
  const isGiven = former === undefined;
  args.options = isGiven ? { ...options, [option]: value } : options;
  return [name, isGiven];
}

function newFields(graph: Graph, draw: Draw): string {
  const name = draw.one(Object.keys(graph.checks));
  Object.assign(check(graph, name), fields(draw));
  return `fields of ${name}`;
}

function add(graph: Graph, draw: Draw, fresh: Fresh): string | undefined {
  if (Object.keys(graph.checks).length >= MOST_CHECKS) return undefined;
  const [name, slug] = [fresh.next(), fresh.next()];
  graph.checks[name] = { slug, ...fields(draw), ...(draw.chance(25) && { project: "beta" }) };
  return `add ${name}`;
}

function remove(graph: Graph, draw: Draw): string | undefined {
  const names = Object.keys(graph.checks);
  if (names.length <= LEAST_CHECKS) return undefined;
  const name = draw.one(names);
  taken(graph, name);
  withoutAssignments(graph, name);
  return `remove ${name}`;
}

/** The check comes to name its channels itself, instead of its assignments. */
function nameChannels(graph: Graph, draw: Draw): string {
  const assigned = Object.values(graph.assignments ?? {});
  const ofOne = assigned.length > 0 && draw.chance(70);
  const name = ofOne ? draw.one(assigned).of : draw.one(Object.keys(graph.checks));
  const theirs = assigned
    .filter(({ of }) => of === name)
    .flatMap(({ channels }) => (channels === "*" ? CHANNELS : channels));
  withoutAssignments(graph, name);
  const channels = [...new Set([...theirs, ...draw.some(CHANNELS, draw.integer(0, 2))])];
  check(graph, name).channels = channels;
  return `${name} names its channels: ${channels.join(", ")}`;
}

function forgetChannels(graph: Graph, draw: Draw): string {
  const name = draw.one(Object.keys(graph.checks));
  delete check(graph, name).channels;
  return `${name} names no channels`;
}

function newOptions(graph: Graph, draw: Draw): string {
  const name = draw.one(Object.keys(graph.checks));
  const args = check(graph, name);
  const option = draw.one(["protect", "retainOnDelete"] as const);
  args.options = { ...args.options, [option]: !args.options?.[option] };
  return `${option} of ${name}: ${args.options[option]}`;
}

function newWay(graph: Graph, draw: Draw): string {
  const name = draw.one(Object.keys(graph.checks));
  const args = check(graph, name);
  const { slugIs: _former, ...options } = args.options ?? {};
  const way = draw.one(["plain", "soon", "late", "late"] as const);
  args.options = way === "plain" ? options : { ...options, slugIs: way };
  return `the slug of ${name} is ${way}`;
}

function fields(draw: Draw): object {
  return {
    grace: 60 * draw.integer(1, 60),
    name: draw.one(["", "Nightly", "Weekly"]),
    tags: draw.some(["prod", "db", "eu"], draw.integer(0, 3)),
  };
}

function check(graph: Graph, name: string): GraphCheck {
  const found = graph.checks[name];
  if (!found) throw new Error(`the program has no check ${name}`);
  return found;
}

/** Takes a check out of the program, and gives it. */
function taken(graph: Graph, name: string): GraphCheck {
  const found = check(graph, name);
  delete graph.checks[name];
  return found;
}

/** The program without a check and what hangs on it. */
export function withoutCheck(before: Graph, name: string): Graph {
  const graph = structuredClone(before);
  taken(graph, name);
  withoutAssignments(graph, name);
  for (const { options } of Object.values(graph.checks)) delete options?.dependsOn;
  return graph;
}

function withoutAssignments(graph: Graph, name: string): void {
  const others = Object.entries(graph.assignments ?? {}).filter(([, { of }]) => of !== name);
  graph.assignments = Object.fromEntries(others);
}
