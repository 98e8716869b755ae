/** What a failed request means: whether to ask again, whether it may have had its effect, and how to say it. */
import type { AxiosError } from "axios";
import { type Connection, keyPlace, type ServiceTraits } from "../connection";
import { ChecksError, type ErrorParts, oneLine } from "../errors";

/** Answers that say "later": the request was not carried out, or can be repeated without harm. */
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Code of an answer that is whole, and not of this interface. */
export const STRANGE = "ERR_STRANGE_ANSWER";

/** Failures of a connection that a repetition cannot mend. */
const FINAL_CODES =
  /^(ERR_STRANGE_ANSWER|ERR_CANCELED|ERR_INVALID_URL|ERR_BAD_OPTION|ERR_BAD_OPTION_VALUE|ERR_TLS_.*|CERT_.*|.*_CERT.*|UNABLE_TO_.*|ENOTFOUND)$/;

/** Failures that happen before anything is sent. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether asking again may help. */
export function isTransient(error: AxiosError): boolean {
  if (error.response) return TRANSIENT_STATUS.has(error.response.status);
  return !FINAL_CODES.test(error.code ?? "");
}

/** Answers of a server that failed on the way, or of a gateway that gave up waiting for it. */
const UNCLEAR_STATUS = new Set([500, 502, 503, 504]);

/** Whether the request may have had its effect, or still be about to, although it was not answered properly. */
export function isUnclear(error: AxiosError): boolean {
  if (error.response) return UNCLEAR_STATUS.has(error.response.status);
  return !neverSent(error);
}

/** A connection that stood can break with some of the same codes: by then the request was on its way. */
function neverSent({ code, cause }: AxiosError): boolean {
  const { syscall } = Object(cause) as { syscall?: unknown };
  return NEVER_SENT.test(code ?? "") && syscall !== "read" && syscall !== "write";
}

/** Milliseconds that the service asks to wait (`Retry-After`, in seconds or as a date). */
export function waitAsked(error: AxiosError): number | undefined {
  const header: unknown = error.response?.headers["retry-after"];
  if (typeof header !== "string" || header.trim() === "") return undefined;
  const wait = Number.isFinite(Number(header)) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? wait : undefined;
}

/** The failure in a few words, without addresses, headers or bodies. */
export function plainReason(error: AxiosError): string {
  if (error.response) return `the service answered ${error.response.status}`;
  switch (error.code) {
    case "ECONNREFUSED":
      return "nothing listens at the service's address";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "the name of the service's host cannot be resolved";
    case "ECONNABORTED":
    case "ETIMEDOUT":
      return "the service did not answer in time";
    case "ERR_CANCELED":
      return "the service did not answer before the deadline";
    case "ERR_BAD_RESPONSE":
      return "the answer was empty, cut short or a page instead of JSON";
    case STRANGE:
      return "the answer was JSON, but not of this interface";
    default:
      return `the connection broke (${error.code ?? "no answer"})`;
  }
}

/** A call that the service refused, or did not answer properly in time. */
export class ServiceError extends ChecksError {
  /** Status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Whether the service may still be at work on the request, or have done it: it did not say that it refuses. */
  readonly unclear: boolean;
  /** Whether the service itself ended the request; otherwise it may still be at work on it. */
  readonly ended: boolean;

  /**
   * `before` is why the attempt before the last one failed: what the deadline cut off was waiting for that.
   * `secrets` were in this request, beside those of the connection.
   */
  constructor(
    what: string,
    connection: Connection,
    error: AxiosError,
    before?: string,
    secrets: readonly string[] = [],
  ) {
    super({ subject: what, ...explain(connection, error, before, secrets) });
    this.status = error.response?.status;
    this.unclear = !isRefusal(error);
    this.ended = isEnded(error);
  }
}

/** 408 is sent by who gave up waiting; redirects and pages in place of an answer come from who knows where. */
function isRefusal(error: AxiosError): boolean {
  const { response } = error;
  if (!response) return neverSent(error);
  return response.status >= 400 && response.status < 500 && response.status !== 408;
}

/** Gateways answer for a service that goes on; who does not wait any longer does not know. */
function isEnded(error: AxiosError): boolean {
  const { response, code } = error;
  if (response) return response.status === 500 || response.status === 503;
  return neverSent(error) || code === "ECONNRESET" || code === "EPIPE";
}

/** What sets the connection's service apart, the monitoring service's traits being the usual ones. */
export function traitsOf({ traits, apiKey, project }: Connection): ServiceTraits {
  if (traits) return traits;
  const of = project === "default" ? "" : ` of project ${JSON.stringify(project)}`;
  return {
    headers: { "X-Api-Key": apiKey },
    secrets: [apiKey],
    addressSetting: "checks:url",
    refusals: {
      401: {
        reason: `the service refused the API key${of}`,
        remedy: `It is wrong, or it is a read-only key used for a change; set a read-write key in ${keyPlace(project)}`,
      },
      403: {
        reason: `the service refused access with this API key${of} (403)`,
        remedy:
          "The check belongs to another project, or the key is read-only; set a read-write key of the check's own project",
      },
    },
  };
}

function explain(
  connection: Connection,
  error: AxiosError,
  before: string | undefined,
  secrets: readonly string[],
): Omit<ErrorParts, "subject"> {
  const status = error.response?.status;
  const { addressSetting, refusals, ...traits } = traitsOf(connection);
  const said = wordsOf(error.response?.data, [...traits.secrets, ...secrets]);
  const cutOff = error.code === "ERR_CANCELED" && before !== undefined;
  const reason = cutOff ? `${before}; given up after ${connection.deadlineSeconds} s` : plainReason(error);
  const parts = { reason, ...(said !== undefined && { service: said }) };
  if (status === undefined) {
    return {
      ...parts,
      remedy: `Check that ${originOf(connection.url)} (${addressSetting}) is right and reachable, then run again`,
    };
  }
  const refusal = refusals[status];
  if (refusal) return { ...parts, ...refusal };
  if (status === 404 && said === undefined) {
    return {
      ...parts,
      remedy: `If this should exist, check that ${originOf(connection.url)} (${addressSetting}) is right`,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      ...parts,
      reason: "the service answered with a redirect, which is not followed because a change could get lost",
      remedy: `Set ${addressSetting} to the final address`,
    };
  }
  if (status >= 500 || status === 429) return { ...parts, remedy: "Run again later; nothing is lost" };
  return parts;
}

/** Scheme and host: a path or a user name in the address could be private. */
function originOf(url: string): string {
  return new URL(url).origin;
}

const MOST_WORDS = 200;

/**
 * What the service said in an error, from `{"error": …}` or plain text. Pages of HTML say nothing, and neither does
 * any other JSON: it may be an ordinary answer, with secrets in it.
 */
function wordsOf(data: unknown, secrets: readonly string[]): string | undefined {
  if (typeof data !== "string" || data.trim() === "" || data.trimStart().startsWith("<")) return undefined;
  const words = errorWords(data);
  return oneLine(withoutSecrets(words ?? "", secrets)).slice(0, MOST_WORDS) || undefined;
}

/** Both as they are and as JSON writes them. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return spellings.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
}

function errorWords(text: string): string | undefined {
  const body = parsed(text);
  if (typeof body !== "object" || body === null) return text;
  if (!("error" in body)) return undefined;
  const { error } = body;
  if (error === null) return undefined;
  if (typeof error === "string") return error;
  const { message } = Object(error) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
