import { z } from "zod";
import { namesOf, STATUSES } from "./namedSets";

const statusName = z.enum(namesOf(STATUSES));

/**
 * What the interface's document leaves open, each a setting, so that clients can be tried with every answer.
 * The defaults use the document's own neutral words and take whatever it allows.
 */
export const merchantSettingsSchema = z.strictObject({
  /** Field of a token request that carries the merchant's id. @default "serviceId" */
  serviceIdField: z.string().min(1).default("serviceId"),
  /** Field of a receiver that carries its member id. @default "ServiceId" */
  memberIdField: z.string().min(1).default("ServiceId"),
  /** Name of the service's own wallet as a mode of payment. @default "Wallet" */
  walletMode: z.string().min(1).default("Wallet"),
  /** Where getTransaction reads `transactionno`. @default "either" */
  transactionNumberIn: z.enum(["body", "query", "either"]).default("either"),
  /** Field of a refund request that carries the transaction number. @default "either" */
  refundField: z.enum(["transactionno", "transactionnumber", "either"]).default("either"),
  /**
   * The `sentvia` that means e-mail, the other one being SMS. With null either value goes with either
   * receiver.
   * @default null
   */
  sentviaEmail: z.union([z.literal(3), z.literal(4), z.null()]).default(null),
  /** Status of the reverse transaction that a refund makes. @default "Refund" */
  reverseStatus: statusName.default("Refund"),
  /** Status of a transaction after its refund. @default "Success", so that only `isRefund` tells */
  refundedStatus: statusName.default("Success"),
  /** Whether a refund shows on the refunded transaction at all (`isRefund` and status). @default true */
  marksRefunded: z.boolean().default(true),
  /** HTTP status for the refund of a transaction that is not eligible. @default 400 */
  ineligibleStatus: z.number().int().min(400).max(499).default(400),
  /** `error.name` for the same. @default "Error" */
  ineligibleName: z.string().min(1).default("Error"),
  /** A naive service, which refunds what it has refunded already: money moves twice. @default false */
  doubleRefunds: z.boolean().default(false),
});

/** Settings of the emulated merchant service. */
export type MerchantSettings = z.output<typeof merchantSettingsSchema>;
