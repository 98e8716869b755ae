/** What can be configured of every service's client: how often it asks, and how long it waits. */
import { numberOf, secondsOrText, yesOrNo } from "../core/settings";

export const clientSettings = {
  /** Allows `http://` to other machines; keys then travel unencrypted. */
  allowHttp: yesOrNo.default(false),
  /** Maximum requests per minute from each process to one project (to one host where a service has no projects). The program's look-ups and the provider are two processes. No limit when not set. */
  requestsPerMinute: numberOf(1, 100_000, "must be a whole number of requests").optional(),
  /** Maximum requests in flight to one project (to one host where a service has no projects). */
  concurrency: numberOf(1, 64, "must be a whole number of requests").default(8),
  /** Timeout of one attempt of a request, in seconds or as a text such as `30s` or `5m`. */
  timeoutSeconds: secondsOrText(1, 3600).default(30),
  /** Time after which a request is given up, attempts and waits together: seconds, or a text such as `90s` or `5m`. */
  deadlineSeconds: secondsOrText(1, 86_400).default(180),
} as const;
