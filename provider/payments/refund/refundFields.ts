/** The fields of a refund and of the record of its attempt. */
import { z } from "zod";
import { fieldMeta, filledText, produced, type ValuesOf } from "../../core/fields";
import type { StateOf } from "../../core/resource";
import { transaction } from "../transaction/transaction";

const transactionNumber = () => filledText().register(fieldMeta, { managed: "always", replaces: true });

const OUTCOMES = ["refunded", "alreadyRefunded", "unknown", "notRefunded"] as const;

/** What a program says about a refund. */
export const refundFields = {
  /** Number of the transaction to refund, a string as the service shows it. It cannot be changed: another refund is another resource. */
  transactionNumber: transactionNumber(),
  /** Allows one more attempt after one that the service refused or whose outcome is unknown: the time given in the error message. It states that you looked and that nothing was refunded. */
  askAgainAfter: z.iso
    .datetime({ error: "must be the time from the error message, such as 2025-01-31T12:00:00.000Z" })
    .optional()
    .register(fieldMeta, { managed: "always" }),
} as const;

/** The record of an attempt, made by `RefundAttempt` before `Refund` asks. */
export const attempt = z.object({
  /** When it began, ISO 8601; its name in messages. */
  at: z.string(),
  /** The attempt that it comes after, because somebody said that that one did nothing. */
  after: z.string().optional(),
  /** Address of the service that was to be asked. Absent in states of earlier versions. */
  service: z.string().optional(),
  /** The time that its requests have, in seconds. Absent in states of earlier versions. */
  timeoutSeconds: z.number().optional(),
  /** Until so many seconds after it began it is asked under. Absent where that follows from the timeout. */
  asksWithinSeconds: z.number().optional(),
});
/** When an attempt at a refund began, and which one it comes after. */
export type Attempt = z.output<typeof attempt>;

/** What the record of the attempt is given. */
export const attemptFields = {
  ...refundFields,
  /** The `Refund` that it is made for: its name, after the types of its parents. Absent in states of earlier versions. */
  recordedBy: z.string().optional().register(fieldMeta, { managed: "never" }),
  /** Names under which that `Refund` may have been recorded before: its aliases. */
  formerly: z.array(z.string()).optional().register(fieldMeta, { managed: "never" }),
  /**
   * What the state has: the transaction of that `Refund` and what became of it, and of the note of this transaction whose
   * record it is, its attempt, and the word that was given for that. In a replacement the engine does not tell it.
   */
  before: z
    .object({
      transactionNumber: z.string().optional(),
      recordedBy: z.string().optional(),
      attempt: attempt.optional(),
      askAgainAfter: z.string().optional(),
      /** What became of it, as JSON: on the way to a provider objects lose what is null. */
      refund: z.string().optional(),
    })
    .optional()
    .register(fieldMeta, { managed: "never" }),
} as const;

/** What a row of a refund has in any version, beside its transaction. */
export const toldRefund = z.looseObject({ attempt, outcome: z.enum(OUTCOMES), knownAt: z.number() });

/** What is known of an attempt once it is noted down. */
export const attemptOutputs = {
  /** When it began, and which one it comes after: `Refund` asks under it. */
  attempt: produced(attempt, { secret: false }),
} as const;

/** What the record of an attempt is given. */
export type AttemptInputs = ValuesOf<typeof attemptFields>;
/** The record of an attempt in the state. */
export type AttemptState = StateOf<typeof attemptFields, typeof attemptOutputs>;

/** What the resource that asks for the refund is given. */
export const refundInputs = {
  transactionNumber: transactionNumber(),
  /** The attempt under which it may ask. */
  attempt: attemptOutputs.attempt,
} as const;

/** What became of a refund. */
export const refundOutputs = {
  /** `refunded`; `alreadyRefunded`: it was refunded before anything was asked for; `unknown`: the service did not say; `notRefunded`: the service refused. */
  outcome: produced(z.enum(OUTCOMES), { secret: false }),
  /** When the outcome was found, in UNIX seconds. */
  knownAt: produced(z.number(), { secret: false, unit: "seconds" }),
  /** Number of the reverse transaction. Absent when the answer was lost, or when another run or person made the refund. */
  reverseTransactionNumber: produced(z.string().optional(), { secret: false }),
  /** The reverse transaction as the service described it. Absent in the same cases. */
  reverse: produced(transaction.optional(), { secret: false }),
  /** Why the outcome is `unknown` or `notRefunded`. */
  problem: produced(z.string().optional(), { secret: false }),
} as const;

/** What the resource that asks for the refund is given. */
export type RefundInputs = ValuesOf<typeof refundInputs>;
/** A refund in the state. */
export type RefundState = StateOf<typeof refundInputs, typeof refundOutputs>;
