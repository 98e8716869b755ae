/** A campaign of faults and kills on the real engine; after each step everything must be as declared. */
import { setTimeout } from "node:timers/promises";
import type { Channel } from "../../../emulator";
import { type Run, Stack, succeeded } from "../engine";
import { ONE_WRITE } from "../graphProgram";
import { expectAgrees } from "../provider/expectedDocument";
import { Service } from "../service";
import { checkRowsOf, nameOf } from "../stateFile";
import { type Program, type Step, stepOf } from "./step";

/** Short, so that a stall or a service that stays away costs a test little. */
const IMPATIENT = { CHECKS_TIMEOUT_SECONDS: "1", CHECKS_DEADLINE_SECONDS: "8" };
const COMPARE_EVERY = 4;
/** What is on its way when the engine is killed still takes effect: after a stall, and as long as the killed one is looked for. */
const SETTLING_MS = 4_000;

/** Goes through steps; throws at the first violation with the seed that repeats it. */
export class Campaign {
  private program: Program = {};
  private readonly history: string[] = [];

  private constructor(
    private readonly seed: number,
    private readonly service: Service,
    private readonly stack: Stack,
    private readonly channels: readonly Channel[],
  ) {}

  static async start(seed: number): Promise<Campaign> {
    const service = await Service.start();
    const stack = new Stack({ ...service.environment, ...IMPATIENT });
    await stack.init();
    return new Campaign(seed, service, stack, (await service.admin.channels()).alpha ?? []);
  }

  /** The step with this number, and what must hold after it. */
  async step(number: number): Promise<void> {
    const step = stepOf(this.seed + number, this.program, this.channels);
    this.history.push(`${number}: ${step.operation}${step.kill ? `, ${step.kill.victim} killed` : ""}`);
    try {
      await this.disturbed(number, step);
      await this.recover(step);
      await this.verify(number, step.program);
    } catch (error) {
      const steps = this.history.join("; ");
      throw new Error(`seed ${this.seed}, step ${number} (${steps}): ${(error as Error).message}`);
    }
    this.program = step.program;
  }

  async end(): Promise<void> {
    this.stack.remove();
    await this.service.stop();
  }

  /** Runs the operation while the service fails and processes are killed. However it ends is fine. */
  private async disturbed(
    number: number,
    { operation, program, faults, kill, checkpoints }: Step,
  ): Promise<void> {
    const { admin } = this.service;
    this.stack.declare(program);
    await admin.clearRequests();
    if (faults) await admin.randomFaults({ ...faults, seed: this.seed + number });
    const skip = operation === "refresh" ? [] : ["--skip-preview"];
    this.stack.ownsProcesses = kill !== undefined;
    const running = this.stack.pulumi([operation, "--yes", ...skip], checkpoints ? {} : ONE_WRITE);
    if (kill) {
      await Promise.race([running, admin.waitFor(kill.after, { timeoutMs: 20_000 }).catch(() => undefined)]);
      if (kill.victim === "engine") this.stack.kill();
      else this.stack.killProvider();
    }
    const { text } = await running;
    if (/^\s+at .*:\d+:\d+\)?$/m.test(text)) throw new Error(`a stack trace was shown:\n${text}`);
    await admin.clearFaults();
  }

  /** One further `up` must do. After a disturbed destroy the state may hold what is gone: then with a refresh. */
  private async recover({ operation, kill }: Step): Promise<void> {
    if (kill?.victim === "engine") await setTimeout(SETTLING_MS);
    if (kill) await this.stack.recover();
    await this.stack.up(...(operation === "destroy" ? ["--refresh"] : []));
  }

  /** Exactly the declared checks, with exactly the declared fields; the state says the same. */
  private async verify(number: number, program: Program): Promise<void> {
    const checks = await this.service.checks();
    const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug).sort();
    expect(slugs(checks)).toEqual(slugs(Object.values(program)));
    const rows = Object.fromEntries(checkRowsOf(this.stack).map((row) => [nameOf(row), row]));
    expect(Object.keys(rows).sort()).toEqual(Object.keys(program).sort());
    for (const [name, args] of Object.entries(program)) {
      const document = await this.service.check(args.slug);
      expect(rows[name]?.id).toBe(document.uuid);
      expectAgrees(document, args, this.channels);
    }
    if (number % COMPARE_EVERY > 0) return;
    const compared: Run = await this.stack.preview("--refresh", "--expect-no-changes");
    succeeded(compared);
  }
}
