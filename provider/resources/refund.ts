/** A refund's life cycle: money moves at most once, whatever is repeated, replaced, refreshed, killed or destroyed. */
import { ChecksError } from "../errors";
import type { Values } from "../fields";
import type { Merchant } from "../merchant/merchant";
import {
  notRefunded,
  RefundError,
  type Refunded,
  refundOnce,
  showsRefund,
  unknown,
} from "../merchant/refunding";
import { type ResourceDefinition, Unfinished } from "../resource";
import { isUnknown } from "../unknown";
import { LATEST_IN_TIMEOUTS, takeAttempt } from "./refundAttempt";
import { type Attempt, type RefundState, refundInputs } from "./refundFields";

type Inputs = { transactionNumber: string; attempt: Attempt };

export const refund: ResourceDefinition = {
  kind: "Refund",
  fields: refundInputs,
  secretOutputs: [],

  due(_session, before, news) {
    const state = before as RefundState;
    const { outcome, problem = "it is not known whether the money was given back" } = state;
    if (isDone(outcome)) return undefined;
    // Removing the record of a refusal is what notes, before it is asked for again, that it is. A preview that does not
    // know the attempt yet is one in which another is noted.
    const unnoted = outcome === "notRefunded" && !isUnknown(news) && !comesAfter(news as Inputs, state);
    return { reason: problem, ...(unnoted && { replaces: "attempt" }) };
  },

  async create(session, news) {
    const inputs = news as Inputs;
    const id = inputs.transactionNumber;
    const merchant = session.merchant();
    const removed = merchant.removed.get(keyOf(id)) as RefundState | undefined;
    if (removed !== undefined && isDone(removed.outcome)) return { id, state: { ...removed, ...inputs } };
    const before = underThisAttempt(inputs, removed);
    const mayAsk = takeAttempt(merchant, id, inputs.attempt) || before.outcome === "notRefunded";
    merchant.removed.delete(keyOf(id));
    if (mayAsk) return { id, state: await asked(merchant, inputs) };
    return { id, state: await lookedAt(merchant, inputs, before) };
  },

  async read(session, _id, before) {
    const state = before as RefundState;
    if (isDone(state.outcome)) return state;
    const shown = await showsRefund(session.merchant(), state.transactionNumber);
    return shown ? done(state, { outcome: outcomeAfter(state) }) : state;
  },

  async update(session, _id, before, news) {
    const state = before as RefundState;
    const inputs = news as Inputs;
    if (isDone(state.outcome)) return { ...state, ...inputs };
    const merchant = session.merchant();
    const { attempt, transactionNumber } = inputs;
    if (comesAfter(inputs, state) && takeAttempt(merchant, transactionNumber, attempt))
      return asked(merchant, inputs);
    return lookedAt(merchant, inputs, underThisAttempt(inputs, state));
  },

  async delete(session, _id, before) {
    const state = before as RefundState;
    const merchant = session.merchant();
    merchant.removed.set(keyOf(state.transactionNumber), state);
    const what = isDone(state.outcome)
      ? "the money stays given back"
      : "it is not known whether the money was given back";
    merchant.log.info(`refund of ${state.transactionNumber}: only removed from the state; ${what}`);
  },
};

/** Whether somebody said that the state's attempt did nothing, so that another one was noted down. */
function comesAfter({ attempt }: Inputs, state: RefundState): boolean {
  return attempt.after === state.attempt.at;
}

/** Asks for the refund. Whatever comes of it is kept in the state. */
async function asked(merchant: Merchant, inputs: Inputs): Promise<Values> {
  const { transactionNumber } = inputs;
  try {
    const refunded = await refundOnce(merchant, transactionNumber, inTime(merchant));
    if (refunded.outcome === "alreadyRefunded") tellAlready(merchant, transactionNumber);
    return done(inputs, refunded);
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    const known = error instanceof RefundError ? error : notRefunded(transactionNumber, error.parts);
    throw open(inputs, known.outcome, known);
  }
}

/** Asks for nothing: looks whether an earlier attempt was carried out. */
async function lookedAt(
  merchant: Merchant,
  inputs: Inputs,
  before: Pick<RefundState, "outcome" | "problem">,
): Promise<Values> {
  const { transactionNumber } = inputs;
  if (await showsRefund(merchant, transactionNumber)) {
    tellAlready(merchant, transactionNumber);
    return done(inputs, { outcome: outcomeAfter(before) });
  }
  const problem = before.problem ?? "";
  throw new Unfinished(transactionNumber, openState(inputs, before.outcome, problem), problem);
}

/** What is known of this attempt. What became of an earlier one says nothing of it. */
function underThisAttempt(
  inputs: Inputs,
  known: RefundState | undefined,
): Pick<RefundState, "outcome" | "problem"> {
  return known?.attempt.at === inputs.attempt.at ? known : interrupted(inputs);
}

/** An attempt that another process noted down: nobody here knows whether it asked. */
function interrupted({ transactionNumber, attempt }: Inputs): Pick<RefundState, "outcome" | "problem"> {
  const reason = `an earlier run, of ${attempt.at}, was interrupted and may have asked for it, and the transaction shows no refund, which is no proof`;
  return { outcome: "unknown", problem: problemOf(unknown(transactionNumber, { reason }), attempt) };
}

/** A refund that shows now was made by an attempt of ours if one got as far as asking; otherwise by somebody else. */
function outcomeAfter({ outcome }: Pick<RefundState, "outcome">): Refunded["outcome"] {
  return outcome === "unknown" ? "refunded" : "alreadyRefunded";
}

function isDone(outcome: RefundState["outcome"]): outcome is Refunded["outcome"] {
  return outcome === "refunded" || outcome === "alreadyRefunded";
}

function done({ transactionNumber, attempt }: Inputs, { outcome, reverse }: Refunded): Values {
  return {
    transactionNumber,
    attempt,
    outcome,
    knownAt: nowInSeconds(),
    ...(reverse && { reverseTransactionNumber: reverse.transactionNumber }),
    ...(reverse?.transaction && { reverse: reverse.transaction }),
  };
}

function open(inputs: Inputs, outcome: RefundError["outcome"], error: RefundError): Unfinished {
  const problem = problemOf(error, inputs.attempt);
  return new Unfinished(inputs.transactionNumber, openState(inputs, outcome, problem), problem);
}

function openState(inputs: Inputs, outcome: RefundState["outcome"], problem: string): Values {
  const { transactionNumber, attempt } = inputs;
  return { transactionNumber, attempt, outcome, knownAt: nowInSeconds(), problem };
}

/** The message, with what lets it be asked for again. */
function problemOf(error: RefundError, { at }: Attempt): string {
  const again =
    error.outcome === "unknown"
      ? `If it was not refunded, set askAgainAfter: "${at}"`
      : `It is safe to run again, which asks again; with \`protect\`, askAgainAfter: "${at}" does`;
  return `${error.message}. ${again}`;
}

/**
 * Called right before the service is asked. A process that outlives its engine may be slow; after this time it does not
 * ask any more, so that a later run cannot meet it.
 */
function inTime(merchant: Merchant): () => void {
  const latest = Date.now() + LATEST_IN_TIMEOUTS * merchant.settings.timeoutSeconds * 1000;
  return () => {
    if (Date.now() <= latest) return;
    throw new ChecksError({ subject: "", reason: "looking at it took too long, so nothing was asked for" });
  };
}

function tellAlready(merchant: Merchant, transactionNumber: string): void {
  merchant.log.warn(
    `refund of ${transactionNumber}: it is refunded already, by an earlier run or by somebody else; nothing was asked for`,
  );
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function keyOf(transactionNumber: string): string {
  return `refund of ${transactionNumber}`;
}
