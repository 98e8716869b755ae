/**
 * What the engine's provider process loads. The state of every stack refers to this module and to these names by
 * `require("pulumi-checks/provider").check`: they are a permanent interface.
 */
import { dynamicProvider } from "./hosts/dynamic";
import { channelAssignment as channelAssignmentResource } from "./resources/channelAssignment";
import { check as checkResource } from "./resources/check";
import { invoiceShare as invoiceShareResource } from "./resources/invoiceShare";
import { paymentsConfig as paymentsConfigResource } from "./resources/paymentsConfig";
import { refund as refundResource } from "./resources/refund";
import { refundAttempt as refundAttemptResource } from "./resources/refundAttempt";

/** The life cycle of `Check`, as the engine calls it. */
export const check = dynamicProvider(checkResource);

/** The life cycle of `ChannelAssignment`, as the engine calls it. */
export const channelAssignment = dynamicProvider(channelAssignmentResource);

/** The life cycle of `payments.PaymentsConfig`. */
export const paymentsConfig = dynamicProvider(paymentsConfigResource);

/** The life cycle of `payments.Refund`. */
export const refund = dynamicProvider(refundResource);

/** The life cycle of the note that `payments.Refund` makes before it asks. */
export const refundAttempt = dynamicProvider(refundAttemptResource);

/** The life cycle of `payments.InvoiceShare`. */
export const invoiceShare = dynamicProvider(invoiceShareResource);
