/** Payments: tokens for the mobile SDK, its payment screen, and the merchant operations. */

export {
  type Completion,
  type CompletionResult,
  type ExpectedOrder,
  matchesOrder,
  parseCompletion,
} from "../../provider/payments/completion";
export { RefundError, type Refunded } from "../../provider/payments/refund/refunding";
export type { Order, Screen } from "../../provider/payments/screen/screen";
export type { ScreenFormat } from "../../provider/payments/screen/screenExport";
export type { Party } from "../../provider/payments/transaction/transaction";
export type { OutputOf } from "../program/invoke";
export { type GetProfileResult, getProfile } from "./getProfile";
export { type GetSdkTokenArgs, getSdkToken } from "./getSdkToken";
export {
  type GetTransactionArgs,
  type GetTransactionOutputArgs,
  getTransaction,
  getTransactionOutput,
  type Transaction,
} from "./getTransaction";
export { InvoiceShare, type InvoiceShareArgs, type ShareInvoiceArgs, shareInvoice } from "./invoiceShare";
export type { MerchantOptions } from "./merchantOptions";
export { PaymentsConfig, type PaymentsConfigArgs } from "./paymentsConfig";
export { Refund, type RefundArgs, type RefundTransactionArgs, refund } from "./refund";
export { exportScreen, type ScreenArgs, screenParameters } from "./screen";
