import { z } from "zod";
import { refundFields } from "../resources/refundFields";
import { explainMissing, merchantFunction } from "./merchantFunction";
import type { Transaction } from "./transaction";

/** `GET {base_url}/api/transactions/getTransaction` */
export const getTransaction = merchantFunction({
  name: "payments.getTransaction",
  args: z.strictObject({ transactionNumber: refundFields.transactionNumber }),
  result: z.custom<Transaction>(),
  look: ({ api }, { transactionNumber }) =>
    explainMissing("transaction", transactionNumber, () => api.getTransaction(transactionNumber)),
});
