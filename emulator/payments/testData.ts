import { ENTITIES, MODES, namesOf, STATUSES } from "./namedSets";
import { dayOf, oldestRefundableDay } from "./refundWindow";
import type { NewTransaction } from "./transaction";

/** Numbers of the initial invoices. */
export const TEST_INVOICES = ["INV-1", "INV-2", "INV-3"];

/**
 * The initial transactions: one of each status (`T-SUCCESS`, `T-PENDING`, ...), mode (`T-DEBIT-CARD`, ...) and entity
 * (`T-QR-TRANSFER`, ...), and those named below, each for one special property. Unless noted, they are successful, of
 * today, paid by card, and can be refunded.
 *
 * @param now milliseconds since 1970 of the service's clock, on which the dates are based
 */
export function testTransactions(now: number): NewTransaction[] {
  const daysAgo = (days: number) => dayOf(now, days);
  const lastDay = oldestRefundableDay(now);
  return [
    // The one with status Refund is below, because it reverses another.
    ...namesOf(STATUSES)
      .filter((status) => status !== "Refund")
      .map((status): NewTransaction => ({ invoicenumber: numberOf(status), status })),
    ...namesOf(MODES).map((mode): NewTransaction => ({ invoicenumber: numberOf(mode), mode })),
    ...namesOf(ENTITIES).map((entity): NewTransaction => ({ invoicenumber: numberOf(entity), entity })),
    { invoicenumber: "T-REFUNDED", transactiondate: daysAgo(3), refund: "refunded", refundcharge: 1.5 },
    { invoicenumber: "T-REFUND", status: "Refund", transactiondate: daysAgo(2), refund: "reverse" },
    { invoicenumber: "T-LAST-DAY", transactiondate: lastDay },
    { invoicenumber: "T-DAY-TOO-OLD", transactiondate: dayOf(Date.parse(lastDay), 1) },
    { invoicenumber: "T-OLD", transactiondate: daysAgo(400) },
    { invoicenumber: "T-OLD-PENDING", status: "Pending", transactiondate: daysAgo(400) },
    { invoicenumber: "T-OLD-REFUNDED", transactiondate: daysAgo(400), refund: "refunded" },
    { invoicenumber: "T-GUEST", guestuser: { cellnumber: "*****901", id: 88 } },
    { invoicenumber: "T-SENDER", senderId: { name: "Ada", id: 42 } },
    { invoicenumber: "T-RECEIVER-NUMBER", receiverId: 31 },
    { invoicenumber: "T-ORDER-ID", website_ref_no: "order-1", transaction_summary: "Two chairs, a table" },
    { invoicenumber: "T-CENTS", amount: 0.07, servicecharge: 0 },
    { invoicenumber: "T-LARGE", amount: 1_234_567.89 },
    // Only digits, with leading zeros, and too large for a number.
    { invoicenumber: "00012345678901234567890" },
  ];
}

function numberOf(name: string): string {
  return `T-${name.toUpperCase().replaceAll(" ", "-")}`;
}
