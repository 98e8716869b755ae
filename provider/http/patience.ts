/** How long requests are retried: until the deadline, or only briefly at an address where nobody has ever answered. */
import type { AxiosError } from "axios";
import { PAGE } from "./codes";
import { neverSent } from "./failure";

/** How long an address is tried where nothing was ever reached: it is more likely wrong than out of order. */
const STRANGER_MS = 5000;

/** Failures that do not show whether anybody is there. */
const NO_SIGN = /^(ECONNABORTED|ETIMEDOUT|ERR_CANCELED)$/;

/** What this process has met at an address. */
type Met = "somebody" | "the service";

const met = new Map<string, Met>();

/** Notes that the service has answered as it should. */
export function noteAnswer(url: string): void {
  met.set(url, "the service");
}

/** Notes what a failure shows: somebody is there who refuses, breaks off, or sends a page. */
export function noteFailure(url: string, error: AxiosError): void {
  const { code, response } = error;
  if (response === undefined && (neverSent(error) || NO_SIGN.test(code ?? ""))) return;
  if (!met.has(url)) met.set(url, "somebody");
}

/** Until when to retry after this failure; `began` and `deadline` are times in milliseconds, by one clock. */
export function retryUntil(url: string, error: AxiosError, began: number, deadline: number): number {
  const strange = neverSent(error) ? !met.has(url) : error.code === PAGE && met.get(url) !== "the service";
  return strange ? Math.min(deadline, began + STRANGER_MS) : deadline;
}
