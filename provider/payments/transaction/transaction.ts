/** A transaction record, from the service's document to the SDK's names. */
import { z } from "zod";
import { isLong, secretMask } from "../../http/masked";
import { type MerchantSettings, secretsOf } from "../settings";
import { ENTITY_NAMES, idWithName, MODE_NAMES, STATUS_NAMES } from "./namedSets";

const text = z.string().nullish();
const number = z.number().nullish();
const detail = z.looseObject({ name: text, id: number }).nullish();
const party = z.union([z.number(), z.looseObject({})]).nullish();

/**
 * A record as the service sends it. What the library relies on must be there; everything else may be absent or null,
 * as the document shows only one sample.
 */
export const transactionDocument = z.looseObject({
  id: z.number(),
  invoicenumber: z.string(),
  isRefund: z.boolean(),
  amount: z.number(),
  transactiondate: z.string(),
  transactionstatusId: z.number(),
  entityid: number,
  servicecharge: number,
  refundcharge: number,
  website_ref_no: text,
  transaction_summary: text,
  transactionentityId: number,
  transactionmodeId: number,
  guestuserId: number,
  senderId: party,
  receiverId: party,
  transactionentity: detail,
  transactionstatus: detail,
  transactionmode: detail,
  guestuser: z.looseObject({ cellnumber: text, id: number }).nullish(),
});
export type TransactionDocument = z.output<typeof transactionDocument>;

/** Somebody who paid or was paid. Fields that the document does not show are passed through under their own names. */
export interface Party {
  /** The service's own member id. */
  memberId?: string;
  name?: string;
  /** Partly masked by the service. */
  cellNumber?: string;
  id?: number;
  [field: string]: unknown;
}

/** A transaction. What the service left out, or sent as null, is null. */
export const transactionFields = {
  /** Unique id of the transaction's data. */
  id: z.number(),
  /** The number by which transactions are fetched and refunded. */
  transactionNumber: z.string(),
  /** Id of the invoice, order, etc. that it belongs to. */
  entityId: z.number().nullable(),
  /** Whether it is refunded. */
  isRefund: z.boolean(),
  /** Its amount. */
  amount: z.number(),
  /** Service charge of it. */
  serviceCharge: z.number().nullable(),
  /** Charge of the refund, when refunded. */
  refundCharge: z.number().nullable(),
  /** The order id of the checkout page, from the merchant's side. */
  websiteRefNo: z.string().nullable(),
  /** What the service says about it. */
  transactionSummary: z.string().nullable(),
  /** As the service writes it; `YYYY-MM-DD` in its sample. */
  transactionDate: z.string(),
  /** What it belongs to: `{ id: 1, name: "Invoice" }`. */
  entity: withName().nullable(),
  /** How it was paid: `{ id: 1, name: "Credit Card" }`. */
  mode: withName().nullable(),
  /** Where it stands: `{ id: 3, name: "Success" }`. */
  status: withName(),
  /** Id of the non-member who paid. */
  guestUserId: z.number().nullable(),
  /** Who paid: an object, or a number (0 in the sample). */
  sender: z.custom<Party | number | null>(),
  /** Who was paid: an object, or a number. */
  receiver: z.custom<Party | number | null>(),
  /** The non-member who paid. */
  guestUser: z.custom<Party | null>(),
} as const;
export const transaction = z.object(transactionFields);
export type Transaction = z.output<typeof transaction>;

/** A record under the SDK's names, its ids with names where they are known. */
export function transactionFromWire(document: TransactionDocument, settings: MerchantSettings): Transaction {
  const { statusIds, modeIds, entityIds, memberIdField } = settings;
  const nameOf = (id: number | null | undefined, of: typeof document.transactionmode) =>
    [id ?? of?.id, of?.name ?? undefined] as const;
  const maybe = ([id, word]: ReturnType<typeof nameOf>, ids: typeof statusIds, set: readonly string[]) =>
    typeof id === "number" ? idWithName(id, word, ids, set) : null;
  const record: Transaction = {
    id: document.id,
    transactionNumber: document.invoicenumber,
    entityId: document.entityid ?? null,
    isRefund: document.isRefund,
    amount: document.amount,
    serviceCharge: document.servicecharge ?? null,
    refundCharge: document.refundcharge ?? null,
    websiteRefNo: document.website_ref_no ?? null,
    transactionSummary: document.transaction_summary ?? null,
    transactionDate: document.transactiondate,
    entity: maybe(nameOf(document.transactionentityId, document.transactionentity), entityIds, ENTITY_NAMES),
    mode: maybe(nameOf(document.transactionmodeId, document.transactionmode), modeIds, MODE_NAMES),
    status: idWithName(
      document.transactionstatusId,
      document.transactionstatus?.name ?? undefined,
      statusIds,
      STATUS_NAMES,
    ),
    guestUserId: document.guestuserId ?? null,
    sender: partyFromWire(document.senderId, memberIdField),
    receiver: partyFromWire(document.receiverId, memberIdField),
    guestUser: partyFromWire(document.guestuser, memberIdField) as Party | null,
  };
  return withoutSecrets(record, settings);
}

/** A record goes into outputs and state as it is: a service that repeats the access token in a text of it must not put it there. */
export function withoutSecrets<T extends object>(record: T, settings: MerchantSettings): T {
  const secrets = secretsOf(settings).filter(isLong);
  if (secrets.length === 0) return record;
  const mask = secretMask(secrets);
  return JSON.parse(JSON.stringify(record), (_, value: unknown) => {
    if (typeof value === "string") return mask(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [mask(key), one]));
  }) as T;
}

function partyFromWire(party: TransactionDocument["senderId"], memberIdField: string): Party | number | null {
  if (typeof party !== "object" || party === null) return party ?? null;
  const { [memberIdField]: memberId, cellnumber, ...rest } = party;
  return {
    ...rest,
    ...(memberId !== undefined && { memberId }),
    ...(cellnumber !== undefined && { cellNumber: cellnumber }),
  } as Party;
}

/** An id with its name: from the named set, spelled as the document spells it; the service's own word where the set has none; absent where nobody knows. */
function withName() {
  return z.object({
    /** The service's number for it. */
    id: z.number(),
    /** Its name, if it is known. */
    name: z.string().optional(),
  });
}
