/** What a transaction shows about its refund. */
import { STATUS_NAMES, SUCCESS, sameName } from "../transaction/namedSets";
import type { Transaction } from "../transaction/transaction";
import { isOver, lastRefundableDay } from "./refundWindow";

/** Whether the money was given back already, as far as the record tells. */
export function isRefunded({ isRefund, status }: Transaction): boolean {
  return isRefund || (status.name !== undefined && sameName(status.name, "Refund"));
}

/** Why a transaction cannot be refunded, in a few words; undefined when it can. `now` in milliseconds since 1970. */
export function obstacleTo({ status, transactionDate }: Transaction, now: number): string | undefined {
  const { id, name } = status;
  if (id !== SUCCESS && name !== undefined && sameName(name, "Success")) {
    return `its record or a setting calls it Success, but its status is number ${id}; only a Success can be refunded, which is number ${SUCCESS}`;
  }
  if (id !== SUCCESS) return `its status is ${name ?? `number ${id}`}; only a Success can be refunded`;
  const other = STATUS_NAMES.find((one) => one !== "Success" && one === name);
  if (other) return `its record contradicts itself: status ${id} is Success, but it is called ${other}`;
  const lastDay = lastRefundableDay(transactionDate);
  if (lastDay !== undefined && isOver(lastDay, now, transactionDate)) {
    return `it is from ${transactionDate.slice(0, 10)} and could be refunded for 3 months, until ${lastDay}`;
  }
  return undefined;
}
