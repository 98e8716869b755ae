/** Random programs, failures, targets, replacements and kills on the real engine: no check is lost or doubled. */
import type { Channel } from "../../../emulator";
import { type Run, Stack } from "../engine";
import { CHECKPOINTS, GRAPH, type Graph, ONE_WRITE } from "../graphProgram";
import { withPlugin } from "../hosts";
import { killWhereEnvironmentHas } from "../processes";
import { Service } from "../service";
import { checkRowsOf, rowsOf } from "../stateFile";
import { changeByHand } from "./byHand";
import { Draw } from "./draw";
import { firstGraph } from "./graphChanges";
import {
  changedIdentities,
  type Found,
  forgottenChannels,
  holds,
  type Look,
  leftChecks,
  lostChecks,
  notAsDeclared,
  notMoved,
  sharedChecks,
  touchedChecks,
  unrefusedTrespass,
} from "./ownershipRules";
import { isOfAll, type OwnershipStep, ownershipStep } from "./ownershipStep";
import {
  foreignChecks,
  hasEarlier,
  heldBy,
  keepState,
  mayToggleStamp,
  moveToPlugin,
  newParty,
  type Party,
  placeOf,
  putBack,
  settingsOf,
  toggleStamp,
  withoutReaching,
} from "./party";
import { isInYaml, YamlGraphStack } from "./yamlGraph";

/** Short, so that a service that does not answer costs a run little. */
const IMPATIENT = { CHECKS_TIMEOUT_SECONDS: "5", CHECKS_DEADLINE_SECONDS: "15" };
const KILL_WITHIN_MS = 20_000;
/** So many ups in a row, without a disturbance, a user has patience for. */
const PATIENCE = 4;
const LOOK_TWICE_PERCENT = 15;
const MOVE_PERCENT = 20;
/** A project whose resources either host can serve. */
const PROJECT = { "Pulumi.yaml": withPlugin("name: jobs\nruntime: nodejs\n") };

/** One service and two stacks, used by one run after another. */
export class OwnershipCampaign {
  protected history: string[] = [];
  /** How often `up` and `destroy` ran on the engine, over all runs. */
  operations = 0;
  private lastText = "";

  protected constructor(
    protected readonly service: Service,
    protected readonly stacks: readonly Stack[],
    private channels: Record<string, Channel[]>,
  ) {}

  static async start(): Promise<OwnershipCampaign> {
    const service = await Service.start();
    const environment = {
      ...service.environment,
      ...IMPATIENT,
      ...ONE_WRITE,
      CHECKS_PROJECTS_BETA_API_KEY: service.emulator.projects.beta.readWriteKey,
    };
    const stacks = ["dev", "prod"].map(() =>
      isInYaml() ? new YamlGraphStack(environment) : new Stack(environment, { ...GRAPH, ...PROJECT }),
    );
    const campaign = new this(service, stacks, {});
    await Promise.all(
      stacks.map(async (stack, index) => {
        await stack.init(index === 0 ? "dev" : "prod");
        keepState(stack, "pristine");
      }),
    );
    return campaign;
  }

  async end(): Promise<void> {
    for (const stack of this.stacks) stack.remove();
    await this.service.stop();
  }

  /** Goes through the run of a seed; throws at the first violation, with all that is needed to repeat it. */
  async run(seed: number): Promise<void> {
    await this.reset();
    const draw = new Draw(seed);
    const parties = this.parties(seed);
    try {
      for (const party of parties) party.graph = firstGraph(draw, party.fresh);
      // Until all are done, whatever becomes of one: the next run begins with the same stacks.
      const firsts = await Promise.allSettled(parties.map((party) => this.first(party)));
      for (const one of firsts) if (one.status === "rejected") throw one.reason;
      await this.steps(parties, draw);
    } catch (error) {
      throw new Error([`seed ${seed}: ${(error as Error).message}`, ...this.history].join("\n"));
    }
  }

  /** Who takes part in the run of a seed. */
  protected parties(seed: number): Party[] {
    const stacks = this.stacks.slice(0, seed % 3 === 0 ? 2 : 1);
    const left = new Set<string>();
    return stacks.map((stack) => newParty(stack, seed % 2 === 0, left));
  }

  /** What they do once all is made. */
  protected async steps(parties: readonly Party[], draw: Draw): Promise<void> {
    for (let steps = draw.integer(2, 3); steps > 0; steps -= 1) {
      const party = draw.one(parties);
      const others = parties.filter((other) => other !== party);
      await this.step(party, others, draw);
    }
  }

  private async reset(): Promise<void> {
    this.history = [];
    await this.service.admin.reset();
    this.channels = await this.service.admin.channels();
    for (const stack of this.stacks) {
      killWhereEnvironmentHas(`PULUMI_HOME=${stack.folder}`);
      putBack(stack, "pristine");
    }
  }

  /** Nothing is disturbed yet. */
  private async first(party: Party): Promise<void> {
    this.history.push(`${party.stack.name} begins with ${JSON.stringify(party.graph)}`);
    const { code } = await this.operate(party, ["up"], party.graph);
    party.settled = await this.look(party);
    const wrong = notAsDeclared(party.settled, party.graph, party.stack.name, this.channels);
    if (code !== 0 || wrong.length > 0) holds([`the first up ended with ${code}`, ...wrong]);
  }

  protected async step(party: Party, others: readonly Party[], draw: Draw): Promise<void> {
    if (party.host === "dynamic" && draw.chance(MOVE_PERCENT)) this.history.push(moveToPlugin(party));
    const elsewhere = heldBy(others);
    const situation = {
      place: placeOf(party),
      foreign: others.filter(({ stamps }) => stamps).flatMap(({ settled }) => foreignChecks(settled)),
      fresh: party.fresh,
      held: foreignChecks(party.settled),
      hasEarlier: hasEarlier(party.stack),
      isDestroyed: party.settled.rows.length === 0,
    };
    const step = ownershipStep(party.graph, situation, draw);
    if (others.length === 0 && mayToggleStamp(party, step) && draw.chance(15))
      this.history.push(toggleStamp(party));
    const run = await this.carryOut(party, elsewhere, step, draw);
    if (step.trespass !== undefined) holds(unrefusedTrespass(run, others));
  }

  /** One step of a party, and what must hold after it; gives the run that was disturbed. */
  protected async carryOut(
    party: Party,
    elsewhere: ReadonlySet<string>,
    step: OwnershipStep,
    draw: Draw,
  ): Promise<Run> {
    const what = [party.stack.name, step.operation, ...step.args].join(" ");
    this.history.push(`${what}: ${step.told.join("; ")}`, `  declares ${JSON.stringify(step.declared)}`);
    const watched = async (work: () => Promise<Run>, graph: Graph | undefined) => {
      const before = await this.look(party);
      for (const row of before.rows) if (row.retainOnDelete) party.left.add(row.id ?? "");
      const run = await work();
      const after = await this.look(party);
      holds([
        ...lostChecks(before, after, graph, party.stack.name),
        ...touchedChecks(before, after, elsewhere),
        ...(run.code === 0 ? sharedChecks(after) : []),
      ]);
      return run;
    };
    if (step.putsBack) putBack(party.stack, "earlier");
    else keepState(party.stack, "earlier");
    for (const change of step.byHand) await changeByHand(this.service, party, change);
    const wanted = step.operation === "destroy" ? undefined : step.graph;
    const run = await watched(() => this.disturbed(party, step), wanted);
    this.history.push(`  ended with ${run.code}`);
    const isWhole = run.code === 0 && isOfAll(step) && step.kill === undefined;
    if (!isWhole) await this.recover(party, step, watched);
    await this.verify(party, step, elsewhere, draw);
    return run;
  }

  private async disturbed(party: Party, step: OwnershipStep): Promise<Run> {
    const { admin } = this.service;
    const { stack } = party;
    for (const urn of step.taint) await stack.pulumi(["state", "taint", urn, "--yes"]);
    await admin.clearRequests();
    if (step.faults.length > 0) await admin.faults(...step.faults);
    const { kill, operation, args, declared, previews } = step;
    const environment = kill?.checkpoints ? CHECKPOINTS : {};
    stack.ownsProcesses = kill !== undefined;
    const running = this.operate(party, [operation, ...args], declared, environment, previews);
    if (kill) {
      const reached = admin.waitFor(kill.after, { timeoutMs: KILL_WITHIN_MS }).catch(() => undefined);
      await Promise.race([running, reached]);
      stack.kill();
      if (kill.everything) killWhereEnvironmentHas(`PULUMI_HOME=${stack.folder}`);
    }
    const run = await running;
    await admin.clearFaults();
    if (kill) await stack.recover();
    return run;
  }

  /** What a user does: the same again, and what the engine asks for. */
  private async recover(
    party: Party,
    step: OwnershipStep,
    watched: (work: () => Promise<Run>, graph: Graph | undefined) => Promise<Run>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      if (/protect/.test(this.lastText)) await party.stack.pulumi(["state", "unprotect", "--all", "--yes"]);
      // As a refusal of a slug advises that another resource is still to give up.
      const applies = step.operation !== "destroy";
      const graph = attempt === 2 && applies ? withoutReaching(step.graph, party) : step.graph;
      const applied = applies ? graph : undefined;
      const operation = [step.operation, ...(step.looksFirst ? ["--refresh"] : [])];
      const run = await watched(() => this.operate(party, operation, graph), applied);
      this.history.push(`  ${step.operation} again: ${run.code}`);
      if (run.code === 0 && graph === step.graph) return;
      if (run.code === 0) {
        // A program of its own: who was left out finds what that has left.
        const now = await this.look(party);
        holds(changedIdentities(party.settled, now, graph, party.stack.name));
        party.settled = now;
      }
      if (attempt === PATIENCE) holds([`${step.operation} failed ${PATIENCE} times without a disturbance`]);
    }
  }

  private async verify(
    party: Party,
    step: OwnershipStep,
    elsewhere: ReadonlySet<string>,
    draw: Draw,
  ): Promise<void> {
    const now = await this.look(party);
    const { name } = party.stack;
    const graph = step.operation === "destroy" ? { checks: {} } : step.graph;
    for (const { id } of now.rows) party.left.delete(id ?? "");
    holds([
      ...sharedChecks(now),
      ...notAsDeclared(now, graph, name, this.channels),
      ...(step.operation === "up" ? notMoved(now, party.host) : []),
      ...changedIdentities(party.settled, now, graph, name),
      ...forgottenChannels(party.settled, now, graph, name),
      ...leftChecks(now, new Set([...elsewhere, ...party.left])),
    ]);
    if (step.operation !== "destroy" && draw.chance(LOOK_TWICE_PERCENT)) {
      const preview = await party.stack.pulumi(["preview", "--expect-no-changes"], settingsOf(party));
      this.lastText = preview.text;
      holds(preview.code === 0 ? [] : ["a preview after it shows changes"]);
    }
    party.graph = step.graph;
    party.settled = now;
  }

  protected async operate(
    party: Party,
    [operation = "up", ...args]: string[],
    graph: Graph,
    environment: Record<string, string> = {},
    previews = false,
  ): Promise<Run> {
    const { stack } = party;
    stack.declare(graph);
    this.operations += 1;
    const settings = { ...environment, ...settingsOf(party) };
    const atOnce = previews ? [] : ["--skip-preview"];
    const run = await stack.pulumi([operation, "--yes", ...atOnce, ...args], settings);
    this.lastText = run.text;
    this.history.push(run.text.replace(/^(?=.)/gm, "    | ").trimEnd());
    return run;
  }

  protected async look({ stack }: Party): Promise<Look> {
    const { alpha, beta } = this.service.emulator.projects;
    const inProject = async (key: string, project: string | undefined): Promise<Found[]> =>
      (await this.service.checks(key)).map((check) => ({ ...check, project }));
    const checks = [
      ...(await inProject(alpha.readWriteKey, undefined)),
      ...(await inProject(beta.readWriteKey, "beta")),
    ];
    const assignments = rowsOf(stack).filter(({ type }) => type.endsWith(":ChannelAssignment"));
    return { rows: checkRowsOf(stack), assignments, checks };
  }
}
