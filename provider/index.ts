/**
 * What the engine's provider process loads. The state of every stack refers to this module and to these names by
 * `require("pulumi-checks/provider").check`: they are a permanent interface.
 */
import { definitions } from "./hosts/definitions";
import { dynamicProvider } from "./hosts/dynamic";

/** The life cycle of `Check`, as the engine calls it. */
export const check = dynamicProvider(definitions.check);

/** The life cycle of `ChannelAssignment`, as the engine calls it. */
export const channelAssignment = dynamicProvider(definitions.channelAssignment);

/** The life cycle of `payments.PaymentsConfig`. */
export const paymentsConfig = dynamicProvider(definitions.paymentsConfig);

/** The life cycle of `payments.Refund`. */
export const refund = dynamicProvider(definitions.refund);

/** The life cycle of the note that `payments.Refund` makes before it asks. */
export const refundAttempt = dynamicProvider(definitions.refundAttempt);

/** The life cycle of `payments.InvoiceShare`. */
export const invoiceShare = dynamicProvider(definitions.invoiceShare);
