/** Until when a transaction can be refunded: "within 3 months" (merchant-api.md, Limits), by the calendar. */

const REFUND_MONTHS = 3;
const DAY_MS = 86_400_000;
/** When a day has ended everywhere on earth, in milliseconds after it ended in UTC. */
const LAST_ZONE_MS = DAY_MS / 2;

/**
 * The last day (`YYYY-MM-DD`) on which a transaction can be refunded: of 15 January 15 April; of 30 November the last
 * day of February, as a month without that day ends the window with its own end.
 * Undefined when the date is not understood; the service decides then.
 */
export function lastRefundableDay(transactionDate: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(transactionDate)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined;
  const endOfMonth = new Date(Date.UTC(year, month - 1 + REFUND_MONTHS + 1, 0));
  endOfMonth.setUTCDate(Math.min(day, endOfMonth.getUTCDate()));
  return endOfMonth.toISOString().slice(0, 10);
}

/**
 * Whether the window is over wherever the service keeps its calendar; in the hours in which that depends on its time
 * zone, the service decides. With a time of day, a transaction may be of the next day where the service is.
 */
export function isOver(lastDay: string, now: number, transactionDate: string): boolean {
  const hasTime = /^.{10}\D*\d/.test(transactionDate);
  return now >= Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS + LAST_ZONE_MS + (hasTime ? DAY_MS : 0);
}
