import { z } from "zod";
import { explainMissing, merchantFunction } from "../merchantFunction";
import { refundFields } from "../refund/refundFields";
import { transaction } from "./transaction";

/** Fetches one transaction by its number: `GET {base_url}/api/transactions/getTransaction`. */
export const getTransaction = merchantFunction({
  name: "payments.getTransaction",
  args: z.strictObject({
    /** Number of the transaction, a string as the service shows it. */
    transactionNumber: refundFields.transactionNumber,
  }),
  result: transaction,
  look: ({ api }, { transactionNumber }) =>
    explainMissing("transaction", transactionNumber, () => api.getTransaction(transactionNumber)),
});
