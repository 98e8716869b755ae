/** What can be configured of every service's client: how often it asks, and how long it waits. */
import { numberOf, secondsOrText, yesOrNo } from "../core/settings";

export const clientSettings = {
  /** Allows `http://` to other machines; keys then travel unencrypted. */
  allowHttp: yesOrNo.default(false),
  /** Most requests per minute from each process to one project, or to one host where a service has no projects. The program's look-ups and the provider are two processes. No limit when not set. */
  requestsPerMinute: numberOf(1, 100_000, "must be a whole number of requests").optional(),
  /** Most requests at the same time to one project, or to one host where a service has no projects. */
  concurrency: numberOf(1, 64, "must be a whole number of requests").default(8),
  /** Seconds after which one attempt of a request counts as unanswered; also as a text such as `30s` or `5m`. */
  timeoutSeconds: secondsOrText(1, 3600).default(30),
  /** Seconds after which a request is given up, including all attempts and waits; also as a text such as `90s` or `5m`. */
  deadlineSeconds: secondsOrText(1, 86_400).default(180),
} as const;
