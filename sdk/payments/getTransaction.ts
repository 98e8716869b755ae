import type { ArgsOf, ResultOf } from "../../provider/core/function";
import { getTransaction as definition } from "../../provider/payments/transaction/getTransaction";
import { onceMade } from "../program/engineRun";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "../program/invoke";
import { lastingSession } from "../program/session";
import type { MerchantOptions } from "./merchantOptions";

/** The transaction to fetch. */
export interface GetTransactionArgs extends ArgsOf<ReturnType<typeof definition>> {}

/** A transaction. What the service left out, or sent as null, is null. */
export interface Transaction extends ResultOf<ReturnType<typeof definition>> {}

/** The same argument, as a value or an output. */
export interface GetTransactionOutputArgs extends InputsOf<GetTransactionArgs> {}

/**
 * Fetches one transaction by its number, with `GET {base_url}/api/transactions/getTransaction`.
 *
 * ```ts
 * const { status, amount } = await payments.getTransaction({ transactionNumber: "T-1001" });
 * ```
 *
 * Ids come with their names where they are known: `status` is `{ id: 3, name: "Success" }`. `settings` take precedence
 * over the environment and the configuration, so it works outside of a Pulumi program, too.
 * @throws {pulumi.RunError} of one line when there is no such transaction, or when the service refuses or fails.
 */
export function getTransaction(args: GetTransactionArgs, settings?: MerchantOptions): Promise<Transaction> {
  return invoke(definition(settings), args, false, lastingSession());
}

/**
 * `getTransaction` for an argument that is an output: it waits for it. A preview asks nothing while it is unknown, or comes
 * from a resource that is still to be made, such as the `Refund` of the transaction.
 */
export function getTransactionOutput(
  args: GetTransactionOutputArgs,
  settings?: MerchantOptions,
): OutputOf<Transaction> {
  // The number of a Refund is known before the money is given back.
  return invokeOutput(definition(settings), onceMade<object>(args));
}
