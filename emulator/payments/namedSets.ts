/**
 * The names of a transaction's status, mode and entity, with their ids. The interface's document gives three ids:
 * Success 3, Invoice 1, Credit Card 1. The other statuses are numbered by their order in the document's list; the ids
 * of modes and entities are our own.
 */

export const STATUSES = {
  Inprogress: 1,
  Failed: 2,
  Success: 3,
  Refund: 4,
  Pending: 5,
  Onhold: 6,
  Rejected: 7,
} as const;

/** Modes of payment. `Wallet` is the service's own wallet, whose name is a setting. */
export const MODES = { "Credit Card": 1, "Debit Card": 2, Wallet: 3 } as const;

/** What a transaction belongs to. */
export const ENTITIES = {
  Invoice: 1,
  "Product Invoice": 2,
  "Add Funds": 3,
  Withdrawal: 4,
  Transfer: 5,
  Order: 6,
  "Website Payment": 7,
  "QR Transfer": 8,
  "SDK Payment": 9,
  "AJAX Payment": 10,
  "Product Subscription Detail": 11,
  "Calender Webcheckout": 12,
} as const;

export type StatusName = keyof typeof STATUSES;

export function namesOf<Name extends string>(set: Readonly<Record<Name, number>>): [Name, ...Name[]] {
  return Object.keys(set) as [Name, ...Name[]];
}
