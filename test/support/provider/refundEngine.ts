/**
 * As much of the engine as a refund needs: its two rows, and the order in which the engine calls a host for them. Read from
 * the source of engine 3.259 (`resource/deploy/step_generator.go`, `step.go`, `step_executor.go`). What counts here:
 *
 * - A row that is deleted before it is replaced stays in the state as *pending replacement* until its replacement is
 *   there. The next run calls `Diff` with it, then `Create`, and never `Delete`.
 * - What depends on something that is replaced may be deleted ahead, before it is declared: then also a row that waits
 *   for its replacement since an earlier run. `Check` and `Create` follow, no `Diff`.
 * - A row that somebody names with `--replace`, or that is tainted, is not asked for its `Diff`, in a later run neither.
 */
import type { Values } from "../../../provider/core/fields";
import { typeOf } from "../../../provider/hosts/definitions";
import { refundStateIn } from "../../../provider/hosts/refundRows";
import type { HostName } from "../hosts";
import { listening } from "../listening";
import type { Shop } from "../shop";
import { type HostProcess, hostProcess, type MadeRow, type RefundKind } from "./hostProcess";

/** A row of the state. */
interface Row extends MadeRow {
  inputs: Values;
  pendingReplacement?: boolean;
  tainted?: boolean;
}

/** A row with the URN that it has where a program in TypeScript declares it. */
export interface FormerRow extends Row {
  urn: string;
}

/** How an `up` is run, and how it ends. */
export interface Manner {
  /** `--replace` of these rows. */
  replace?: readonly RefundKind[];
  /** The engine is killed when the host has made this row: it does not hear of it. */
  killedAfter?: RefundKind;
  /** Another resource fails after this row was deleted, so that its replacement is not made. */
  cutAfterDeleting?: RefundKind;
  /** Both rows are deleted ahead, as when the provider itself is replaced and deleted before that. */
  deletedAhead?: boolean;
  /** The program tells nothing of what the state has, as where the engine does not list the stack's rows. */
  untold?: boolean;
  /** Rows are deleted by a process of their own, as when the provider has another version than in the run before. */
  deletedByAnother?: boolean;
}

/** Ends a run as a kill or the failure of another resource does. */
class Ended extends Error {}

/** The stack of a program with one `Refund`. */
export class RefundEngine {
  readonly rows: Partial<Record<RefundKind, Row>> = {};

  constructor(
    private readonly host: HostName,
    private readonly shop: Shop,
    /** What the program says. */
    readonly args: Values = { transactionNumber: "T-SUCCESS" },
  ) {}

  /** One run, in new processes. Gives the problem with which it failed, if it did. */
  async up(manner: Manner = {}): Promise<string | undefined> {
    const engine = await listening(0);
    const address = `127.0.0.1:${engine.port}`;
    const process = await hostProcess(this.host, this.shop, address);
    const deleting = manner.deletedByAnother ? await hostProcess(this.host, this.shop, address) : process;
    try {
      const before = manner.untold ? {} : this.told();
      const note = { __provider: "p", __run: { name: "chair", stack: "jobs/dev", preview: false } };
      const recorded = { recordedBy: `${typeOf("dynamic", "refund")}::chair`, formerly: [], before };
      if (manner.deletedAhead) await this.deleteAhead(deleting);
      await this.register("refundAttempt", { ...this.args, ...recorded, ...note }, process, deleting, manner);
      const noted = this.rows.refundAttempt?.state.attempt;
      const { transactionNumber } = this.args;
      await this.register(
        "refund",
        { transactionNumber, attempt: noted, ...note },
        process,
        deleting,
        manner,
      );
      return this.rows.refund?.problem;
    } catch (error) {
      if (error instanceof Ended) return undefined;
      throw error;
    } finally {
      await engine.close();
    }
  }

  /** `pulumi state taint`. */
  taint(...kinds: readonly RefundKind[]): void {
    for (const row of kinds.map((kind) => this.rows[kind])) if (row) row.tainted = true;
  }

  /** The time of the attempt that is noted down. */
  get attemptedAt(): string {
    const { attempt } = this.rows.refundAttempt?.state ?? {};
    return (attempt as { at: string }).at;
  }

  /** The rows of the state. */
  listed(): FormerRow[] {
    return (["refundAttempt", "refund"] as const).flatMap((kind) => {
      const row = this.rows[kind];
      return row ? [{ ...row, urn: this.urnOf(kind) }] : [];
    });
  }

  get outcome(): unknown {
    return this.rows.refund?.state.outcome;
  }

  /** What the program tells of the state. */
  private told(): Values {
    const rows = new Map(this.listed().map(({ urn, state }) => [urn, state]));
    return refundStateIn(rows, [this.urnOf("refund")], String(this.args.transactionNumber));
  }

  private urnOf(kind: RefundKind): string {
    return `urn:pulumi:dev::jobs::${typeOf(this.host, kind)}::${this.nameOf(kind)}`;
  }

  private nameOf(kind: RefundKind): string {
    return kind === "refund" ? "chair" : `transaction ${this.args.transactionNumber}`;
  }

  private async deleteAhead(process: HostProcess): Promise<void> {
    for (const kind of ["refund", "refundAttempt"] as const) {
      const row = this.rows[kind];
      if (!row) continue;
      await process.delete(kind, "", row);
      row.pendingReplacement = true;
    }
  }

  private async register(
    kind: RefundKind,
    news: Values,
    process: HostProcess,
    deleting: HostProcess,
    manner: Manner,
  ): Promise<void> {
    const name = this.nameOf(kind);
    const row = this.rows[kind];
    const isNamed = row?.tainted || manner.deletedAhead || manner.replace?.includes(kind) === true;
    const isTargeted = row !== undefined && isNamed;
    const inputs = await process.check(kind, name, isTargeted ? {} : (row?.inputs ?? {}), defined(news));
    if (!row) return this.make(kind, name, inputs, process, manner);
    const { pendingReplacement = false } = row;
    const diff = isTargeted ? { changes: true, replaces: true } : await process.diff(kind, name, row, inputs);
    if (diff.replaces || pendingReplacement) {
      if (!isTargeted) await process.check(kind, name, {}, defined(news));
      if (!pendingReplacement) await deleting.delete(kind, name, row);
      row.pendingReplacement = true;
      if (manner.cutAfterDeleting === kind) throw new Ended();
      return this.make(kind, name, inputs, process, manner);
    }
    if (!diff.changes && row.problem === undefined) return;
    const after = await process.update(kind, name, row, inputs);
    if (manner.killedAfter === kind) throw new Ended();
    this.rows[kind] = { ...after, inputs };
  }

  private async make(
    kind: RefundKind,
    name: string,
    inputs: Values,
    process: HostProcess,
    manner: Manner,
  ): Promise<void> {
    const made = await process.create(kind, name, inputs);
    if (manner.killedAfter === kind) throw new Ended();
    this.rows[kind] = { ...made, inputs };
  }
}

/** What is undefined does not travel. */
function defined(values: Values): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}
