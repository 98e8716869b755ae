/** A refund's life cycle: money moves at most once, whatever is repeated, replaced, refreshed, killed or destroyed. */
import { nowInSeconds, stopwatch } from "../../core/clock";
import { ChecksError } from "../../core/errors";
import { Interrupted, isInterrupted, onInterruption } from "../../core/interruption";
import { defineResource, Unfinished } from "../../core/resource";
import { isUnknown } from "../../core/unknown";
import { type Merchant, merchantOf } from "../merchant";
import type { Begun } from "./askedNotes";
import { asksWithinSeconds, asksWithinSecondsUnder } from "./lateness";
import { otherTransaction, takeAttempt } from "./refundAttempt";
import {
  type Attempt,
  type RefundInputs,
  type RefundState,
  refundInputs,
  refundOutputs,
} from "./refundFields";
import { otherService, refuseElsewhere } from "./refundHome";
import {
  describeLook,
  lookFailureText,
  lookForRefund,
  notRefunded,
  outcomeUnknown,
  RefundError,
  type Refunded,
  refundOnce,
} from "./refunding";

export const refund = defineResource({
  kind: "Refund",
  isPart: true,
  fields: refundInputs,
  outputs: refundOutputs,

  due(_session, state, inputs) {
    const { outcome, problem = "it is not known whether the money was given back" } = state;
    if (isDone(outcome)) return undefined;
    // Removing the record of a refusal notes, before the refund is requested again, that it is about to be: from then
    // on the engine calls no `delete` for it in any run. If a preview does not know the attempt yet, another one will
    // be recorded.
    const unnoted = outcome === "notRefunded" && !isUnknown(inputs) && !comesAfter(inputs, state);
    return { reason: problem, ...(unnoted && { replaces: "attempt" }) };
  },

  objections(session, olds, news) {
    return [
      ...otherTransaction(olds, news),
      ...otherService(session, news.transactionNumber, olds.attempt ?? news.attempt),
    ];
  },

  claim(session, { state }) {
    merchantOf(session).records.see("refund", state.transactionNumber, state);
    return [];
  },

  async create(session, inputs) {
    const { transactionNumber: id, attempt } = inputs;
    const merchant = merchantOf(session);
    const found = await merchant.records.find("refund", id);
    const known = found && (found.isRemoved ? found.state : asUnknownAfterRefusal(found.state));
    refuseElsewhere(merchant, id, known?.attempt ?? attempt);
    if (known !== undefined && isDone(known.outcome)) return { id, state: { ...known, ...inputs } };
    const before = knownOfAttempt(inputs, known);
    // A refund with an unknown outcome is requested again only under an attempt that the user allowed after that very
    // attempt.
    const allowed = known?.outcome !== "unknown" || attempt.after === known.attempt.at;
    const begun = takeAttempt(merchant, id, attempt);
    const mayAsk = (begun !== undefined && allowed) || before.outcome === "notRefunded";
    await merchant.records.forget("refund", id);
    if (mayAsk) return { id, state: await askForRefund(merchant, inputs, begun) };
    return { id, state: await lookWithoutAsking(merchant, inputs, before) };
  },

  async read(session, _id, state) {
    if (isDone(state.outcome)) return state;
    const merchant = merchantOf(session);
    refuseElsewhere(merchant, state.transactionNumber, state.attempt);
    const { isShown, failure } = await lookForRefund(merchant, state.transactionNumber);
    if (failure) {
      merchant.log.warn(
        `refund of ${state.transactionNumber}: the transaction could not be read, so its record stays as it is: ${lookFailureText(failure)}`,
      );
    }
    return isShown ? doneState(state, { outcome: outcomeAfter(state) }) : state;
  },

  async update(session, _id, state, inputs) {
    const merchant = merchantOf(session);
    refuseElsewhere(merchant, state.transactionNumber, state.attempt);
    if (isDone(state.outcome)) return { ...state, ...inputs };
    const { attempt, transactionNumber } = inputs;
    const begun = comesAfter(inputs, state) ? takeAttempt(merchant, transactionNumber, attempt) : undefined;
    if (begun !== undefined) return askForRefund(merchant, inputs, begun);
    return lookWithoutAsking(merchant, inputs, knownOfAttempt(inputs, state));
  },

  async delete(session, _id, state) {
    const merchant = merchantOf(session);
    await merchant.records.remove("refund", state.transactionNumber, state);
    merchant.log.info(
      `refund of ${state.transactionNumber}: removed from the state only; ${LEFT_BEHIND[state.outcome]}. Unless this run creates its resource again, a Refund declared for it later does not know about this one`,
    );
  },
});

/** What remains true when a record is removed. */
const LEFT_BEHIND: Record<RefundState["outcome"], string> = {
  refunded: "the money stays refunded",
  alreadyRefunded: "the money stays refunded",
  unknown: "it is not known whether the money was given back",
  notRefunded: "the money was not given back",
};

/** Whether the user stated that the state's attempt did nothing, so that another one was recorded. */
function comesAfter({ attempt }: RefundInputs, state: RefundState): boolean {
  return attempt.after === state.attempt.at;
}

/** Requests the refund, under an attempt that this process or an earlier one began. The state keeps the outcome, whatever it is. */
async function askForRefund(
  merchant: Merchant,
  inputs: RefundInputs,
  begun: Begun = { at: inputs.attempt.at },
): Promise<RefundState> {
  const { transactionNumber, attempt } = inputs;
  const { mayAsk, forget } = askingPermission(merchant, inputs);
  try {
    const refunded = await takeTurn(merchant, () => refundOnce(merchant, transactionNumber, mayAsk, begun));
    if (refunded.outcome === "alreadyRefunded") warnAlreadyRefunded(merchant, transactionNumber);
    return doneState(inputs, refunded);
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    const known = error instanceof RefundError ? error : notRefunded(transactionNumber, error.parts);
    const problem = problemOf(known, attempt);
    throw new Unfinished(transactionNumber, openState(inputs, known.outcome, problem), problem);
  } finally {
    forget();
  }
}

/** The state of a refund that is not known to be done; without a problem if nobody has read the transaction since the request. */
type Open = Pick<RefundState, "outcome" | "problem">;

/** Sends no request for a refund, only reads whether an earlier attempt was carried out. */
async function lookWithoutAsking(
  merchant: Merchant,
  inputs: RefundInputs,
  before: Open,
): Promise<RefundState> {
  const { transactionNumber } = inputs;
  const look = await lookForRefund(merchant, transactionNumber);
  if (look.isShown) {
    warnAlreadyRefunded(merchant, transactionNumber);
    return doneState(inputs, { outcome: outcomeAfter(before) });
  }
  const problem = before.problem ?? problemOfEarlierRun(inputs, describeLook(look));
  const now =
    before.problem !== undefined && look.failure
      ? `. The transaction could not be read: ${lookFailureText(look.failure)}`
      : "";
  throw new Unfinished(transactionNumber, openState(inputs, before.outcome, problem), `${problem}${now}`);
}

/**
 * What is known from a row that an earlier run may have removed: that run was about to request the refund again after a
 * refusal, and it is not known how far it came.
 */
function asUnknownAfterRefusal(state: RefundState): RefundState {
  if (state.outcome !== "notRefunded") return state;
  const { problem: _, ...known } = state;
  return { ...known, ...UNKNOWN_SINCE };
}

/** What is known of this attempt. The outcome of an earlier one says nothing about it. */
function knownOfAttempt(inputs: RefundInputs, known: RefundState | undefined): Open {
  return known?.attempt.at === inputs.attempt.at ? known : UNKNOWN_SINCE;
}

/** An attempt that another process recorded: it is not known here whether it sent the request. */
const UNKNOWN_SINCE = { outcome: "unknown" } as const;

function problemOfEarlierRun({ transactionNumber, attempt }: RefundInputs, seen: string): string {
  const reason = `an earlier run, at ${attempt.at}, was interrupted, or ended early because another resource failed; it may have requested the refund, and ${seen}`;
  return problemOf(outcomeUnknown(transactionNumber, { reason }), attempt);
}

/** A refund that shows now was made by our attempt if that may have sent the request, otherwise by somebody else. */
function outcomeAfter({ outcome }: Pick<RefundState, "outcome">): Refunded["outcome"] {
  return outcome === "unknown" ? "refunded" : "alreadyRefunded";
}

function isDone(outcome: RefundState["outcome"]): outcome is Refunded["outcome"] {
  return outcome === "refunded" || outcome === "alreadyRefunded";
}

function doneState(
  { transactionNumber, attempt }: RefundInputs,
  { outcome, reverse }: Refunded,
): RefundState {
  return {
    transactionNumber,
    attempt,
    outcome,
    knownAt: nowInSeconds(),
    ...(reverse && { reverseTransactionNumber: reverse.transactionNumber }),
    ...(reverse?.transaction && { reverse: reverse.transaction }),
  };
}

function openState(inputs: RefundInputs, outcome: RefundState["outcome"], problem: string): RefundState {
  const { transactionNumber, attempt } = inputs;
  return { transactionNumber, attempt, outcome, knownAt: nowInSeconds(), problem };
}

/** The message, with how to request the refund again. */
function problemOf(error: RefundError, { at }: Attempt): string {
  const again =
    error.outcome === "unknown"
      ? `If it was not refunded, set askAgainAfter: "${at}"`
      : `It is safe to run again, which requests the refund again; with \`protect\`, set askAgainAfter: "${at}" first`;
  return `${error.message}. ${again}`;
}

/** A refund makes two requests; two more are reserved for others, such as the reads before attempts. */
const REQUESTS_FOR_EACH = 4;

/** Takes turns if few requests per minute are allowed; otherwise all refunds would read, and none could send its request in time. */
function takeTurn<T>(merchant: Merchant, work: () => Promise<T>): Promise<T> {
  const { requestsPerMinute } = merchant.settings;
  if (requestsPerMinute === undefined) return work();
  return merchant.turns.take("refunds", work, Math.max(1, Math.floor(requestsPerMinute / REQUESTS_FOR_EACH)));
}

/**
 * Whether the request may still be sent. `mayAsk` is called when the refund's turn has come and right before the
 * request, because refunds that wait in line would otherwise go on after Ctrl-C. `forget` removes the listener for that.
 */
function askingPermission(
  { settings }: Merchant,
  { transactionNumber, attempt }: RefundInputs,
): { mayAsk: () => void; forget: () => void } {
  const within = asksWithinSecondsUnder(attempt, settings);
  const since = stopwatch();
  const isTooLate = () => since().longest > within * 1000;
  let interrupted = isInterrupted();
  const forget = onInterruption(() => {
    interrupted = true;
  });
  let hadItsTurn = false;
  const tooLate = () => {
    if (within < asksWithinSeconds(settings))
      return `its attempt, at ${attempt.at}, was recorded under shorter time limits than today's and is out of time, so no refund was requested; set askAgainAfter to begin another attempt`;
    const cause = hadItsTurn
      ? "reading the transaction took too long"
      : "the refunds ahead of it took too long";
    return `${cause}, so no refund was requested`;
  };
  const mayAsk = () => {
    if (interrupted) throw new Interrupted(`refund of ${transactionNumber}`);
    if (isTooLate()) throw new ChecksError({ reason: tooLate() });
    hadItsTurn = true;
  };
  return { mayAsk, forget };
}

function warnAlreadyRefunded(merchant: Merchant, transactionNumber: string): void {
  merchant.log.warn(
    `refund of ${transactionNumber}: it is refunded already, by an earlier run or by somebody else; no refund was requested`,
  );
}
