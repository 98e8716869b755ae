import { z } from "zod";
import { ENTITIES, MODES, namesOf, STATUSES, type StatusName } from "./namedSets";
import type { MerchantSettings } from "./settings";

/** The stored key of a party's member id; its name in answers is a setting. */
const MEMBER_ID = "ServiceId";

/** A sender or receiver: an object, or a number if there is nobody to describe. */
const partySchema = z.union([z.number(), z.record(z.string(), z.unknown())]);
type Party = z.output<typeof partySchema>;

/**
 * A transaction as the user adds it; only the number is required. Names are the interface's, amounts are in its
 * currency.
 */
export const newTransactionSchema = z.strictObject({
  /** The transaction number. */
  invoicenumber: z.string().min(1),
  amount: z.number().default(100),
  servicecharge: z.number().default(2.5),
  refundcharge: z.number().default(0),
  website_ref_no: z.string().nullable().default(null),
  transaction_summary: z.string().nullable().default(null),
  /**
   * `YYYY-MM-DD`, or a complete ISO 8601 time.
   * @default today
   */
  transactiondate: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
  entity: z.enum(namesOf(ENTITIES)).default("Invoice"),
  /** Id of the invoice, order, etc. */
  entityid: z.number().int().default(5001),
  mode: z.enum(namesOf(MODES)).default("Credit Card"),
  status: z.enum(namesOf(STATUSES)).default("Success"),
  /** The payer, if not a member. */
  guestuser: z.strictObject({ cellnumber: z.string(), id: z.number().int() }).nullable().default(null),
  senderId: partySchema.default(0),
  receiverId: partySchema.default(() => ({
    [MEMBER_ID]: "7654321",
    name: "Corner Shop",
    cellnumber: "*****678",
    id: 31,
  })),
  /** Whether it was refunded, or is itself the reverse transaction of a refund. */
  refund: z.enum(["none", "refunded", "reverse"]).default("none"),
});

export type NewTransaction = z.input<typeof newTransactionSchema>;

/** A stored transaction. */
export type Transaction = Omit<z.output<typeof newTransactionSchema>, "transactiondate"> & {
  id: number;
  transactiondate: string;
};

/** A transaction as the interface shows it. */
export type TransactionRecord = ReturnType<typeof recordOf>;

/** The record of a transaction, with the names that the settings choose. */
export function recordOf(transaction: Transaction, settings: MerchantSettings) {
  const { entity, mode, status: ownStatus, refund, guestuser, senderId, receiverId, ...plain } = transaction;
  const isRefund = refund === "reverse" || (refund === "refunded" && settings.marksRefunded);
  const status = isRefund ? statusAfterRefund(transaction, settings) : ownStatus;
  const modeName = mode === "Wallet" ? settings.walletMode : mode;
  return {
    ...plain,
    isRefund,
    senderId: partyOf(senderId, settings),
    receiverId: partyOf(receiverId, settings),
    transactionentityId: ENTITIES[entity],
    transactionmodeId: MODES[mode],
    transactionstatusId: STATUSES[status],
    transactionentity: { name: entity.toUpperCase(), id: ENTITIES[entity] },
    transactionmode: { name: modeName.toUpperCase(), id: MODES[mode] },
    transactionstatus: { name: status.toUpperCase(), id: STATUSES[status] },
    // The document does not define these fields for a payment by a member; we use a null id and no object.
    guestuserId: guestuser?.id ?? null,
    ...(guestuser && { guestuser }),
  };
}

function statusAfterRefund({ refund, status }: Transaction, settings: MerchantSettings): StatusName {
  if (refund === "reverse") return settings.reverseStatus;
  return status === "Success" ? settings.refundedStatus : status;
}

function partyOf(party: Party, { memberIdField }: MerchantSettings): Party {
  if (typeof party === "number") return party;
  return Object.fromEntries(
    Object.entries(party).map(([key, value]) => [key === MEMBER_ID ? memberIdField : key, value]),
  );
}
