/** Reads the answer to a refund request: only a success that names this transaction counts as one. */
import { z } from "zod";
import type { Values } from "../../core/fields";
import { GAVE_UP_STATUS } from "../../http/codes";
import { quotable, wordsOf } from "../../http/words";
import type { Reverse } from "../api";
import { type MerchantSettings, secretsOf } from "../settings";
import { idWithName, isEmpty, STATUS_NAMES, SUCCESS } from "../transaction/namedSets";
import {
  type Transaction,
  transactionDocument,
  transactionFromWire,
  withoutSecrets,
} from "../transaction/transaction";

/** The refund was made. The reverse transaction is absent when the answer is the refunded transaction itself. */
interface Made {
  made: true;
  reverse?: Reverse;
}

/** The answer does not say that this refund was made. */
export interface NotSaid {
  made: false;
  reason: string;
  /** What the service itself said, where it said something. */
  service?: string;
  /** Whether the service has certainly finished with the request. */
  ended: boolean;
}

/** What an answer must contain to be read at all; the documentation shows only one sample. */
const answerDocument = z.looseObject({
  invoicenumber: z.string().min(1),
  isRefund: z.boolean().nullish(),
  amount: z.number().nullish(),
  entityid: z.number().nullish(),
  transactionstatusId: z.number().nullish(),
  transactionstatus: z.looseObject({ name: z.string().nullish(), id: z.number().nullish() }).nullish(),
});
type AnswerDocument = z.output<typeof answerDocument>;

/** Reads the answer to a refund request; `original` is the transaction before it. */
export function readRefundAnswer(
  answer: Values,
  original: Transaction,
  settings: MerchantSettings,
): Made | NotSaid {
  const number = original.transactionNumber;
  const said = (words: string) => quotable(words, secretsOf(settings));
  if (answer.error !== undefined && answer.error !== null) {
    const service = wordsOf(JSON.stringify({ error: answer.error }), secretsOf(settings));
    const reason = "the service answered with an error instead of a transaction";
    return notSaid(reason, isEnding(answer.error), service);
  }
  const read = answerDocument.safeParse(answer);
  if (!read.success) return notSaid("the service's answer is not a transaction", false);
  const { invoicenumber, isRefund } = read.data;
  const status = statusOf(read.data, settings);
  const called = `the transaction ${JSON.stringify(said(invoicenumber))}`;
  const isNamed = mentions(answer, number);
  if (status !== "Success" && status !== "Refund") {
    // The failed transaction may be another one, while the service still works on this one.
    const ended = isNamed && (status === "Failed" || status === "Rejected");
    return notSaid(`the service answered with ${called}, whose status is ${said(status)}`, ended);
  }
  const isBack = invoicenumber !== number && givesBack(answer, original, settings);
  // `isRefund` says whether a transaction is refunded: what gives money back need not be.
  if (isRefund !== true && status !== "Refund" && !isBack) {
    return notSaid(`the service answered with ${called}, which is not a refund`, false);
  }
  if (invoicenumber === number) return { made: true };
  if (!isBack && !isNamed) {
    return notSaid(`the service answered with ${called}, which does not mention this one`, false);
  }
  const whole = transactionDocument.safeParse(answer);
  const transaction = whole.success && { transaction: transactionFromWire(whole.data, settings) };
  const reverse = withoutSecrets({ transactionNumber: invoicenumber }, settings);
  return { made: true, reverse: { ...reverse, ...transaction } };
}

/**
 * Whether an error that came as a success says that the service has finished: in the service's own form, with a status that
 * would say so (`ServiceError.ended`). What stands in front of it has other forms, or tells that it waited no longer.
 */
function isEnding(error: unknown): boolean {
  const { statusCode } = Object(error) as { statusCode?: unknown };
  return (
    typeof statusCode === "number" &&
    statusCode >= 400 &&
    statusCode <= 500 &&
    !GAVE_UP_STATUS.includes(statusCode)
  );
}

function notSaid(reason: string, ended: boolean, service?: string): NotSaid {
  return { made: false, reason, ended, ...(service !== undefined && { service }) };
}

/** The name of a status, or its number if the name is unknown. */
function statusOf(
  { transactionstatusId, transactionstatus }: AnswerDocument,
  { statusIds }: MerchantSettings,
) {
  const id = transactionstatusId ?? transactionstatus?.id ?? undefined;
  const word = transactionstatus?.name ?? undefined;
  if (id === undefined && isEmpty(word)) return "not given";
  const { name } = idWithName(id ?? Number.NaN, word, statusIds, STATUS_NAMES);
  const contradicts = name === "Success" && id !== undefined && id !== SUCCESS;
  return contradicts ? `Success, but with the number ${id}` : (name ?? `number ${id}`);
}

/** Whether one of the record's texts is the number, or has it as a word: `Refund of T-1001`. */
function mentions(answer: Values, number: string): boolean {
  const escaped = number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped}(?![\\p{L}\\p{N}_-])`, "u");
  return Object.entries(answer).some(
    ([key, value]) => key !== "transactiondate" && typeof value === "string" && word.test(value),
  );
}

/** Whether the record is that of the same invoice or order and the same amount, with payer and receiver exchanged. */
function givesBack(answer: Values, original: Transaction, settings: MerchantSettings): boolean {
  const whole = transactionDocument.safeParse(answer);
  if (!whole.success) return false;
  const { entityId, amount, sender, receiver } = transactionFromWire(whole.data, settings);
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (
    entityId !== null &&
    entityId === original.entityId &&
    amount === original.amount &&
    !same(sender, receiver) &&
    same(sender, original.receiver) &&
    same(receiver, original.sender)
  );
}
