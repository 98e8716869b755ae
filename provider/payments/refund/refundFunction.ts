import { z } from "zod";
import { merchantFunction } from "../merchantFunction";
import { refundFields } from "./refundFields";
import { type Refunded, refundOnce } from "./refunding";

/** Looks, checks and asks once: `POST {base_url}/api/transactions/refundTransaction`. */
export const refundTransaction = merchantFunction({
  name: "payments.refund",
  args: z
    .strictObject({
      transactionNumber: refundFields.transactionNumber,
      /** The transaction number once more: a call that nobody meant does not have it. */
      confirm: z.string({ error: "must repeat the transaction number" }),
    })
    .refine(({ transactionNumber, confirm }) => confirm === transactionNumber, {
      path: ["confirm"],
      error: "must repeat the transaction number",
    }),
  result: z.custom<Refunded>(),
  look: (merchant, { transactionNumber }) => refundOnce(merchant, transactionNumber),
});
