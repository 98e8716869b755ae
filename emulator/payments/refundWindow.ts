/** Months after its date during which a transaction can be refunded. */
const REFUND_MONTHS = 3;

/**
 * Whether a transaction can still be refunded, by calendar months in UTC: one of 15 January until 15 April, inclusive.
 * A day that the later month lacks becomes its last day: one of 30 November until 28 or 29 February.
 *
 * @param transactiondate begins with `YYYY-MM-DD`
 * @param now milliseconds since 1970
 */
export function withinRefundWindow(transactiondate: string, now: number): boolean {
  return dayOf(now) <= lastRefundableDay(transactiondate);
}

/** The last day on which a transaction can be refunded, as `YYYY-MM-DD`. */
export function lastRefundableDay(transactiondate: string): string {
  const date = new Date(`${transactiondate.slice(0, 10)}T00:00:00Z`);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + REFUND_MONTHS + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return dayOf(date.getTime());
}

/** The earliest date of a transaction that can still be refunded. */
export function oldestRefundableDay(now: number): string {
  let daysAgo = 0;
  while (withinRefundWindow(dayOf(now, daysAgo + 1), now)) daysAgo++;
  return dayOf(now, daysAgo);
}

const DAY_MS = 86_400_000;

/** A day in UTC as `YYYY-MM-DD`. */
export function dayOf(now: number, daysAgo = 0): string {
  return new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
}
