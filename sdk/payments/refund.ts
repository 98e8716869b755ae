import * as pulumi from "@pulumi/pulumi";
import type * as functions from "../../provider/functions/function";
import type { MerchantOptions } from "../../provider/merchant/merchantSettings";
import { refundTransaction } from "../../provider/merchant/refundFunction";
import type { Refunded } from "../../provider/merchant/refunding";
import { refund as definition } from "../../provider/resources/refund";
import { type refundFields, refundOutputs } from "../../provider/resources/refundFields";
import { type ArgsOf, type OutputsOf, ProvidedResource } from "../resourceClass";
import { onlyOnce } from "./onlyOnce";
import { act } from "./outsideProgram";
import { optionsOfAttempt, RefundAttempt } from "./refundAttempt";

/** What a program says about a refund. Only `transactionNumber` is required. */
export interface RefundArgs extends ArgsOf<typeof refundFields> {}

export interface Refund extends OutputsOf<typeof refundOutputs> {
  /** Number of the refunded transaction. */
  readonly transactionNumber: pulumi.Output<string>;
}

const claimTransaction = onlyOnce("Refund", "transactionNumber");

/**
 * The refund of one transaction: money moves at most once.
 *
 * ```ts
 * const refund = new payments.Refund("broken-chair", { transactionNumber: "T-1001" });
 *
 * export const reverse = refund.reverseTransactionNumber;
 * ```
 *
 * It looks at the transaction, refuses what cannot be refunded (only a Success of the last 3 months can), asks once
 * with `POST {base_url}/api/transactions/refundTransaction`, and never repeats an unclear answer: it looks again and
 * says whether the transaction is refunded, is not, or that nobody knows. A transaction that is refunded already is
 * taken over. Another `up`, a refresh, a replacement never refund again; destroying it changes nothing.
 *
 * Before it asks, a second resource of the same name, `RefundAttempt`, notes that down in the state, so that a run that
 * was killed in between is found out. docs/payments.md tells what can be known in each case.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see the interface
export class Refund extends ProvidedResource {
  constructor(name: string, args: RefundArgs, options?: pulumi.CustomResourceOptions) {
    // A replacement that somebody asks for learns from the old one, when that is deleted, what became of it.
    const inOrder = pulumi.mergeOptions(options, { deleteBeforeReplace: true });
    const { attempt } = new RefundAttempt(name, args, optionsOfAttempt(inOrder));
    const { transactionNumber } = args;
    super(definition, refundOutputs, name, { transactionNumber, attempt }, inOrder);
    claimTransaction(name, transactionNumber);
  }
}

/** The transaction to refund, and its number once more. */
export interface RefundTransactionArgs extends functions.ArgsOf<ReturnType<typeof refundTransaction>> {}

/**
 * Refunds one transaction from a script or a server; in a Pulumi program `payments.Refund` does that.
 *
 * ```ts
 * const { outcome, reverse } = await payments.refund({ transactionNumber: "T-1001", confirm: "T-1001" });
 * ```
 *
 * It looks, checks and asks once, as `payments.Refund` does, and resolves only when the transaction is refunded:
 * `outcome` is `refunded`, or `alreadyRefunded` when nothing had to be asked for. A caller that may be killed keeps a
 * note of its own before it calls.
 * @throws {payments.RefundError} otherwise: its `outcome` is `notRefunded` (safe to call again) or `unknown` (find out
 * before anything else: money may have moved).
 */
export function refund(args: RefundTransactionArgs, settings: MerchantOptions = {}): Promise<Refunded> {
  return act(refundTransaction(settings), "payments.Refund", args);
}
