/** What a failed request means: whether to ask again, whether it may have had its effect, and how to say it. */
import type { AxiosError } from "axios";
import { ChecksError } from "../core/errors";
import { GAVE_UP_STATUS, LATER_STATUS, PROXY_ANSWERED } from "./codes";
import type { Connection } from "./connection";
import { type Circumstances, explain, isForbiddenByPage, isPageInPlace, plainReason } from "./explanation";
import { proxyWithoutTunnel } from "./proxy";
import { isTooLarge } from "./size";
import { errorStatusOf } from "./words";

/** What a content delivery network answers in place of 502 to 504 when it does not get an answer from the service. */
const EDGE_STATUS = [520, 521, 522, 523, 524];

/** Answers that say "later": the request was not carried out, or can be repeated without harm. */
const TRANSIENT_STATUS = new Set([...LATER_STATUS, 500, 502, 503, 504, ...EDGE_STATUS]);

/** Failures of a connection that a repetition cannot mend. */
const FINAL_CODES =
  /^(ERR_STRANGE_ANSWER|EPROTO|ERR_CANCELED|ERR_INVALID_URL|ERR_BAD_OPTION|ERR_BAD_OPTION_VALUE|ERR_TLS_.*|CERT_.*|.*_CERT.*|UNABLE_TO_.*|ENOTFOUND)$/;

/** Failures that happen before anything is sent. */
const NEVER_SENT = /^(ERR_PROXY_ANSWERED|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether asking again may help. */
export function isTransient(error: AxiosError): boolean {
  if (error.response) return TRANSIENT_STATUS.has(error.response.status);
  if (error.code === PROXY_ANSWERED) return TRANSIENT_STATUS.has(error.status ?? 0);
  return !isTooLarge(error) && !FINAL_CODES.test(error.code ?? "");
}

/** Answers of a server that failed on the way, or of who gave up waiting for it or for the request. */
const UNCLEAR_STATUS = new Set([...GAVE_UP_STATUS, 500, 502, 503, 504, ...EDGE_STATUS]);

/** Whether the request may have had its effect, or still be about to, although it was not answered properly. */
export function isUnclear(error: AxiosError): boolean {
  if (error.response) return UNCLEAR_STATUS.has(error.response.status);
  return !neverLeft(error);
}

/** A connection that stood can break with some of the same codes: by then the request was on its way. */
export function neverSent({ code, cause }: AxiosError): boolean {
  const { syscall } = Object(cause) as { syscall?: unknown };
  return NEVER_SENT.test(code ?? "") && syscall !== "read" && syscall !== "write";
}

/** The same, also where a proxy took its time and made no tunnel: that is no sign that nobody is there, but nothing left. */
function neverLeft(error: AxiosError): boolean {
  return neverSent(error) || proxyWithoutTunnel(error) !== undefined;
}

const SECONDS = /^\s*\d{1,9}(\.\d+)?\s*$/;

/** Milliseconds that the service asks to wait (`Retry-After`, in seconds or as a date). */
export function retryAfterMs(error: AxiosError): number | undefined {
  const { "retry-after": header, date }: Readonly<Record<string, unknown>> = error.response?.headers ?? {};
  if (typeof header !== "string" || header.trim() === "") return undefined;
  // A number in another form, such as 1e30, is a slip of whoever wrote it; it is no date in the future either.
  const wait = SECONDS.test(header) ? Number(header) * 1000 : Date.parse(header) - timeOfAnswer(date);
  return wait > 0 ? wait : undefined;
}

/** By the clock of whoever answered, where it tells its time: this machine's may differ from it by any amount. */
function timeOfAnswer(date: unknown): number {
  const told = Date.parse(String(date));
  return Number.isNaN(told) ? Date.now() : told;
}

/** A call that the service refused, or did not answer properly in time. What callers tell apart has a class of its own. */
export class ServiceError extends ChecksError {
  /** Status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Whether the service may be at work on the request, or have done it: it did not refuse each attempt. */
  readonly unclear: boolean;
  /** Whether the service itself ended the request; otherwise it may still be at work on it. */
  readonly ended: boolean;
  /** What was wrong at the attempt before the last one, if there was one. */
  readonly before: string | undefined;

  constructor(what: string, connection: Connection, error: AxiosError, circumstances: Circumstances = {}) {
    super({ subject: what, ...explain(connection, error, circumstances) });
    this.status = error.response?.status;
    this.unclear = circumstances.unclear === true || !isRefusal(error);
    this.ended = isEnded(error);
    const { before } = circumstances;
    this.before = before && plainReason(before, connection.url);
  }
}

/** 400: the service does not take what was sent. */
export class BadRequest extends ServiceError {}

/** 401 or 403 of the service itself, not a page in its place: it refuses the key, or what is asked with it. */
export class Refused extends ServiceError {}

/** 401: the key is wrong, or good for less. */
export class Unauthorized extends Refused {}

/** 403: the key is one, but not for this. */
export class Forbidden extends Refused {}

/** 404: the service knows nothing under this address. That is no proof: a wrong address answers it to everything. */
export class NotFound extends ServiceError {}

/** 409: what is asked does not fit the state of the thing. */
export class Conflict extends ServiceError {}

/** 429: too many requests, until the deadline. */
export class Limited extends ServiceError {}

/** 5xx: the service, or what stands in front of it, is out of order. */
export class OutOfOrder extends ServiceError {}

/** No answer at all, or none that could be read. */
export class Unreachable extends ServiceError {}

const BY_STATUS: Readonly<Record<number, typeof ServiceError>> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  429: Limited,
};

/** The error of a call, of the class that its status has. */
export function serviceError(...of: ConstructorParameters<typeof ServiceError>): ServiceError {
  return new (classOf(of[1], of[2]))(...of);
}

/** The answer to a request; undefined if it failed in one of these ways, in which there is nothing to be had. */
export async function unlessFailed<T>(
  asked: Promise<T>,
  ...ways: readonly (typeof ServiceError)[]
): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (ways.some((way) => error instanceof way)) return undefined;
    throw error;
  }
}

function classOf(connection: Connection, error: AxiosError): typeof ServiceError {
  const status = error.response?.status;
  if (status === undefined) return Unreachable;
  if (isPageInPlace(connection, error)) return ServiceError;
  return BY_STATUS[status] ?? (status >= 500 ? OutOfOrder : ServiceError);
}

/** Not of who gave up waiting; redirects and pages in place of an answer come from who knows where. */
function isRefusal(error: AxiosError): boolean {
  const { response } = error;
  if (!response) return neverLeft(error);
  if (isForbiddenByPage(error)) return false;
  return response.status >= 400 && response.status < 500 && !GAVE_UP_STATUS.includes(response.status);
}

/**
 * Only the service itself knows that it is not at work on the request any more. Gateways and load balancers answer,
 * or cut the connection, for a service that goes on; so does 503. What is left is a 500 in the service's own form,
 * `{"error": {"statusCode": 500, …}}`.
 */
function isEnded(error: AxiosError): boolean {
  const { response } = error;
  if (!response) return neverLeft(error);
  return response.status === 500 && errorStatusOf(response.data) === 500;
}
