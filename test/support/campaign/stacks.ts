/**
 * Two stacks at one project of the service, between whose disturbed runs checks are handed over, by the command and by adoption:
 * no check that is another stack's is touched, and in the end all is quiet. One of the two may put no stamps on.
 */
import { handOver } from "../../../cli/handover/handover";
import { monitorOf } from "../../../provider/monitor/monitor";
import type { Run } from "../engine";
import type { Graph, GraphCheck } from "../graphProgram";
import { sessionAt } from "../provider/run";
import { Service } from "../service";
import type { Draw } from "./draw";
import { withoutCheck } from "./graphChanges";
import { OwnershipCampaign } from "./ownership";
import { type Found, holds, touchedChecks } from "./ownershipRules";
import { givenStep } from "./ownershipStep";
import { heldBy, newParty, type Party, placeOf, settingsOf } from "./party";

const LEAST_CHECKS = 2;
const MOST_CHECKS = 8;
const KILL_WITHIN_MS = 20_000;

/** A check on its way from one stack to another. */
interface Handover {
  giver: Party;
  getter: Party;
  /** Of the giver's resource. */
  name: string;
  slug: string;
  project: string | undefined;
  check: Found;
  /** The programs when it is done. */
  given: Graph;
  gotten: Graph;
}

export class StacksCampaign extends OwnershipCampaign {
  protected override parties(seed: number): Party[] {
    const left = new Set<string>();
    return this.stacks.map((stack, index) => newParty(stack, index === 0 || seed % 3 > 0, left));
  }

  protected override async steps(parties: readonly Party[], draw: Draw): Promise<void> {
    for (let steps = draw.integer(3, 4); steps > 0; steps -= 1) {
      const party = draw.one(parties);
      const other = draw.one(parties.filter((one) => one !== party));
      const kind = draw.integer(1, 10);
      if (kind <= 3) await this.step(party, [other], draw);
      else if (kind === 4) await this.elsewhere(party, changedAll(party.graph));
      else await this.handOver(party, other, draw);
    }
    for (const party of parties) await this.settle(party);
  }

  private async handOver(giver: Party, getter: Party, draw: Draw): Promise<void> {
    const work = await this.begun(giver, getter, draw);
    if (!work) return;
    const isByCommand = giver.stamps || draw.chance(40);
    const way = isByCommand ? "by the command" : "by adoption";
    this.history.push(`${giver.stack.name} gives ${work.slug} to ${getter.stack.name}, ${way}`);
    if (isByCommand) await this.command(work, getter);
    if (!getter.stamps) return this.refusedUnstamped(work);
    if (giver.stamps && draw.chance(50)) await this.refusedHalfWay(work, draw);
    // Without a stamp of the other stack, who drops a check deletes it.
    const order = isByCommand ? draw.one(["first", "last", "at once"] as const) : "first";
    if (order === "at once") await this.atOnce(work, draw);
    if (order === "last") await this.letGo(work, draw);
    await this.takeOver(work, draw);
    if (order !== "last") await this.letGo(work, draw);
    await this.handedOver(work);
  }

  /** Which check it is; undefined where the giver has too few, or the getter too many. */
  private async begun(giver: Party, getter: Party, draw: Draw): Promise<Handover | undefined> {
    const { checks } = giver.graph;
    const isFull = Object.keys(getter.graph.checks).length >= MOST_CHECKS;
    if (Object.keys(checks).length <= LEAST_CHECKS || isFull) return undefined;
    const name = draw.one(Object.keys(checks));
    const { options: _, ...args } = checks[name] as GraphCheck;
    const { slug } = args;
    const project = args.project as string | undefined;
    const find = async () =>
      (await this.look(giver)).checks.find((one) => one.slug === slug && one.project === project);
    await fetch(`${this.service.emulator.url}/ping/${(await find())?.uuid}`);
    const check = await find();
    // A destroyed stack has none of its checks.
    if (!check) return undefined;
    const gotten = { ...getter.graph, checks: { ...getter.graph.checks, [getter.fresh.next()]: args } };
    return { giver, getter, name, slug, project, check, given: withoutCheck(giver.graph, name), gotten };
  }

  /** `pulumi-checks handover`, which is cut off at times and run again. */
  private async command({ slug, project }: Handover, to: Party): Promise<void> {
    const { beta } = this.service.emulator.projects;
    const session = sessionAt(this.service, {
      projects: JSON.stringify({ beta: { apiKey: beta.readWriteKey } }),
    });
    const request = { checks: [slug], to: ownerOf(to), dryRun: false };
    await handOver(monitorOf(session).project(project), request);
  }

  /** A stack that puts no stamps on gets none: the giver would delete it. It is given back. */
  private async refusedUnstamped(work: Handover): Promise<void> {
    const { giver, getter } = work;
    await this.refused(work, getter, "checks:stamp", () => this.operate(getter, ["up"], work.gotten));
    getter.settled = await this.look(getter);
    await this.command(work, giver);
    giver.settled = await this.look(giver);
  }

  /** The giver still declares the check: whatever it changes of it, its preview and its `up` say whose it is. */
  private async refusedHalfWay(work: Handover, draw: Draw): Promise<void> {
    const { giver, getter, name } = work;
    const changed = changedAll(giver.graph, name);
    const isPreview = draw.chance(50);
    const kind = isPreview ? "preview" : "up";
    await this.refused(work, giver, `belongs to the stack ${ownerOf(getter)}`, () => {
      if (!isPreview) return this.operate(giver, [kind], changed);
      giver.stack.declare(changed);
      return giver.stack.pulumi([kind], settingsOf(giver));
    });
    if (draw.chance(30)) await this.elsewhere(giver, work.given);
  }

  /** Runs what must be refused in these words, and leaves the check as it is. */
  private async refused(
    { slug, check }: Handover,
    party: Party,
    words: string,
    work: () => Promise<Run>,
  ): Promise<void> {
    const before = await this.look(party);
    const { code, text } = await work();
    holds([
      ...(code === 0 ? [`${slug} was not refused to ${party.stack.name}`] : []),
      ...(text.includes(words) ? [] : [`the refusal of ${slug} does not say "${words}":\n${text}`]),
      ...touchedChecks(before, await this.look(party), new Set([check.uuid])),
    ]);
  }

  private async takeOver({ giver, getter, slug, check, gotten }: Handover, draw: Draw): Promise<void> {
    const elsewhere = heldBy([giver]);
    elsewhere.delete(check.uuid);
    const step = givenStep(gotten, placeOf(getter), `take over ${slug}`, draw);
    await this.carryOut(getter, elsewhere, step, draw);
  }

  private async letGo({ giver, getter, slug, check, given }: Handover, draw: Draw): Promise<void> {
    giver.left.add(check.uuid);
    const step = givenStep(given, placeOf(giver), `let go of ${slug}`, draw);
    await this.carryOut(giver, heldBy([getter]), step, draw);
  }

  /** Both run at once, one of them perhaps not to its end. */
  private async atOnce({ giver, getter, given, gotten }: Handover, draw: Draw): Promise<void> {
    const { admin } = this.service;
    const killed = draw.chance(50) ? draw.one([giver, getter]) : undefined;
    const after = draw.integer(1, 4);
    this.history.push(
      `  both at once${killed ? `, ${killed.stack.name} killed after ${after} requests` : ""}`,
    );
    await admin.clearRequests();
    if (killed) killed.stack.ownsProcesses = true;
    const running = Promise.all([this.operate(giver, ["up"], given), this.operate(getter, ["up"], gotten)]);
    if (killed) {
      const reached = admin.waitFor(after, { timeoutMs: KILL_WITHIN_MS }).catch(() => undefined);
      await Promise.race([running, reached]);
      killed.stack.kill();
    }
    await running;
    if (!killed) return;
    await killed.stack.recover();
  }

  /** The same check, with its history and its channels, and the stamp of who has it now. */
  private async handedOver({ getter, giver, slug, check, gotten }: Handover): Promise<void> {
    const { checks, rows } = await this.look(getter);
    const now = checks.find(({ uuid }) => uuid === check.uuid);
    const args = Object.values(gotten.checks).find((one) => one.slug === slug);
    const isSame = args?.channels !== undefined || now?.channels === check.channels;
    holds([
      ...(now?.n_pings === check.n_pings ? [] : [`${slug} is another check`]),
      ...(rows.some(({ id }) => id === check.uuid) ? [] : [`${getter.stack.name} has not got ${slug}`]),
      ...(isSame ? [] : [`the channels of ${slug} were taken off`]),
      ...(String(now?.tags)
        .split(" ")
        .includes(`pulumi:${ownerOf(getter)}`)
        ? []
        : [`${slug} has no stamp`]),
    ]);
    giver.settled = await this.look(giver);
  }

  /** `checks:url` leads to another server in one run: it is refused, and nothing is done there or here. */
  private async elsewhere(party: Party, graph: Graph): Promise<void> {
    if (party.settled.rows.length === 0) return;
    this.history.push(`${party.stack.name} at another server`);
    const other = await Service.start();
    try {
      const before = await this.look(party);
      const run = await this.operate(party, ["up"], graph, {
        ...other.environment,
        CHECKS_PROJECTS_BETA_API_KEY: other.emulator.projects.beta.readWriteKey,
      });
      const all = new Set(before.checks.map(({ uuid }) => uuid));
      holds([
        ...(run.code !== 0 && run.text.includes("lives on") ? [] : ["the other server was not refused"]),
        ...touchedChecks(before, await this.look(party), all),
        ...((await other.checks()).length > 0 ? ["a check was made on the other server"] : []),
      ]);
    } finally {
      await other.stop();
    }
  }

  /** Nothing is left to do: a preview sees no change, and an `up` writes nothing. */
  private async settle(party: Party): Promise<void> {
    const { stack, graph } = party;
    if (party.settled.rows.length === 0) return;
    const last = await this.operate(party, ["up"], graph);
    const preview = await stack.pulumi(["preview", "--expect-no-changes"], settingsOf(party));
    await this.service.admin.clearRequests();
    const quiet = await this.operate(party, ["up", "--expect-no-changes"], graph);
    const { log } = await this.service.admin.requestLog();
    const writes = log.filter(({ method }) => method !== "GET");
    holds([
      ...(last.code === 0 ? [] : [`the last up of ${stack.name} failed`]),
      ...(preview.code === 0 ? [] : [`a preview of ${stack.name} shows changes after it:\n${preview.text}`]),
      ...(quiet.code === 0 && writes.length === 0 ? [] : [`an up of ${stack.name} after it writes`]),
    ]);
  }
}

/** The name by which a stamp tells a stack. */
function ownerOf({ stack }: Party): string {
  return `jobs/${stack.name}`;
}

/** The program with another grace time of its checks, or of one. */
function changedAll(graph: Graph, only?: string): Graph {
  const checks = Object.entries(graph.checks).map(([name, args]) => [
    name,
    only === undefined || name === only ? { ...args, grace: Number(args.grace ?? 0) + 7200 } : args,
  ]);
  return { ...graph, checks: Object.fromEntries(checks) as Graph["checks"] };
}
