/**
 * The note, in the engine's state, that a refund is about to be asked for. It is written before `Refund` asks, so that
 * a run that was killed in between is found out: an attempt of an earlier process is never asked under again. It also
 * looks at the transaction first, so that what cannot be refunded leaves no note.
 */
import { ChecksError } from "../errors";
import type { Merchant } from "../merchant/merchant";
import { lookBefore } from "../merchant/refunding";
import type { ResourceDefinition } from "../resource";
import { type Attempt, refundFields } from "./refundFields";

/** So many timeouts after it began, `Refund` does not ask any more. */
export const LATEST_IN_TIMEOUTS = 2;

type Inputs = { transactionNumber: string; askAgainAfter?: string };
type State = Inputs & { attempt: Attempt };

export const refundAttempt: ResourceDefinition = {
  kind: "RefundAttempt",
  fields: refundFields,
  secretOutputs: [],

  async create(session, news) {
    const inputs = news as Inputs;
    const merchant = session.merchant();
    const inherited = merchant.removed.get(keyOf(inputs.transactionNumber)) as State | undefined;
    const attempt =
      inherited === undefined
        ? await begin(merchant, inputs.transactionNumber, inputs.askAgainAfter)
        : await next(merchant, inputs, inherited);
    return { id: inputs.transactionNumber, state: { ...inputs, attempt } };
  },

  async read(_session, _id, state) {
    return state;
  },

  async update(session, _id, state, news) {
    const inputs = news as Inputs;
    return { ...inputs, attempt: await next(session.merchant(), inputs, state as State) };
  },

  async delete(session, _id, state) {
    session.merchant().removed.set(keyOf((state as State).transactionNumber), state);
  },
};

/**
 * Whether `Refund` may ask under this attempt: only once, and only in the process that noted it down. A second process
 * cannot know how far the first one came.
 */
export function takeAttempt(merchant: Merchant, transactionNumber: string, { at }: Attempt): boolean {
  return merchant.openAttempts.delete(noteOf(transactionNumber, at));
}

async function next(merchant: Merchant, { transactionNumber, askAgainAfter }: Inputs, before: State) {
  if (askAgainAfter === undefined || askAgainAfter === before.askAgainAfter) return before.attempt;
  if (askAgainAfter !== before.attempt.at) {
    throw new ChecksError({
      subject: `refund of ${transactionNumber}`,
      property: "askAgainAfter",
      reason: `the last attempt was that of ${before.attempt.at}, not this one`,
      remedy: "Look at the transaction again before you change it",
    });
  }
  return begin(merchant, transactionNumber, askAgainAfter);
}

async function begin(merchant: Merchant, transactionNumber: string, after?: string): Promise<Attempt> {
  refuseWithoutCheckpoints(transactionNumber);
  if (after !== undefined) await outlive(merchant, transactionNumber);
  await lookBefore(merchant, transactionNumber);
  const at = new Date().toISOString();
  merchant.openAttempts.add(noteOf(transactionNumber, at));
  return { at, ...(after !== undefined && { after }) };
}

/**
 * Waits until no process of an earlier run can be at work any more: the engine that it served was gone when this run
 * began, and it asks within so many timeouts, for one at most.
 */
async function outlive(merchant: Merchant, transactionNumber: string): Promise<void> {
  const { timeoutSeconds } = merchant.settings;
  const wait = merchant.since + (LATEST_IN_TIMEOUTS + 1) * timeoutSeconds * 1000 - Date.now();
  if (wait <= 0) return;
  merchant.log.info(
    `refund of ${transactionNumber}: waiting ${Math.ceil(wait / 1000)} s, until nothing of the earlier attempt can be under way`,
  );
  await new Promise((resolve) => setTimeout(resolve, wait));
}

/** Without checkpoints the note would be written at the end of the run, when it is too late. */
function refuseWithoutCheckpoints(transactionNumber: string): void {
  const on = (variable: string) => /^(1|true)$/i.test(process.env[variable] ?? "");
  if (!on("PULUMI_SKIP_CHECKPOINTS") || !on("PULUMI_EXPERIMENTAL")) return;
  throw new ChecksError({
    subject: `refund of ${transactionNumber}`,
    reason:
      "not refunded: PULUMI_SKIP_CHECKPOINTS is set, so that a run that is killed would not be found out",
    remedy: "Run this stack without it",
  });
}

function noteOf(transactionNumber: string, at: string): string {
  return `${at} ${transactionNumber}`;
}

function keyOf(transactionNumber: string): string {
  return `attempt at ${transactionNumber}`;
}
