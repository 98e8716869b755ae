/** A campaign of changes, faults and kills around refunds on the real engine: no money moves twice. */
import type { Fault } from "../../../emulator";
import type { Run } from "../engine";
import { REFUND } from "../shop";
import { type Declared, type Form, RefundProgram } from "./refundProgram";
import { type RefundStep, stepsOf } from "./refundStep";

/** Short, so that a stall costs little. */
const IMPATIENT = { MERCHANT_TIMEOUT_SECONDS: "1", MERCHANT_DEADLINE_SECONDS: "4" };
const MOST_REFUNDS = 3;
/** The service makes the refund, and answers when nobody listens any more. */
const UNANSWERED: Fault["action"] = { kind: "stall", ms: 1500, when: "after" };
/** What lets a process that outlives its engine finish. */
const SETTLING_MS = 1500;
/** A change after which a resource would stand for another refund than before. */
const LOSES_TRACK = /^(shift|swap|change a number|rename)$/;

/** What came of a run. */
interface Made {
  succeeded: boolean;
  /** How many refunds the service made during it. */
  refunds: number;
}

/** Goes through the steps of a seed; throws at the first violation with the seed that repeats it. */
export class RefundCampaign {
  private declared: Declared[] = [];
  /** Transactions whose record somebody removed, in the order in which that was. */
  private readonly removed: string[] = [];
  /** How often the record of a transaction was removed by hand, and that was said. */
  private readonly forgotten: Record<string, number> = {};
  private readonly history: string[] = [];
  private made = 0;
  private refunds = 0;

  private constructor(
    private readonly seed: number,
    private readonly program: RefundProgram,
  ) {}

  /** Does so many runs on a stack of its own; `ran` is called after each. */
  static async play(seed: number, runs: number, ran: (made: Made) => boolean, form?: Form): Promise<void> {
    const campaign = new RefundCampaign(seed, await RefundProgram.start(IMPATIENT, form));
    try {
      for (const step of stepsOf(seed, runs)) {
        const { code } = await campaign.step(step);
        const refunds = Object.values(await campaign.program.given()).reduce((sum, times) => sum + times, 0);
        if (!ran({ succeeded: code === 0, refunds: refunds - campaign.refunds })) return;
        campaign.refunds = refunds;
      }
    } finally {
      await campaign.program.end();
    }
  }

  private async step(step: RefundStep): Promise<Run> {
    const { change, manner, fault, kill } = step;
    const trouble = [fault && `${fault.kind}`, kill && `${kill.victim} killed after ${kill.after}`];
    this.history.push([change, manner, ...trouble.filter(Boolean)].join(", "));
    try {
      const next = await this.changed(step);
      const before = this.outcomes();
      const run = await this.run(step, next);
      await this.verify(step, next, before, run);
      // Somebody who is refused takes the change back.
      if (!LOSES_TRACK.test(change)) this.declared = next;
      await this.listen(run);
      return run;
    } catch (error) {
      throw new Error(`seed ${this.seed}: ${this.history.join("; ")}: ${(error as Error).message}`);
    }
  }

  /** The program after the change. */
  private async changed({ change, which }: RefundStep): Promise<Declared[]> {
    const now = this.declared.map((one) => ({ ...one }));
    const index = now.length === 0 ? 0 : which % now.length;
    const one = now[index];
    switch (change) {
      case "add":
        return now.length < MOST_REFUNDS ? [...now, await this.fresh()] : now;
      case "remove":
        return now.filter((each) => each !== one);
      case "bring back": {
        const transactionNumber = this.removed.findLast(
          (number) => !now.some((each) => each.transactionNumber === number),
        );
        return transactionNumber === undefined
          ? now
          : [...now, { name: this.freshName(), transactionNumber }];
      }
      case "shift":
        return now.slice(0, -1).map((each, at) => ({ ...each, ...numberOf(now[at + 1]) }));
      case "swap": {
        const other = now[(index + 1) % now.length];
        return now.map((each) =>
          each === one
            ? { ...each, ...numberOf(other) }
            : each === other
              ? { ...each, ...numberOf(one) }
              : each,
        );
      }
      case "change a number": {
        const other = await this.fresh();
        return now.map((each) => (each === one ? { ...each, ...numberOf(other) } : each));
      }
      case "rename":
      case "rename with an alias": {
        const name = this.freshName();
        const options = change === "rename" ? {} : { options: { aliases: aliasesOf(one) } };
        return now.map((each) => (each === one ? { ...each, name, ...options } : each));
      }
      default:
        return now;
    }
  }

  /** Runs it while the service fails and processes are killed. However it ends is fine. */
  private async run({ manner, which, fault, kill }: RefundStep, next: readonly Declared[]): Promise<Run> {
    const { shop, stack } = this.program;
    const one = next.length === 0 ? undefined : next[which % next.length]?.name;
    if (manner === "tainted" && one !== undefined)
      await stack.pulumi(["state", "taint", this.program.urnOf(one), "--yes"]);
    await shop.admin.clearRequests();
    const isLate = kill?.after === "it refunded";
    const action = isLate ? UNANSWERED : fault;
    if (action) await shop.admin.faults({ match: { path: "refundTransaction" }, times: 1, action });
    const options = manner === "retaining" ? { retainOnDelete: true } : {};
    stack.ownsProcesses = kill !== undefined;
    const running = this.program.up(
      next.map((each) => ({ ...each, options: { ...each.options, ...options } })),
      ...argumentsOf(manner, one === undefined ? undefined : this.program.urnOf(one)),
    );
    if (kill) {
      await Promise.race([
        running,
        shop.admin
          .waitFor(isLate ? 1 : Number(kill.after), { ...(isLate && { route: REFUND }), timeoutMs: 15_000 })
          .catch(() => undefined),
      ]);
      if (kill.victim === "engine") stack.kill();
      else stack.killProvider();
    }
    const run = await running;
    if (kill) {
      await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
      await this.program.mend();
    }
    await shop.admin.clearFaults();
    return run;
  }

  private async verify(
    { change, kill }: RefundStep,
    next: readonly Declared[],
    before: ReadonlyMap<string, string>,
    { text, code }: Run,
  ): Promise<void> {
    if (/^\s+at .*:\d+:\d+\)?$/m.test(text)) throw new Error(`a stack trace was shown:\n${text}`);
    const after = this.outcomes();
    for (const number of before.keys()) {
      if (after.has(number) || next.some((each) => each.transactionNumber === number)) continue;
      const said = text.includes(`refund of ${number}: removed from the state only`);
      if (!said && !kill) throw new Error(`${number} was removed, and nothing said so:\n${text}`);
      this.forgotten[number] = (this.forgotten[number] ?? 0) + 1;
      this.removed.push(number);
    }
    const given = await this.program.given();
    for (const [number, times] of Object.entries(given)) {
      if (times > 1 + (this.forgotten[number] ?? 0))
        throw new Error(`${number} was refunded ${times} times:\n${text}`);
    }
    for (const [number, outcome] of after) {
      const times = given[number] ?? 0;
      if (/efunded$/.test(outcome) && outcome !== "notRefunded" && times === 0)
        throw new Error(`${number} is called ${outcome}, and is not:\n${text}`);
      if (outcome === "notRefunded" && times > (this.forgotten[number] ?? 0))
        throw new Error(`${number} is called not refunded, and is:\n${text}`);
      const known = before.get(number) === "refunded" && outcome === "unknown";
      if (known && !kill)
        throw new Error(`${number} was known to be refunded, and is called unknown:\n${text}`);
    }
    // What an earlier step removed may only leave now, if that step was killed or aimed at another one.
    const isDeclared = (number: string) => next.some((each) => each.transactionNumber === number);
    const lost =
      LOSES_TRACK.test(change) &&
      [...before.keys()].some((number) => !after.has(number) && isDeclared(number));
    if (lost && code === 0 && change !== "shift")
      throw new Error(`a record was lost by "${change}":\n${text}`);
  }

  /** Somebody who is asked looks at the dashboard, and allows another attempt where no money moved. */
  private async listen({ text }: Run): Promise<void> {
    const given = await this.program.given();
    const asked = /refund of (\S+): it is not known .*?askAgainAfter: "([^"]+)"/g;
    for (const [, number = "", askAgainAfter = ""] of text.matchAll(asked)) {
      if ((given[number] ?? 0) > (this.forgotten[number] ?? 0)) continue;
      this.declared = this.declared.map((each) =>
        each.transactionNumber === number ? { ...each, askAgainAfter } : each,
      );
    }
  }

  /**
   * What the state says of each transaction; `noted` where it only has the note that it may have been asked for. A refusal
   * that waits for its replacement says nothing any more: a run took it away to ask again, and was cut off.
   */
  private outcomes(): Map<string, string> {
    const rows = [...this.program.rows("RefundAttempt"), ...this.program.rows()];
    return new Map(
      rows.flatMap(({ outputs, pendingReplacement }) => {
        if (!outputs) return [];
        const outcome = String(outputs.outcome ?? "noted");
        const isOver = pendingReplacement && outcome === "notRefunded";
        return [[String(outputs.transactionNumber), isOver ? "noted" : outcome] as const];
      }),
    );
  }

  private async fresh(): Promise<Declared> {
    const transactionNumber = `C-${this.seed}-${++this.made}`;
    await this.program.shop.admin.addTransaction({ invoicenumber: transactionNumber });
    return { name: this.freshName(), transactionNumber };
  }

  private freshName(): string {
    return `refund-${++this.made}`;
  }
}

function numberOf(one: Declared | undefined): Pick<Declared, "transactionNumber"> | object {
  return one === undefined ? {} : { transactionNumber: one.transactionNumber };
}

function aliasesOf(one: Declared | undefined): { name: string }[] {
  return one === undefined ? [] : [...(one.options?.aliases ?? []), { name: one.name }];
}

/** `one` is the URN of the refund that it is about. */
function argumentsOf(manner: RefundStep["manner"], one: string | undefined): string[] {
  switch (manner) {
    case "replacing everything":
      return ["--replace", "**"];
    case "replacing everything after a refresh":
      return ["--refresh", "--replace", "**"];
    case "replacing one":
      return one === undefined ? [] : ["--replace", one];
    case "aimed at one":
      return one === undefined ? [] : ["--target", one, "--target-dependents"];
    case "refreshing":
      return ["--refresh"];
    default:
      return [];
  }
}
