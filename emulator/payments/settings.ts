import { z } from "zod";
import { namesOf, STATUSES } from "./namedSets";

const statusName = z.enum(namesOf(STATUSES));

/**
 * Settings for everything the interface's document leaves open, so that clients can be tested with every variant. The
 * defaults use the document's neutral words and accept whatever it allows.
 */
export const merchantSettingsSchema = z.strictObject({
  /**
   * Field of a token request that contains the merchant's id.
   * @default "serviceId"
   */
  serviceIdField: z.string().min(1).default("serviceId"),
  /**
   * Field of a receiver that contains its member id.
   * @default "ServiceId"
   */
  memberIdField: z.string().min(1).default("ServiceId"),
  /**
   * Name of the service's own wallet as a mode of payment.
   * @default "Wallet"
   */
  walletMode: z.string().min(1).default("Wallet"),
  /** Where getTransaction reads `transactionno`. @default "either" */
  transactionNumberIn: z.enum(["body", "query", "either"]).default("either"),
  /**
   * Field of a refund request that contains the transaction number.
   * @default "either"
   */
  refundField: z.enum(["transactionno", "transactionnumber", "either"]).default("either"),
  /**
   * The `sentvia` that means e-mail; the other one means SMS. With null, either value works with either receiver.
   * @default null
   */
  sentviaEmail: z.union([z.literal(3), z.literal(4), z.null()]).default(null),
  /**
   * Status of the reverse transaction that a refund creates.
   * @default "Refund"
   */
  reverseStatus: statusName.default("Refund"),
  /**
   * Status of a transaction after its refund.
   * @default "Success", so that only `isRefund` shows the refund
   */
  refundedStatus: statusName.default("Success"),
  /**
   * Whether the refunded transaction shows the refund at all (`isRefund` and status).
   * @default true
   */
  marksRefunded: z.boolean().default(true),
  /**
   * HTTP status for refunding an ineligible transaction.
   * @default 400
   */
  ineligibleStatus: z.number().int().min(400).max(499).default(400),
  /**
   * `error.name` in the same case.
   * @default "Error"
   */
  ineligibleName: z.string().min(1).default("Error"),
  /**
   * Whether the service refunds a transaction again, so that money moves twice.
   * @default false
   */
  doubleRefunds: z.boolean().default(false),
});

export type MerchantSettings = z.output<typeof merchantSettingsSchema>;
