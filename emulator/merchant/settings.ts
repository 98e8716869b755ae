import { z } from "zod";
import { namesOf, STATUSES } from "./namedSets";

const statusName = z.enum(namesOf(STATUSES));

/**
 * What the interface's document leaves open, each a setting, so that clients can be tried with every answer.
 * The defaults use the document's own neutral words and take whatever it allows.
 */
export const merchantSettingsSchema = z.strictObject({
  /** Field of a token request that carries the merchant's id. @default "serviceId" */
  serviceIdField: z.string().min(1),
  /** Field of a receiver that carries its member id. @default "ServiceId" */
  memberIdField: z.string().min(1),
  /** Name of the service's own wallet as a mode of payment. @default "Wallet" */
  walletMode: z.string().min(1),
  /** Where getTransaction reads `transactionno`. @default "either" */
  transactionNumberIn: z.enum(["body", "query", "either"]),
  /** Field of a refund request that carries the transaction number. @default "either" */
  refundField: z.enum(["transactionno", "transactionnumber", "either"]),
  /**
   * The `sentvia` that means e-mail, the other one being SMS. With null either value goes with either
   * receiver.
   * @default null
   */
  sentviaEmail: z.union([z.literal(3), z.literal(4), z.null()]),
  /** Status of the reverse transaction that a refund makes. @default "Refund" */
  reverseStatus: statusName,
  /** Status of a transaction after its refund. @default "Success", so that only `isRefund` tells */
  refundedStatus: statusName,
  /** Whether a refund shows on the refunded transaction at all (`isRefund` and status). @default true */
  marksRefunded: z.boolean(),
  /** HTTP status for the refund of a transaction that is not eligible. @default 400 */
  ineligibleStatus: z.number().int().min(400).max(499),
  /** `error.name` for the same. @default "Error" */
  ineligibleName: z.string().min(1),
  /** A naive service, which refunds what it has refunded already: money moves twice. @default false */
  doubleRefunds: z.boolean(),
});

/** Settings of the emulated merchant service. */
export type MerchantSettings = z.output<typeof merchantSettingsSchema>;

/** The settings that a merchant service starts with. */
export function defaultMerchantSettings(): MerchantSettings {
  return {
    serviceIdField: "serviceId",
    memberIdField: "ServiceId",
    walletMode: "Wallet",
    transactionNumberIn: "either",
    refundField: "either",
    sentviaEmail: null,
    reverseStatus: "Refund",
    refundedStatus: "Success",
    marksRefunded: true,
    ineligibleStatus: 400,
    ineligibleName: "Error",
    doubleRefunds: false,
  };
}
