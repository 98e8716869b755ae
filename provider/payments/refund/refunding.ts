/**
 * A refund, so that money moves at most once: look, check, ask once, and where the answer is unclear look again
 * instead of asking again.
 */

import { setTimeout } from "node:timers/promises";
import { ChecksError, describe, type ErrorParts, inOrder } from "../../core/errors";
import { sleep } from "../../core/interruption";
import { ServiceError, Unauthorized, Unreachable } from "../../http/failure";
import { quotable } from "../../http/words";
import type { Reverse } from "../api";
import { inOneSpelling } from "../connection";
import { LoginFailed } from "../login";
import type { Merchant } from "../merchant";
import { requireSetting, secretsOf } from "../settings";
import type { Transaction } from "../transaction/transaction";
import { AskedNotes, type Begun } from "./askedNotes";
import { isRefunded, obstacleTo } from "./eligibility";
import { inTurns } from "./machineTurn";
import { type NotSaid, readRefundAnswer } from "./refundAnswer";

/** A refund that is known to be done. */
export interface Refunded {
  /** `refunded`: asked for here. `alreadyRefunded`: it was so before, and no refund was requested. */
  outcome: "refunded" | "alreadyRefunded";
  /** The transaction that gives the money back. Absent when its details were lost with the answer. */
  reverse?: Reverse;
}

/** A refund that is not known to be done. */
export class RefundError extends ChecksError {
  /**
   * `notRefunded`: no money moved, and it is safe to request the refund again. `outcomeUnknown`: the service was asked
   * and did not say; asking again could move the money twice.
   */
  readonly outcome: "notRefunded" | "unknown";

  constructor(outcome: RefundError["outcome"], parts: ErrorParts) {
    super(parts);
    this.outcome = outcome;
  }

  override about(parts: Partial<ErrorParts>): RefundError {
    return new RefundError(this.outcome, { ...this.parts, ...parts });
  }
}

/** How many timeouts to wait for another process on this machine that refunds the same transaction. */
const PATIENCE_IN_TIMEOUTS = 2;

/** The pause before the last look, for a service that is still at work: this share of the time that requests have. */
const SETTLING_SHARE = 1 / 15;

/**
 * Refunds a transaction unless it is refunded already. `mayAsk` is called before it looks and right before the service
 * is asked; what it throws ends all of it. `begun` tells of the attempt under which it asks; without it, it begins here.
 * @throws {RefundError} when it is not refunded, or when that is not known.
 */
export async function refundOnce(
  merchant: Merchant,
  transactionNumber: string,
  mayAsk?: () => void,
  begun: Begun = {},
): Promise<Refunded> {
  const { folder, names, noNote } = await notesOn(merchant, transactionNumber);
  const notes = new AskedNotes(folder, names);
  const { said = await notes.texts().catch(noNote), at } = begun;
  const once = async (isMine: () => Promise<boolean>): Promise<Refunded> => {
    mayAsk?.();
    const transaction = await lookBefore(merchant, transactionNumber);
    if (isRefunded(transaction)) return { outcome: "alreadyRefunded" };
    const asked = await notes.since(said, at).catch(noNote);
    if (asked !== undefined) {
      const reason = `another run on this machine requested the refund at ${asked}, and had no answer before this one began, so it was not requested again`;
      throw outcomeUnknown(transactionNumber, { reason });
    }
    if (!(await isMine())) throw tooLong();
    await notes.write().catch(noNote);
    try {
      const refunded = await requestRefund(merchant, transaction, mayAsk);
      await notes.close();
      return refunded;
    } catch (error) {
      const isClear =
        error instanceof ChecksError && !(error instanceof RefundError && error.outcome === "unknown");
      await (isClear ? notes.takeBack() : notes.close());
      throw error;
    }
  };
  const tooLong = () =>
    notRefunded(transactionNumber, { reason: "another process on this machine is refunding it" });
  const patienceMs = PATIENCE_IN_TIMEOUTS * merchant.settings.timeoutSeconds * 1000;
  const pause = (milliseconds: number) => orNotRefunded(transactionNumber, () => sleep(milliseconds));
  const patience = { patienceMs, pause, tooLong, noNote, folder };
  return inTurns(names, patience, once);
}

/**
 * What the notes of earlier requests for this refund say on this machine, for `Begun`.
 * @throws {RefundError} `notRefunded` where there is no place for notes, or one cannot be read.
 */
export async function saidOfRequests(merchant: Merchant, transactionNumber: string): Promise<string[]> {
  const { folder, names, noNote } = await notesOn(merchant, transactionNumber);
  return new AskedNotes(folder, names).texts().catch(noNote);
}

/**
 * Where this machine's notes on a refund are, under which names, however somebody spells the address, and what is thrown
 * without them. At its former address it is the same service, where other runs may still ask.
 */
async function notesOn(merchant: Merchant, transactionNumber: string) {
  const folder = await orNotRefunded(transactionNumber, () => merchant.machineFolder());
  const { url, formerUrl = url } = merchant.settings;
  const names = [...new Set([url, formerUrl].map((one) => `${inOneSpelling(one)} ${transactionNumber}`))];
  const noNote = ({ code, message }: NodeJS.ErrnoException): never => {
    merchant.forgetFolder();
    const reason = `its turn cannot be recorded in ${folder} (${code ?? message}), so no refund was requested`;
    throw notRefunded(transactionNumber, { reason }).about({
      remedy: "Free disk space there, or make the folder writable",
    });
  };
  return { folder, names, noNote };
}

/**
 * A transaction that is refunded, or can be.
 * @throws {RefundError} `notRefunded` when it cannot be, or cannot be looked at.
 */
export async function lookBefore(merchant: Merchant, transactionNumber: string): Promise<Transaction> {
  requireSetting(merchant.settings, "refundField");
  const transaction = await orNotRefunded(transactionNumber, () =>
    merchant.api.getTransaction(transactionNumber),
  );
  if (isRefunded(transaction)) return transaction;
  const obstacle = obstacleTo(transaction, Date.now());
  if (obstacle === undefined) return transaction;
  throw notRefunded(transactionNumber, { reason: quotable(obstacle, secretsOf(merchant.settings)) });
}

async function requestRefund(
  merchant: Merchant,
  transaction: Transaction,
  mayAsk?: () => void,
): Promise<Refunded> {
  const { transactionNumber } = transaction;
  try {
    const answer = await merchant.api.refundTransaction(transactionNumber, mayAsk);
    const said = readRefundAnswer(answer, transaction, merchant.settings);
    if (!said.made) return afterUnclear(merchant, transactionNumber, said);
    return { outcome: "refunded", ...(said.reverse && { reverse: said.reverse }) };
  } catch (error) {
    if (error instanceof LoginFailed) throw refusedBeforeRequest(transactionNumber, error);
    if (!(error instanceof ServiceError)) throw error;
    return afterFailure(merchant, transactionNumber, error);
  }
}

async function afterFailure(
  merchant: Merchant,
  transactionNumber: string,
  error: ServiceError,
): Promise<Refunded> {
  const words = wordsOf(error.parts);
  if (error.unclear) return afterUnclear(merchant, transactionNumber, { ...words, ended: error.ended });
  // The service refuses what somebody else has refunded in the meantime.
  const hasLooked = !(error instanceof Unreachable || error instanceof Unauthorized);
  const isShown = hasLooked && (await lookForRefund(merchant, transactionNumber)).isShown;
  if (isShown) return { outcome: "alreadyRefunded" };
  throw notRefunded(transactionNumber, words);
}

/** The service may have refunded it, or may be about to: looks, and never asks again. */
async function afterUnclear(
  merchant: Merchant,
  transactionNumber: string,
  { reason, service, ended }: Omit<NotSaid, "made">,
): Promise<Refunded> {
  const words = { ...(service !== undefined && { service }) };
  const look = await lookForRefundTwice(merchant, transactionNumber);
  if (look.isShown) {
    merchant.log.info(
      `refund of ${transactionNumber}: ${reason}, but the transaction shows that it is refunded`,
    );
    return { outcome: "refunded" };
  }
  if (look.failure === undefined && merchant.settings.refundShows && ended) {
    throw notRefunded(transactionNumber, {
      ...words,
      reason: `${reason}, and the transaction shows no refund`,
    });
  }
  throw outcomeUnknown(transactionNumber, {
    ...words,
    reason: `${reason}, and ${describeLook(look)}`,
  });
}

/** What a look at a transaction found. */
interface Look {
  /** Whether the refund shows. */
  isShown: boolean;
  /** Why the transaction could not be read; then `isShown: false` proves nothing. */
  failure?: ChecksError;
}

/** Whether the refund shows now. */
export async function lookForRefund(merchant: Merchant, transactionNumber: string): Promise<Look> {
  try {
    return { isShown: isRefunded(await merchant.api.getTransaction(transactionNumber)) };
  } catch (error) {
    if (error instanceof ChecksError) return { isShown: false, failure: error };
    throw error;
  }
}

async function lookForRefundTwice(merchant: Merchant, transactionNumber: string): Promise<Look> {
  const look = await lookForRefund(merchant, transactionNumber);
  if (look.isShown) return look;
  const pause = merchant.settings.timeoutSeconds * 1000 * SETTLING_SHARE;
  // Short, and not ended by Ctrl-C, because the second look decides the outcome.
  await setTimeout(pause);
  return lookForRefund(merchant, transactionNumber);
}

/** Describes a look that found no refund. A read that failed, for example with an expired token, does not mean "no refund". */
export function describeLook({ failure }: Look): string {
  return failure === undefined
    ? "the transaction shows no refund, which is no proof"
    : `the transaction could not be read: ${lookFailureText(failure)}`;
}

/** Why a look failed, and what to do about it. */
export function lookFailureText({ parts: { subject: _, ...parts } }: ChecksError): string {
  return describe(parts);
}

/** The error for an unknown outcome. */
export function outcomeUnknown(
  transactionNumber: string,
  parts: Pick<ErrorParts, "reason" | "service">,
): RefundError {
  return new RefundError("unknown", {
    subject: `refund of ${transactionNumber}`,
    ...parts,
    reason: `it is not known whether the money was given back: ${parts.reason}`,
    remedy:
      "Do not refund it in another way before you know: look at the transaction in the merchant dashboard, or ask the service",
  });
}

type Words = Pick<ErrorParts, "reason" | "service" | "remedy">;

/** The error for a refund that moved no money. */
export function notRefunded(transactionNumber: string, parts: Words): RefundError {
  return new RefundError("notRefunded", {
    subject: `refund of ${transactionNumber}`,
    ...parts,
    reason: `not refunded: ${parts.reason}`,
  });
}

/** Before the request, every failure means that nothing happened. */
export async function orNotRefunded<T>(transactionNumber: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ChecksError) || error.parts.subject === "configuration") throw error;
    throw refusedBeforeRequest(transactionNumber, error);
  }
}

function refusedBeforeRequest(transactionNumber: string, { parts }: ChecksError): RefundError {
  return notRefunded(transactionNumber, { ...wordsOf(parts), reason: inOrder(parts.subject, parts.reason) });
}

/** What a failure says beside what it was about. */
function wordsOf({ reason, service, remedy }: ErrorParts): Words {
  return { reason, ...(service !== undefined && { service }), ...(remedy !== undefined && { remedy }) };
}
