/** Payments: tokens for the mobile SDK, its payment screen, and the merchant operations. */

export {
  type Completion,
  type CompletionResult,
  type ExpectedOrder,
  matchesOrder,
  parseCompletion,
} from "../../provider/merchant/completion";
export type { MerchantOptions } from "../../provider/merchant/merchantSettings";
export { RefundError, type Refunded } from "../../provider/merchant/refunding";
export type { Order, Screen } from "../../provider/merchant/screen";
export type { ScreenFormat } from "../../provider/merchant/screenExport";
export type { Party, Transaction } from "../../provider/merchant/transaction";
export { type GetSdkTokenArgs, getSdkToken } from "./getSdkToken";
export {
  type GetTransactionArgs,
  type GetTransactionOutputArgs,
  getTransaction,
  getTransactionOutput,
} from "./getTransaction";
export { InvoiceShare, type InvoiceShareArgs, type ShareInvoiceArgs, shareInvoice } from "./invoiceShare";
export { PaymentsConfig, type PaymentsConfigArgs } from "./paymentsConfig";
export { Refund, type RefundArgs, type RefundTransactionArgs, refund } from "./refund";
export { exportScreen, screenParameters } from "./screen";
