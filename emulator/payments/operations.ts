import { z } from "zod";
import { json } from "../core/answer";
import type { ShareEntry } from "./ledger";
import type { Merchant } from "./merchant";
import { invalid, unauthorized } from "./refusal";
import { authorize, bodyFields, checkFieldsBy, type Fields, type PaymentsCall } from "./request";
import type { MerchantSettings } from "./settings";

const TRANSACTION_NUMBER = "transactionno";

/** `GET /api/transactions/getTransaction` */
export async function getTransaction(call: PaymentsCall, merchant: Merchant): Promise<Response> {
  authorize(call, merchant);
  const { incoming } = call.env;
  for (const header of ["origin", "user-agent"]) {
    if (!incoming.headers[header]) throw invalid(`the header ${header} is missing`);
  }
  const { transactionNumberIn } = merchant.settings;
  const body = transactionNumberIn === "query" ? {} : await bodyFields(incoming);
  const query = transactionNumberIn === "body" ? {} : call.req.query();
  return json(merchant.get(transactionNumber([body, query], [TRANSACTION_NUMBER])));
}

/** `POST /api/transactions/refundTransaction` */
export async function refundTransaction(call: PaymentsCall, merchant: Merchant): Promise<Response> {
  authorize(call, merchant);
  const { refundField } = merchant.settings;
  const names = refundField === "either" ? [TRANSACTION_NUMBER, "transactionnumber"] : [refundField];
  return json(merchant.refund(transactionNumber([await bodyFields(call.env.incoming)], names)));
}

/** `POST /api/invoices/share` */
export async function shareInvoice(call: PaymentsCall, merchant: Merchant): Promise<Response> {
  authorize(call, merchant);
  const share = checkFieldsBy(shareSchema, await bodyFields(call.env.incoming));
  const { sentvia, invoicenumber } = share;
  merchant.share({ sentvia, invoicenumber, ...receiverOf(share, merchant.settings) });
  return json({ result: true });
}

/** `POST /api-v5/userbusinesses/getsdktoken`: needs the test key and `isTest` true. */
export async function sandboxToken(call: PaymentsCall, merchant: Merchant): Promise<Response> {
  const fields = await bodyFields(call.env.incoming);
  checkFieldsBy(z.object({ isTest: z.literal(true) }), fields);
  return tokenAnswer(merchant, "sandbox", fields);
}

/** `POST /api-v4/userbusinesses/getsdktoken`: needs the live key, without `isTest`. */
export async function productionToken(call: PaymentsCall, merchant: Merchant): Promise<Response> {
  const fields = await bodyFields(call.env.incoming);
  if ("isTest" in fields) throw invalid("isTest: only sandbox requests have it");
  return tokenAnswer(merchant, "production", fields);
}

/** `POST /api/userbusinesses/login`, which the document does not describe: accepts the test key or the live key. */
export async function login(call: PaymentsCall, merchant: Merchant): Promise<Response> {
  const { keys, settings } = merchant;
  const fields = await bodyFields(call.env.incoming);
  const { secretKey, domain } = checkFieldsBy(
    z.object({ secretKey: z.string().min(1), domain: z.string().min(1) }),
    fields,
  );
  const isKey = secretKey === keys.testKey || secretKey === keys.liveKey;
  if (String(fields[settings.serviceIdField]) !== keys.serviceId || !isKey || domain !== keys.domain)
    throw unauthorized();
  return json({ accessToken: keys.accessToken });
}

/** The document does not describe this operation's errors; we use those of the merchant operations. */
function tokenAnswer(merchant: Merchant, kind: "sandbox" | "production", fields: Fields): Response {
  const { keys, settings } = merchant;
  const expected = {
    [settings.serviceIdField]: keys.serviceId,
    secretKey: kind === "sandbox" ? keys.testKey : keys.liveKey,
    domain: keys.domain,
  };
  const names = Object.keys(expected);
  const given = checkFieldsBy(
    z.object(Object.fromEntries(names.map((name) => [name, z.string().min(1)]))),
    fields,
  );
  if (names.some((name) => given[name] !== expected[name])) throw unauthorized();
  return json({ accessToken: merchant.issueToken(kind) });
}

/** The transaction number, from any of the places; 400 if there is none, or if there are two. */
function transactionNumber(places: Fields[], names: string[]): string {
  const numbers = new Set(places.flatMap((fields) => names.map((name) => fields[name])));
  numbers.delete(undefined);
  const [number, another] = numbers;
  if (another !== undefined) throw invalid("two transaction numbers");
  if (typeof number !== "string" || number === "") throw invalid(`${names.join(" or ")}: expected a text`);
  return number;
}

const shareSchema = z.object({
  sentvia: z.union([z.literal(3), z.literal(4)]),
  invoicenumber: z.string().min(1),
  receiverEmail: z.email().optional(),
  receivercellno: z
    .string()
    .regex(/^\+?[0-9][0-9 -]+$/)
    .optional(),
});

/** The receiver of an invoice. The document does not say what happens without one; here it is 400. */
function receiverOf(
  { sentvia, receiverEmail, receivercellno }: z.output<typeof shareSchema>,
  { sentviaEmail }: MerchantSettings,
): Pick<ShareEntry, "channel" | "receiver"> {
  const wanted = sentviaEmail === null ? undefined : sentvia === sentviaEmail ? "email" : "sms";
  if (wanted !== "sms" && receiverEmail !== undefined) return { channel: "email", receiver: receiverEmail };
  if (wanted !== "email" && receivercellno !== undefined) return { channel: "sms", receiver: receivercellno };
  const missing = { email: "receiverEmail", sms: "receivercellno" };
  throw invalid(`${wanted ? missing[wanted] : "receiverEmail or receivercellno"} is missing`);
}
