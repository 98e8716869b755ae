/** What people do to the assignments of a program of checks, by chance. */
import type { Graph, GraphAssignment } from "../graphProgram";
import type { Draw } from "./draw";
import type { Fresh } from "./fresh";

/** Channels that each project has once. */
export const CHANNELS = ["Pager", "Ops mail", "Chat room"];

/** Changes a program, and says how; undefined where there is nothing to change in this way. */
export type Change = (graph: Graph, draw: Draw, fresh: Fresh) => string | undefined;

/** A new one, also of channels that another one of the check has. */
export function assign(graph: Graph, draw: Draw, fresh: Fresh): string | undefined {
  const of = draw.one(Object.keys(graph.checks));
  if (!isFree(graph, of)) return undefined;
  const name = fresh.next();
  const channels = someChannels(draw);
  graph.assignments = { ...graph.assignments, [name]: { of, channels, ...by(draw) } };
  return `${name} assigns ${channels} to ${of}`;
}

function unassign(graph: Graph, name: string): string {
  taken(graph, name);
  return `remove the assignment ${name}`;
}

function renameAssignment(graph: Graph, name: string, draw: Draw, fresh: Fresh): string {
  const news = fresh.next();
  const assignment = taken(graph, name);
  graph.assignments = { ...graph.assignments, [news]: assignment };
  if (draw.chance(30)) assignment.channels = someChannels(draw);
  return `rename the assignment ${name} to ${news}: ${assignment.channels}`;
}

function newChannels(graph: Graph, name: string, draw: Draw): string {
  const assignment = of(graph, name);
  assignment.channels = someChannels(draw);
  return `the assignment ${name} has ${assignment.channels}`;
}

function ofAnother(graph: Graph, name: string, draw: Draw): string | undefined {
  const check = draw.one(Object.keys(graph.checks));
  const assignment = taken(graph, name);
  const mayGo =
    isFree(graph, check) && (assignment.mode !== "exclusive" || namesOf(graph, check).length === 0);
  if (mayGo) assignment.of = check;
  graph.assignments = { ...graph.assignments, [name]: assignment };
  return mayGo ? `the assignment ${name} is of ${check}` : undefined;
}

/** One that is alone comes to be exclusive, or no longer is. */
function newMode(graph: Graph, name: string): string | undefined {
  const assignment = of(graph, name);
  if (namesOf(graph, assignment.of).length > 1) return undefined;
  assignment.mode = assignment.mode === "exclusive" ? "additive" : "exclusive";
  return `the assignment ${name} is ${assignment.mode}`;
}

function newWayToName(graph: Graph, name: string, draw: Draw): string {
  const { by: _, ...others } = of(graph, name);
  const assignment = { ...others, ...by(draw) };
  graph.assignments = { ...graph.assignments, [name]: assignment };
  return `the assignment ${name} is given the ${assignment.by ?? "check"} of ${assignment.of}`;
}

/** It comes to be served by another provider than its check, or by the same one again. */
function newServer(graph: Graph, name: string, draw: Draw): string {
  const { provider: _, ...others } = of(graph, name);
  const server = draw.one(["own", "default", "same"] as const);
  const assignment = { ...others, ...(server !== "same" && { provider: server }) };
  graph.assignments = { ...graph.assignments, [name]: assignment };
  return `provider of the assignment ${name}: ${server}`;
}

export const ASSIGNMENT_CHANGES: Change[] = [
  assign,
  ofOne(unassign),
  ofOne(renameAssignment),
  ofOne(newChannels),
  ofOne(ofAnother),
  ofOne(newMode),
  ofOne(newWayToName),
];

/** What can be changed where the plugin serves it. */
export const PLUGIN_ASSIGNMENT_CHANGES: Change[] = [ofOne(newServer)];

/** The change of one of the assignments, if there are any. */
function ofOne(change: (graph: Graph, name: string, draw: Draw, fresh: Fresh) => string | undefined): Change {
  return (graph, draw, fresh) => {
    const names = Object.keys(graph.assignments ?? {});
    return names.length === 0 ? undefined : change(graph, draw.one(names), draw, fresh);
  };
}

/** Whether one more assignment of a check is allowed. */
function isFree({ checks, assignments = {} }: Graph, check: string): boolean {
  const isExclusive = Object.values(assignments).some((one) => one.of === check && one.mode === "exclusive");
  return checks[check]?.channels === undefined && !isExclusive;
}

function namesOf({ assignments = {} }: Graph, check: string): string[] {
  return Object.keys(assignments).filter((name) => assignments[name]?.of === check);
}

function of({ assignments = {} }: Graph, name: string): GraphAssignment {
  const found = assignments[name];
  if (!found) throw new Error(`the program has no assignment ${name}`);
  return found;
}

/** Takes an assignment out of the program, and gives it. */
function taken(graph: Graph, name: string): GraphAssignment {
  const found = of(graph, name);
  delete graph.assignments?.[name];
  return found;
}

/** How an assignment names its check: by an output, or as the check itself. */
function by(draw: Draw): Pick<GraphAssignment, "by"> {
  return draw.chance(25) ? {} : { by: draw.one(["id", "uuid", "slug"] as const) };
}

function someChannels(draw: Draw): string[] | "*" {
  return draw.chance(10) ? "*" : draw.some(CHANNELS, draw.integer(1, 2));
}
