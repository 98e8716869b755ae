/** One step of a run about ownership, made from its seed: what is declared, what is run, what goes wrong. */
import type { Fault } from "../../../emulator";
import { FAILURE, type Graph, urnOf } from "../graphProgram";
import type { HostName } from "../hosts";
import { type HandChange, handChanges } from "./byHand";
import type { Draw } from "./draw";
import { drawnFault } from "./fault";
import type { Fresh } from "./fresh";
import { changedGraph, renamed } from "./graphChanges";
import { isInYaml } from "./yamlGraph";

/** What is done to one stack. */
export interface OwnershipStep {
  operation: "up" | "refresh" | "destroy";
  /** The state is put back to what it was before the step before. */
  putsBack: boolean;
  /** What somebody changes at the service before. */
  byHand: HandChange[];
  /** Whether each `up` compares with the service, as who knows of such a change has it do. */
  looksFirst: boolean;
  /** What is wanted in the end. */
  graph: Graph;
  /** What the disturbed operation is given: beside the graph, resources that fail or that are another stack's. */
  declared: Graph;
  args: string[];
  /** Whether the engine previews before it does it, as it does by itself. */
  previews: boolean;
  /** Told to the engine before. */
  taint: string[];
  faults: Fault[];
  kill: Kill | undefined;
  /** The slug of another stack's check that `declared` reaches for. */
  trespass: string | undefined;
  /** For the history of a run. */
  told: string[];
}

/** A kill of the engine. */
export interface Kill {
  /** After so many requests to the service. */
  after: number;
  /** A power cut ends the provider too; otherwise it finishes what it has begun. */
  everything: boolean;
  /** Whether the engine wrote its state after each resource. */
  checkpoints: boolean;
}

/** A check of a stack, in the service's and in this program's words. */
export interface Foreign {
  slug: string;
  project: string | undefined;
  uuid: string;
  /** Of its row. */
  urn: string;
}

/** Where a program runs, and what serves its resources. */
export interface Place {
  stack: string;
  host: HostName;
}

/** What a step may depend on beside the program. */
export interface Situation {
  place: Place;
  /** Checks of a stack that stamps them. */
  foreign: readonly Foreign[];
  fresh: Fresh;
  /** The checks of this stack, as the engine left them. */
  held: readonly Foreign[];
  /** Whether there is a state to put back. */
  hasEarlier: boolean;
  /** Whether everything was destroyed: a refresh makes nothing of a program. */
  isDestroyed: boolean;
}

/** The next step on a stack. */
export function ownershipStep(before: Graph, situation: Situation, draw: Draw): OwnershipStep {
  const { place, foreign, fresh, hasEarlier, isDestroyed } = situation;
  if (draw.chance(6)) return destroyStep(before, draw);
  if (!isDestroyed && draw.chance(8)) return refreshStep(before, draw);
  if (hasEarlier && draw.chance(15)) return putBackStep(before, situation, draw);
  if (foreign.length > 0 && draw.chance(40)) return trespassStep(before, draw.one(foreign), draw, fresh);
  const { graph, changes } = changedGraph(before, draw, fresh, place.host);
  const followed = draw.chance(15) ? followByUuid(before, graph, situation, draw) : [];
  changes.push(...followed);
  const step = { ...plain("up", graph), told: changes };
  if (followed.length === 0 && draw.chance(15)) {
    step.byHand = handChanges(before, graph, draw, fresh);
    step.looksFirst = true;
    step.told.push(...step.byHand.map((change) => `by hand: ${JSON.stringify(change)}`));
  }
  if (step.looksFirst || draw.chance(15)) step.args.push("--refresh");
  for (const disturb of draw.some([replaced, disturbed], draw.integer(1, 2)))
    disturb(step, before, situation, draw);
  carriedOut(step, draw);
  return step;
}

/** A check gets another name and another slug at once, and is told by its UUID. */
function followByUuid(before: Graph, graph: Graph, { held, fresh }: Situation, draw: Draw): string[] {
  const { checks } = graph;
  const name = draw.one(Object.keys(checks));
  const [was, args] = [before.checks[name], checks[name]];
  const uuid = held.find((one) => one.slug === was?.slug && one.project === was.project)?.uuid;
  if (args === undefined || uuid === undefined || args.project !== was?.project) return [];
  const news = renamed(graph, name, fresh);
  checks[news] = { ...args, slug: fresh.next(), adopt: uuid };
  return [`${name} becomes ${news} under another slug, known by its UUID`];
}

/** How the engine is asked to go about it; nothing of it changes what comes of it in the end. */
function carriedOut(step: OwnershipStep, draw: Draw): void {
  // With it the engine waits for ever where it deletes first and that fails, and ruins its state where it replaces all.
  if (draw.chance(20) && !deletesFirst(step) && !step.args.includes("**"))
    step.args.push("--continue-on-error");
  if (draw.chance(20)) step.args.push("--parallel", String(draw.one([1, 2, 4])));
  step.previews = draw.chance(15);
  if (step.previews) step.told.push("previewed first");
}

/** An `up` of a program that is given, perhaps ended by something before it is done. */
export function givenStep(graph: Graph, place: Place, told: string, draw: Draw): OwnershipStep {
  const step = { ...plain("up", graph), told: [told] };
  if (draw.chance(60)) disturbed(step, graph, { place }, draw);
  return step;
}

function plain(operation: OwnershipStep["operation"], graph: Graph): OwnershipStep {
  return {
    operation,
    graph,
    declared: graph,
    args: [],
    putsBack: false,
    byHand: [],
    looksFirst: false,
    previews: false,
    taint: [],
    faults: [],
    kill: undefined,
    trespass: undefined,
    told: [],
  };
}

/** Some resources are to be made anew although nothing of them asks for it. */
function replaced(step: OwnershipStep, before: Graph, { place, held }: Situation, draw: Draw): void {
  if (isInYaml() && movesSlugs(step, before)) return;
  const urns = draw.some(urnsOf(before, place), draw.integer(1, 2));
  const kind = draw.integer(1, 4);
  if (kind === 1) {
    const names = urns.map(lastOf);
    step.taint = held.map(({ urn }) => urn).filter((urn) => names.includes(lastOf(urn)));
    step.told.push(`taint ${names.join(", ")}`);
  } else if (kind === 2 && isOfAll(step)) {
    step.args.push("--replace", "**");
  } else if (kind === 3) {
    step.args.push(...urns.flatMap((urn) => ["--replace", urn]));
  }
  // As `pulumi:autonaming` says it of all resources.
  if (draw.chance(30)) {
    step.declared = { ...step.declared, checks: deletedFirst(step.declared.checks) };
    step.told.push("the engine deletes before it replaces");
  }
}

/** Where nobody tells the plugin which row is replaced, it finds the check by the slug, which must be the same. */
function movesSlugs({ graph, byHand }: OwnershipStep, before: Graph): boolean {
  const hasAnother = ([name, { slug }]: [string, { slug: string }]) =>
    before.checks[name] !== undefined && before.checks[name].slug !== slug;
  return byHand.length > 0 || Object.entries(graph.checks).some(hasAnother);
}

function deletesFirst({ declared }: OwnershipStep): boolean {
  return Object.values(declared.checks).some(({ options }) => options?.deleteBeforeReplace);
}

function deletedFirst(checks: Graph["checks"]): Graph["checks"] {
  const all = Object.entries(checks).map(([name, { options, ...args }]) => [
    name,
    { ...args, options: { ...options, deleteBeforeReplace: true } },
  ]);
  return Object.fromEntries(all) as Graph["checks"];
}

/** Options that leave resources of the program as they are. */
const PARTS = ["--target", "--target", "--exclude"] as const;

/** Whether all of the program is applied. */
export function isOfAll({ args }: OwnershipStep): boolean {
  return !args.some((arg) => (PARTS as readonly string[]).includes(arg));
}

/** Something ends the operation before it is done. */
function disturbed(
  step: OwnershipStep,
  _before: Graph,
  { place }: Pick<Situation, "place">,
  draw: Draw,
): void {
  const kind = draw.integer(1, 10);
  if (kind <= 3) {
    const first = draw.chance(25);
    step.declared = { ...step.declared, others: first ? { elsewhere: { act: "fails", first } } : FAILURE };
    step.told.push(`another resource fails${first ? " at once" : ""}`);
  } else if (kind <= 5) {
    step.kill = { after: draw.integer(1, 8), everything: draw.chance(50), checkpoints: draw.chance(75) };
    const { after, everything, checkpoints } = step.kill;
    step.told.push(
      `${everything ? "all" : "the engine"} killed after ${after} requests, ${checkpoints ? "with" : "without"} checkpoints`,
    );
  } else if (kind <= 7 && mayBeTargeted(step)) {
    const some = draw.some(urnsOf(step.graph, place), draw.integer(1, 2));
    const option = draw.one(PARTS);
    step.args.push(...some.flatMap((urn) => [option, urn]));
  } else {
    withFault(step, draw);
  }
}

/**
 * The engine ruins its own state where everything is to be replaced and only some of it is targeted, where what gets
 * another name is targeted and what depends on it is not, where what is left out was to get another provider, and where
 * what is left out is new and another one comes to wait for it.
 */
function mayBeTargeted({ args, told }: OwnershipStep): boolean {
  const ruins = told.some((change) =>
    /^(rename|parent of|provider of) | becomes |, which waits for it$/.test(change),
  );
  // In YAML who gets a slug does not know of who has it and is left out.
  const movesASlug = isInYaml() && told.some((change) => / gets the slug of |^swap /.test(change));
  return !args.includes("**") && !ruins && !movesASlug;
}

function destroyStep(graph: Graph, draw: Draw): OwnershipStep {
  const step = plain("destroy", graph);
  if (draw.chance(40)) withFault(step, draw);
  return step;
}

/** The state is compared with the service, which answers badly. */
function refreshStep(graph: Graph, draw: Draw): OwnershipStep {
  const step = plain("refresh", graph);
  withFault(step, draw, ["GET"]);
  return step;
}

/** A backup of the state is restored, and the program is that which was upped last. */
function putBackStep(graph: Graph, situation: Situation, draw: Draw): OwnershipStep {
  const step: OwnershipStep = {
    ...plain("up", graph),
    putsBack: true,
    looksFirst: true,
    args: ["--refresh"],
  };
  step.told.push("the state is put back");
  if (draw.chance(60)) disturbed(step, graph, situation, draw);
  return step;
}

function withFault(step: OwnershipStep, draw: Draw, methods?: string[]): void {
  step.faults = [drawnFault(draw, methods)];
  step.told.push(`fault ${JSON.stringify(step.faults[0])}`);
}

/** Reaches for a check of another stack: must be refused, whatever else. */
function trespassStep(graph: Graph, foreign: Foreign, draw: Draw, fresh: Fresh): OwnershipStep {
  const byUuid = draw.chance(30);
  const intruder = {
    slug: byUuid ? fresh.next() : foreign.slug,
    ...(byUuid && { adopt: foreign.uuid }),
    ...(foreign.project !== undefined && { project: foreign.project }),
  };
  return {
    ...plain("up", graph),
    declared: { ...graph, checks: { ...graph.checks, [fresh.next()]: intruder } },
    trespass: foreign.slug,
    told: [`reach for ${foreign.slug} of the other stack${byUuid ? ", by its UUID" : ""}`],
  };
}

function urnsOf({ checks }: Graph, place: Place): string[] {
  return Object.entries(checks).map(([name, { options }]) =>
    urnOf(name, { ...place, ...(options?.parent !== undefined && { parent: options.parent }) }),
  );
}

function lastOf(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}
