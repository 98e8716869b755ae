/** A program of refunds on the real engine, what its state says of them, and how often money moved. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Run, Stack, type StateRow, succeeded } from "../engine";
import { type HostName, hostOfRun } from "../hosts";
import { Shop } from "../shop";
import { YamlStack } from "../yaml";

/** A `Refund` of the program. */
export interface Declared {
  name: string;
  transactionNumber: string;
  askAgainAfter?: string;
  options?: { retainOnDelete?: boolean; protect?: boolean; aliases?: { name: string }[] };
}

/** Declares what stands in `refunds.json`. */
const PROGRAM = `
const { payments } = require("pulumi-checks");
for (const { name, options, ...args } of JSON.parse(require("fs").readFileSync("refunds.json", "utf8")))
  new payments.Refund(name, args, options);
`;

/** What declares the refunds, and what serves them. */
export type Form = "typescript, dynamic" | "typescript, plugin" | "yaml, plugin";

export const FORMS: readonly Form[] = ["typescript, dynamic", "typescript, plugin", "yaml, plugin"];

/** The forms of a run: all of them, or those of the host that `CHECKS_HOST` names. */
export function formsOfRun(): readonly Form[] {
  return process.env.CHECKS_HOST === undefined ? FORMS : FORMS.filter((form) => form.endsWith(hostOfRun()));
}

/** The types of the two rows of a refund, from the outermost parent. */
const TYPES: Readonly<Record<Form, { Refund: string; RefundAttempt: string }>> = {
  "typescript, dynamic": {
    Refund: "pulumi-nodejs:dynamic/checks:Refund",
    RefundAttempt: "pulumi-nodejs:dynamic/checks:RefundAttempt",
  },
  "typescript, plugin": {
    Refund: "checks:payments:RefundRecord",
    RefundAttempt: "checks:payments:RefundAttempt",
  },
  "yaml, plugin": {
    Refund: "checks:payments:Refund$checks:payments:RefundRecord",
    RefundAttempt: "checks:payments:RefundAttempt",
  },
};

/** The URN of one of the rows that a program in TypeScript declares. */
export function refundUrn(host: HostName, kind: "Refund" | "RefundAttempt", name: string): string {
  return `urn:pulumi:dev::jobs::${TYPES[`typescript, ${host}`][kind]}::${name}`;
}

/** A stack of refunds at a service that neither marks what is refunded nor refuses to do it again. */
export class RefundProgram {
  private constructor(
    readonly shop: Shop,
    readonly stack: Stack,
    private readonly form: Form,
  ) {}

  static async start(
    environment: Record<string, string> = {},
    form: Form = `typescript, ${hostOfRun()}`,
  ): Promise<RefundProgram> {
    const shop = await Shop.open();
    await shop.admin.merchant({ doubleRefunds: true, marksRefunded: false });
    const CHECKS_HOST = form.endsWith("plugin") ? "plugin" : "dynamic";
    const all = { ...shop.environment, CHECKS_HOST, ...environment };
    const stack = form === "yaml, plugin" ? new YamlStack(all) : new Stack(all, { "index.js": PROGRAM });
    await stack.init();
    return new RefundProgram(shop, stack, form);
  }

  declare(refunds: readonly Declared[]): void {
    if (!(this.stack instanceof YamlStack)) {
      this.stack.write("refunds.json", JSON.stringify(refunds));
      return;
    }
    const resources = refunds.map(({ name, options, ...properties }) => [
      name,
      { type: "checks:payments:Refund", properties, ...(options && { options }) },
    ]);
    this.stack.program({ resources: Object.fromEntries(resources) });
  }

  /** The URN of a `Refund` of this program. */
  urnOf(name: string): string {
    return `urn:pulumi:dev::jobs::${TYPES[this.form].Refund}::${name}`;
  }

  /** `pulumi up` of a program, however it ends. */
  up(refunds: readonly Declared[], ...options: string[]): Promise<Run> {
    this.declare(refunds);
    return this.stack.tryUp(...options);
  }

  /** Makes a row one that is tainted and waits for its replacement, as a run leaves it that is cut off between the two. */
  async cutOff(kind: "Refund" | "RefundAttempt"): Promise<void> {
    const state = JSON.parse(await this.stack.exported()) as { deployment: { resources: StateRow[] } };
    const type = TYPES[this.form][kind].split("$").at(-1);
    for (const row of state.deployment.resources.filter((one) => one.type === type))
      Object.assign(row, { pendingReplacement: true, taint: true });
    this.stack.write("cut.json", JSON.stringify(state));
    succeeded(await this.stack.pulumi(["stack", "import", "--file", "cut.json"]));
  }

  /** How often the money of each transaction was given back. */
  async given(): Promise<Record<string, number>> {
    const counted: Record<string, number> = {};
    for (const { transactionno } of (await this.shop.ledger()).refunds)
      counted[transactionno] = (counted[transactionno] ?? 0) + 1;
    return counted;
  }

  /** The refunds in the state, read from the engine's own file; or the notes that they may have been asked for. */
  rows(kind: "Refund" | "RefundAttempt" = "Refund"): StateRow[] {
    const folder = this.stateFolder();
    const file = readdirSync(folder).find((name) => name.endsWith(".json"));
    const { checkpoint } = JSON.parse(readFileSync(join(folder, file ?? "dev.json"), "utf8")) as {
      checkpoint: { latest?: { resources?: StateRow[] } };
    };
    return (checkpoint.latest?.resources ?? []).filter(
      ({ type }) => type === TYPES[this.form][kind].split("$").at(-1),
    );
  }

  /** After a kill: what the README's known limits advise, and the lock. */
  async mend(): Promise<void> {
    const folder = this.stateFolder();
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".attrs"))) {
      if (statSync(join(folder, name)).size > 0) continue;
      rmSync(join(folder, name));
      process.stderr.write(`the killed engine left ${name} empty; removed\n`);
    }
    await this.stack.pulumi(["cancel", "--yes"]);
  }

  async end(): Promise<void> {
    this.stack.remove();
    await this.shop.close();
  }

  private stateFolder(): string {
    return join(this.stack.folder, "state", ".pulumi", "stacks", "jobs");
  }
}
