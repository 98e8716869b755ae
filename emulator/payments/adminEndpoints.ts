import type { Hono } from "hono";
import { z } from "zod";
import type { Merchant } from "./merchant";
import { newTransactionSchema } from "./transaction";

const newInvoiceSchema = z.strictObject({ invoicenumber: z.string().min(1) });

/** The merchant service's admin endpoints. They call `changed` after changes of state. */
export function paymentsEndpoints(app: Hono, merchant: Merchant, changed: () => void): void {
  app.get("/merchant", (call) => call.json(merchant.settings));
  app.post("/merchant", async (call) => {
    const settings = merchant.change(await call.req.json());
    changed();
    return call.json(settings);
  });
  app.get("/merchant/ledger", (call) => call.json(merchant.ledger));
  app.get("/merchant/transactions", (call) => call.json(merchant.all()));
  app.post("/merchant/transactions", async (call) => {
    const given = newTransactionSchema.parse(await call.req.json());
    const record = merchant.add(given);
    if (!record) return call.json({ error: `there is a transaction ${given.invoicenumber} already` }, 409);
    changed();
    return call.json(record, 201);
  });
  app.get("/merchant/invoices", (call) => call.json(merchant.invoices));
  app.post("/merchant/invoices", async (call) => {
    const { invoicenumber } = newInvoiceSchema.parse(await call.req.json());
    if (!merchant.invoices.includes(invoicenumber)) merchant.invoices.push(invoicenumber);
    changed();
    return call.json(merchant.invoices, 201);
  });
}
