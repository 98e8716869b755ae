/** Whom an invoice can be sent to, and the sending. */
import { z } from "zod";
import { ChecksError, inOrder } from "../../core/errors";
import { ServiceError } from "../../http/failure";
import type { ShareChannel } from "../api";
import { emailAddress } from "../emailAddress";
import { LoginFailed } from "../login";
import type { Merchant } from "../merchant";

/** An invoice and whom it goes to. */
export interface Share {
  invoiceNumber: string;
  channel: ShareChannel;
  /** E-mail address or cell number. */
  receiver: string;
}

/** An invoice that may or may not have been sent. */
export class ShareUnclear extends ChecksError {}

const cellNumber = z.string().regex(/^\+?[0-9](?:[ -]?[0-9]){3,19}$/, {
  error:
    "must be a cell number: digits, with an optional + in front for the country, and single spaces or hyphens between digits",
});

const RECEIVERS: Record<ShareChannel, z.ZodType<string>> = {
  email: emailAddress(),
  sms: cellNumber,
};

/** Why a receiver does not fit the channel; undefined when it does. */
export function receiverProblem(channel: ShareChannel, receiver: string): string | undefined {
  return RECEIVERS[channel].safeParse(receiver).error?.issues[0]?.message;
}

/**
 * Sends an invoice, once.
 * @throws {ShareUnclear} when the service did not say whether it was sent.
 */
export async function shareOnce(merchant: Merchant, share: Share): Promise<void> {
  const { invoiceNumber, channel, receiver } = share;
  const subject = `sharing invoice ${invoiceNumber} by ${channel === "email" ? "e-mail" : "SMS"}`;
  try {
    const { isShared, ...said } = await merchant.api.shareInvoice(invoiceNumber, channel, receiver);
    if (isShared) return;
    throw new ChecksError({
      subject,
      reason: "not sent: the service answered that it did not send it",
      ...said,
    });
  } catch (error) {
    if (error instanceof LoginFailed)
      throw error.about({ subject, reason: `not sent: ${inOrder(error.parts.subject, error.parts.reason)}` });
    if (!(error instanceof ServiceError)) throw error;
    const { reason, service } = error.parts;
    if (!error.unclear) throw error.about({ subject, reason: `not sent: ${reason}` });
    throw new ShareUnclear({
      subject,
      reason: `it is not known whether it was sent: ${reason}; it is not sent again automatically`,
      ...(service !== undefined && { service }),
      remedy: "Ask the receiver before you send it again",
    });
  }
}
