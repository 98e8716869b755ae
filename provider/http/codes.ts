/** Codes of failures that are ours to name, beside those of axios and of the system. */

/** An answer that is whole, and not of this interface. */
export const STRANGE = "ERR_STRANGE_ANSWER";

/** An answer that is a page of HTML, as who stands in front of a service sends it, or in its place. */
export const PAGE = "ERR_PAGE";

/** Node's code for a text that is no address: here it is the proxy's, since the service's was looked at before. */
export const INVALID_URL = "ERR_INVALID_URL";

/** axios' code for what was aborted: by a deadline, or by the user. */
export const CUT_OFF = "ERR_CANCELED";

/** Answers of who gave up waiting: for the whole request, or for somebody behind, who may be at work on it. */
export const GAVE_UP_STATUS: readonly number[] = [408, 499];

/** Answers of who does not take a request now: it did not arrive whole, came too early, or was one too many. */
export const LATER_STATUS: readonly number[] = [...GAVE_UP_STATUS, 425, 429];

/** An answer that a proxy gave instead of making the tunnel. The error's `status` is that of the answer. */
export const PROXY_ANSWERED = "ERR_PROXY_ANSWERED";
