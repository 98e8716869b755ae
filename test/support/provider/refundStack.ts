import { refund } from "../../../provider/payments/refund/refund";
import { refundAttempt } from "../../../provider/payments/refund/refundAttempt";
import type { EngineRun, Remembered } from "../shop";

/** What a program says about a refund. */
export interface Args {
  transactionNumber: string;
  askAgainAfter?: string;
}

/** The refund of a transaction that can be refunded. */
export const PAID: Args = { transactionNumber: "T-SUCCESS" };

/** A stack with one refund: what the engine remembers of its two resources. */
export class RefundStack {
  attempt: Remembered | undefined;
  refund: Remembered | undefined;
  /** Whether the last `up` deleted the refund in order to replace it. */
  deleted = false;

  /** What an `up` does, in the order in which program and engine do it. Gives the problem, if there is one. */
  async up(run: EngineRun, args: Args): Promise<string | undefined> {
    await this.note(run, args);
    return this.ask(run, args);
  }

  /** The first half of an `up`: the attempt is noted down. */
  async note(run: EngineRun, args: Args): Promise<void> {
    this.attempt = this.attempt
      ? await run.update(refundAttempt, this.attempt, { ...args })
      : await run.create(refundAttempt, { ...args });
  }

  /** The second half: the service is asked. */
  async ask(run: EngineRun, { transactionNumber }: Args): Promise<string | undefined> {
    const inputs = { transactionNumber, attempt: this.attempt?.state.attempt };
    const due = this.refund && run.due(refund, this.refund, inputs);
    this.deleted = this.refund !== undefined && due?.replaces !== undefined;
    if (this.refund && this.deleted) {
      await run.delete(refund, this.refund);
      this.refund = undefined;
    }
    if (this.refund && !due) return undefined;
    const after = this.refund
      ? await run.update(refund, this.refund, inputs)
      : await run.create(refund, inputs);
    this.refund = after;
    return after.problem;
  }

  /** Deletes and makes anew, as a replacement that somebody asks for. */
  async replace(run: EngineRun, args: Args): Promise<string | undefined> {
    await this.forget(run);
    return this.up(run, args);
  }

  async refresh(run: EngineRun): Promise<void> {
    if (this.attempt) this.attempt = await run.read(refundAttempt, this.attempt);
    if (this.refund) this.refund = await run.read(refund, this.refund);
  }

  async forget(run: EngineRun): Promise<void> {
    if (this.refund) await run.delete(refund, this.refund);
    if (this.attempt) await run.delete(refundAttempt, this.attempt);
    this.refund = undefined;
    this.attempt = undefined;
  }

  get outcome(): unknown {
    return this.refund?.state.outcome;
  }

  /** The time that a message tells, for `askAgainAfter`. */
  get attemptedAt(): string {
    if (this.attempt === undefined) throw new Error("no attempt was noted down");
    return (this.attempt.state.attempt as { at: string }).at;
  }
}
