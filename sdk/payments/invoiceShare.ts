import type * as pulumi from "@pulumi/pulumi";
import type * as functions from "../../provider/core/function";
import type {
  invoiceShareFields,
  invoiceShareOutputs,
} from "../../provider/payments/invoiceShare/invoiceShare";
import { shareInvoice as shareFunction } from "../../provider/payments/invoiceShare/shareFunction";
import type { ArgsOf, OutputsOf } from "../program/resourceClass";
import type { MerchantOptions } from "./merchantOptions";
import { act } from "./outsideProgram";
import { PaymentsResource } from "./paymentsResource";

/** What a program says about a share. */
export interface InvoiceShareArgs extends ArgsOf<typeof invoiceShareFields> {}

export interface InvoiceShare
  extends OutputsOf<typeof invoiceShareFields>,
    OutputsOf<typeof invoiceShareOutputs> {}

/**
 * An invoice sent to somebody by e-mail or SMS, with `POST {base_url}/api/invoices/share`.
 *
 * ```ts
 * new payments.InvoiceShare("march", {
 *   invoiceNumber: "INV-1",
 *   channel: "email",
 *   receiver: "customer@example.com",
 *   triggers: ["first reminder"],
 * });
 * ```
 *
 * It is sent once, and again only when one of its arguments changes, including `triggers`. When the service does not
 * answer properly, it is not known whether the invoice was sent: the `up` fails and says so, and does not repeat it.
 * Destroying the resource changes nothing.
 */
export class InvoiceShare extends PaymentsResource {
  constructor(name: string, args: InvoiceShareArgs, options?: pulumi.CustomResourceOptions) {
    super("invoiceShare", name, args, options);
  }
}

/** The invoice and whom it goes to. */
export interface ShareInvoiceArgs extends functions.ArgsOf<ReturnType<typeof shareFunction>> {}

/**
 * Sends an invoice from a script or a server, once; in a Pulumi program `payments.InvoiceShare` does that.
 *
 * ```ts
 * await payments.shareInvoice({ invoiceNumber: "INV-1", channel: "sms", receiver: "+974 5555 1234" });
 * ```
 *
 * @throws {ChecksError} of one line when it was not sent, or when nobody knows; it is not repeated.
 */
export function shareInvoice(args: ShareInvoiceArgs, settings: MerchantOptions = {}): Promise<void> {
  return act(shareFunction(settings), "payments.InvoiceShare", args);
}
