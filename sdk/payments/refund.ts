import * as pulumi from "@pulumi/pulumi";
import type * as functions from "../../provider/core/function";
import { UNKNOWN } from "../../provider/core/unknown";
import { refundProblem } from "../../provider/hosts/refundRows";
import type { refundFields, refundOutputs } from "../../provider/payments/refund/refundFields";
import { refundTransaction } from "../../provider/payments/refund/refundFunction";
import type { Refunded } from "../../provider/payments/refund/refunding";
import { isPlain } from "../program/engineRun";
import { refuseNoArgs } from "../program/refusal";
import type { ArgsOf, OutputsOf } from "../program/resourceClass";
import { runError } from "../program/runError";
import type { MerchantOptions } from "./merchantOptions";
import { onlyOnce } from "./onlyOnce";
import { act } from "./outsideProgram";
import { PaymentsResource, refuseLookUp } from "./paymentsResource";
import { attemptOf, dynamicAliases } from "./refundAttempt";

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
 * const refund = new payments.Refund("refund-T-1001", { transactionNumber: "T-1001" });
 *
 * export const reverse = refund.reverseTransactionNumber;
 * ```
 *
 * It reads the transaction, refuses what cannot be refunded (only a Success of the last 3 months can), requests the
 * refund once with `POST {base_url}/api/transactions/refundTransaction`, and never repeats the request after an unclear
 * answer: it reads the transaction again and says whether it is refunded, is not, or whether that is unknown. A
 * transaction that is refunded already is taken over. Another `up`, a refresh or a replacement never refunds again;
 * destroying the resource changes nothing at the service.
 *
 * It is the record of one transaction: neither its number nor, without an alias, its name can be changed; a preview
 * refuses that. Name it after the transaction, also in a list. `retainOnDelete` and `deletedWith` are ignored.
 *
 * Before it requests the refund, a second resource, `RefundAttempt`, records that in the state, so that a later run
 * notices when this one was killed in between. docs/payments.md says what can be known in each case.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see the interface
export class Refund extends PaymentsResource {
  constructor(name: string, args: RefundArgs, options?: pulumi.CustomResourceOptions) {
    refuseNoArgs(`Refund "${name}"`, args);
    const { transactionNumber } = args;
    refuseLookUp("refund", name, options);
    refuseWrong(name, args);
    claimTransaction(name, transactionNumber);
    const { deletedWith: _, ...inOrder } = pulumi.mergeOptions(options, ALWAYS_TOLD);
    const attempt = attemptOf(name, args, inOrder);
    const aliases = [...(inOrder.aliases ?? []), ...dynamicAliases(name, inOrder)];
    super("refund", name, { transactionNumber, attempt }, { ...inOrder, aliases });
    if (options?.retainOnDelete) {
      void pulumi.log.warn(
        "retainOnDelete is ignored: a refund that leaves the program stays at the service in any case, and its removal from the state has to be noted",
        this,
      );
    }
  }
}

/** Before anything is declared. Outputs are left to the provider. */
function refuseWrong(name: string, args: object): void {
  const given = Object.entries(args).map(([key, value]) => [key, isPlain(value) ? value : UNKNOWN]);
  const reason = refundProblem(Object.fromEntries(given));
  if (reason !== undefined) throw runError(`Refund ${JSON.stringify(name)}: ${reason}.`);
}

/** A forced replacement learns the outcome from the old resource when that is deleted. */
const ALWAYS_TOLD = { deleteBeforeReplace: true, retainOnDelete: false } as const;

/** The transaction to refund, and its number once more. */
export interface RefundTransactionArgs extends functions.ArgsOf<ReturnType<typeof refundTransaction>> {}

/**
 * Refunds one transaction from a script or a server; in a Pulumi program `payments.Refund` does that.
 *
 * ```ts
 * const { outcome, reverse } = await payments.refund({ transactionNumber: "T-1001", confirm: "T-1001" });
 * ```
 *
 * It reads the transaction, checks it and requests the refund once, as `payments.Refund` does, and resolves only when
 * the transaction is refunded: `outcome` is `refunded`, or `alreadyRefunded` when no request was needed. If your process
 * may be killed, record the call before you make it.
 * @throws {payments.RefundError} otherwise: its `outcome` is `notRefunded` (safe to call again) or `unknown` (find out
 * before anything else: money may have moved).
 */
export function refund(args: RefundTransactionArgs, settings: MerchantOptions = {}): Promise<Refunded> {
  return act(refundTransaction(settings), "payments.Refund", args);
}
