import { z } from "zod";
import { merchantFunction } from "../merchantFunction";
import { invoiceShareFields } from "./invoiceShare";
import { receiverProblem, shareOnce } from "./sharing";

const { invoiceNumber, channel, receiver } = invoiceShareFields;

/** `POST {base_url}/api/invoices/share`, once. */
export const shareInvoice = merchantFunction({
  name: "payments.shareInvoice",
  args: z.strictObject({ invoiceNumber, channel, receiver }).superRefine((share, context) => {
    const problem = receiverProblem(share.channel, share.receiver);
    if (problem) context.addIssue({ code: "custom", path: ["receiver"], message: problem });
  }),
  result: z.void(),
  look: (merchant, share) => shareOnce(merchant, share),
});
