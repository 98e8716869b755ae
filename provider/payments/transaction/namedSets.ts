/**
 * The names that a transaction's status, mode and entity can have, and the ids that the interface's document shows:
 * Success 3, Invoice 1, Credit Card 1. Further ids are settings (`merchant:statusIds` …), since it shows none.
 */

/** Names by id. Ids that nobody named are missing. */
export type NamesById = Readonly<Record<string, string>>;

/** Statuses of a transaction. */
export const STATUS_NAMES = [
  "Inprogress",
  "Failed",
  "Success",
  "Refund",
  "Pending",
  "Onhold",
  "Rejected",
] as const;

/** Ways of paying, beside the service's own wallet, whose name is its own. */
export const MODE_NAMES = ["Credit Card", "Debit Card"] as const;

/** What a transaction belongs to. */
export const ENTITY_NAMES = [
  "Invoice",
  "Product Invoice",
  "Add Funds",
  "Withdrawal",
  "Transfer",
  "Order",
  "Website Payment",
  "QR Transfer",
  "SDK Payment",
  "AJAX Payment",
  "Product Subscription Detail",
  "Calender Webcheckout",
] as const;

/** The status whose transactions can be refunded. */
export const SUCCESS = 3;

/** The ids of the document. No setting changes them. */
export const DOCUMENTED_IDS = {
  statusIds: { [SUCCESS]: "Success" },
  modeIds: { 1: "Credit Card" },
  entityIds: { 1: "Invoice" },
} as const satisfies Record<string, NamesById>;

/** Something with an id, as a record shows it. */
export interface Named {
  id: number;
  /** From the named set, spelled as the document spells it; the service's own word where the set has none; absent where nobody knows. */
  name?: string;
}

/** The name of an id: the service's word if there is one, else what the settings or the document say. */
export function idWithName(
  id: number,
  word: string | undefined,
  ids: NamesById,
  set: readonly string[],
): Named {
  const given = isEmpty(word) ? ids[String(id)] : word;
  const name = given === undefined ? undefined : (set.find((one) => sameName(one, given)) ?? given);
  return { id, ...(name !== undefined && { name }) };
}

/** An empty word says nothing. */
export function isEmpty(word: string | undefined): word is undefined {
  return word === undefined || word.trim() === "";
}

/** Records have names in capitals. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
