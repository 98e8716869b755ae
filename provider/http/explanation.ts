/** Explains a failed request to a tired person: what happened, what the service said, and what to do. */
import type { AxiosError } from "axios";
import type { ErrorParts } from "../core/errors";
import { jsonOrUndefined } from "../core/json";
import { CUT_OFF, INVALID_URL, LATER_STATUS, PAGE, PROXY_ANSWERED, STRANGE } from "./codes";
import { type Connection, secretsOfAddress } from "./connection";
import { isOfProxy, proxyWithoutTunnel } from "./proxy";
import { isTooLarge, LARGEST_MB, oversizedField } from "./size";
import { errorNameOf, isPage, quotable, wordsOf } from "./words";

/** A whole answer of another shape than the API promises: the cause of a failure whose code is STRANGE. */
export class StrangeAnswer extends Error {
  /** Where it is another one: `checks.3.timeout`; undefined where it is another one altogether. */
  readonly place: string | undefined;

  constructor(
    readonly answer: string,
    reason: unknown,
  ) {
    super("not what the API promises");
    const { issues = [] } = Object(reason) as { issues?: { path: PropertyKey[] }[] };
    this.place = issues[0]?.path.map(String).join(".") || undefined;
  }

  /** What the service says in place of an answer, as `{"error": …}`; any other JSON may hold secrets. */
  get words(): string | undefined {
    const body = jsonOrUndefined(this.answer);
    return typeof body === "object" && body !== null ? this.answer : undefined;
  }
}

/** What is known of a call beside its failure. */
export interface Circumstances {
  /** How the attempt before the last one failed: what was interrupted was waiting for that. */
  before?: AxiosError | undefined;
  /** An earlier attempt may have taken effect, or still do so. @default false */
  unclear?: boolean;
  /** Seconds after which it was given up, although asking again might have helped. */
  gaveUpAfter?: number | undefined;
  /** Seconds for which the service wants no request, longer than this one may take: it was not sent, or not once more. */
  quietSeconds?: number | undefined;
  /** Secrets of this request, beside those of the connection. */
  secrets?: readonly string[] | undefined;
  /** What to do where the service takes nothing of this request (400). */
  advice?: string | undefined;
  /** What the key must be good for. @default by the method: a GET reads */
  access?: "read" | "write" | undefined;
  /** A list is asked for, not a single thing. @default false */
  isList?: boolean;
  /** The user ended it. @default false */
  interrupted?: boolean;
  /** It was answered after that, and would have been asked again. @default false */
  cutShort?: boolean;
}

/** A certificate whose authority this process does not know; others are known, and expired or of another name. */
const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

const NO_ANSWER = new RegExp(`^(ECONNABORTED|ETIMEDOUT|${CUT_OFF})$`);

const REFUSED_HANDSHAKE =
  "the service, or the proxy, refused the TLS handshake; it may require a client certificate or another version of TLS";

/** A TLS server refuses with an alert; anything else sends bytes that are not TLS. */
function isHandshakeRefused({ code = "", message }: AxiosError): boolean {
  return /^ERR_SSL_\w*ALERT/.test(code) || (code === "EPROTO" && /\balert\b/.test(message));
}

/** The failure in a few words, without addresses, headers or bodies. `url` is that of the service. */
export function plainReason(error: AxiosError, url?: string): string {
  if (error.response) return `the service answered ${error.response.status}`;
  if (url !== undefined && error.code !== PROXY_ANSWERED && isOfProxy(error, url)) {
    if (NO_ANSWER.test(error.code ?? "")) return "the proxy made no tunnel in time";
    return `the proxy cannot be reached (${error.code})`;
  }
  if (isTooLarge(error)) return `the answer is larger than ${LARGEST_MB} MB`;
  switch (error.code) {
    case "ECONNREFUSED":
      return "nothing listens at the service's address";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "the name of the service's host cannot be resolved";
    case "ECONNABORTED":
    case "ETIMEDOUT":
      return "the service did not answer in time";
    case CUT_OFF:
      return "the service did not answer before the deadline";
    case PAGE:
    case "ERR_BAD_RESPONSE":
      return "the answer was empty, cut short or a page instead of JSON";
    case STRANGE:
      return "the answer was JSON, but not what the service's API promises";
    case PROXY_ANSWERED:
      return `the proxy answered ${error.status}`;
    case "EPROTO":
      if (isHandshakeRefused(error)) return REFUSED_HANDSHAKE;
      return "the service's address, or the proxy's, does not speak TLS";
    case INVALID_URL:
      return "the proxy's address in the environment is not a valid URL";
    case "CERT_HAS_EXPIRED":
      return "the service's certificate has expired";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "the service's certificate is for another host name";
    default:
      if (isHandshakeRefused(error)) return REFUSED_HANDSHAKE;
      if (UNKNOWN_AUTHORITY.test(error.code ?? "")) {
        return `the service's certificate comes from an authority that this machine does not know (${error.code})`;
      }
      return `the connection broke (${error.code ?? "no answer"})`;
  }
}

/** The parts of the message of a failure. */
export function explain(
  connection: Connection,
  error: AxiosError,
  circumstances: Circumstances,
): Omit<ErrorParts, "subject"> {
  const statusCode = error.response?.status;
  const { refusals } = connection;
  const secrets = [
    ...connection.secrets,
    ...secretsOfAddress(connection.url),
    ...(circumstances.secrets ?? []),
  ];
  const strange = error.cause instanceof StrangeAnswer ? error.cause : undefined;
  const said: unknown = strange ? strange.words : error.response?.data;
  const service = wordsOf(said, secrets);
  const errorName = errorNameOf(said);
  // An error in place of an answer has no other shape: it is no answer.
  const place = service === undefined ? strange?.place : undefined;
  const parts = {
    reason: `${reasonOf(connection, error, circumstances)}${place === undefined ? "" : ` in ${quotable(place, secrets)}`}`,
    ...(service !== undefined && { service }),
    ...(statusCode !== undefined && { statusCode }),
    ...(errorName !== undefined && { errorName }),
  };
  if (statusCode === undefined)
    return { ...parts, remedy: remedyOfSilence(connection, error, circumstances) };
  if (isPageInPlace(connection, error)) {
    const reason = `${parts.reason} with a page of HTML, which the service itself never sends: something in front of it refused this`;
    return {
      ...parts,
      reason,
      remedy: `Ask whoever runs ${addressOf(connection)}; this says nothing about the key`,
    };
  }
  const refusal = refusals[statusCode];
  if (refusal) {
    const reads = (circumstances.access ?? (error.config?.method === "get" ? "read" : "write")) === "read";
    const remedyOfList = circumstances.isList ? refusal.remedyOfList : undefined;
    const remedy = remedyOfList ?? (reads ? refusal.remedyOfRead : undefined) ?? refusal.remedy;
    const how = isForbiddenByPage(error)
      ? ", by a page of HTML, which may be of something in front of it"
      : "";
    return { ...parts, reason: `${refusal.reason}${how}`, remedy };
  }
  const { advice } = circumstances;
  return {
    ...parts,
    ...explainStatus(connection, error, statusCode, service),
    ...(statusCode === 400 && advice !== undefined && { remedy: advice }),
  };
}

/** Whether a refusal is a page of HTML: a firewall, a gateway or a login page sends those, and has not checked the key. */
export function isPageInPlace(
  { refusals, refusesInJson = false }: Connection,
  { response }: AxiosError,
): boolean {
  if (!refusesInJson || response === undefined || refusals[response.status] === undefined) return false;
  return hasPage(response);
}

/** Whether a 403 is a page: a firewall that reads answers, too, sends it in place of one that comes after the effect. */
export function isForbiddenByPage({ response }: AxiosError): boolean {
  return response?.status === 403 && hasPage(response);
}

function hasPage({ data }: { data: unknown }): boolean {
  return typeof data === "string" && isPage(data);
}

function explainStatus(
  connection: Connection,
  error: AxiosError,
  status: number,
  service: string | undefined,
): Partial<ErrorParts> {
  const { addressSetting } = connection;
  // With a part of the paths in the address, what the service does not find is the path, whatever it says.
  if (status === 404 && (service === undefined || surplusOf(connection) !== undefined)) {
    return { remedy: `If this should exist, check that ${addressOf(connection)} is right` };
  }
  if (status >= 300 && status < 400) {
    return {
      reason: "the service answered with a redirect, which is not followed because a change could get lost",
      remedy: `Set ${addressSetting} to the final address${destination(connection, error)}`,
    };
  }
  const oversized = oversizedField(error);
  if (oversized !== undefined) {
    const reason = `the service answered ${status}, ${status === 413 ? "which means that" : "perhaps because"} the request is too large`;
    return { reason, remedy: `Shorten it: ${oversized}` };
  }
  if (status >= 500 || LATER_STATUS.includes(status)) return { remedy: "Run again later; nothing is lost" };
  // Services say why they refuse something: silence is what comes from a wrong address, or from something in front.
  return service === undefined
    ? { remedy: `It did not say why: check that ${addressOf(connection)} is right, or ask whoever runs it` }
    : {};
}

/** Where a redirect leads, if that is another server; its path may hold anything, and is not shown. */
function destination({ url }: Connection, { response }: AxiosError): string {
  const { location }: Readonly<Record<string, unknown>> = response?.headers ?? {};
  if (typeof location !== "string" || !URL.canParse(location, url)) return "";
  const { origin, protocol } = new URL(location, url);
  if (!/^https?:$/.test(protocol) || origin === new URL(url).origin) return "";
  return `; this one leads to ${origin}`;
}

function reasonOf(
  connection: Connection,
  error: AxiosError,
  { before, gaveUpAfter, interrupted, cutShort, quietSeconds }: Circumstances,
): string {
  if (interrupted && error.response === undefined) {
    return before === undefined
      ? "interrupted before the service answered"
      : `${plainReason(before, connection.url)}; interrupted while waiting`;
  }
  const reason = plainReason(error, connection.url);
  if (cutShort) return `${reason}; interrupted before it was tried again`;
  if (quietSeconds !== undefined) return `${reason}, and asks for no request for another ${quietSeconds} s`;
  return gaveUpAfter === undefined ? reason : `${reason}; given up after ${gaveUpAfter} s`;
}

function remedyOfSilence(connection: Connection, error: AxiosError, { interrupted }: Circumstances): string {
  if (interrupted) return "Run again to continue";
  if (UNKNOWN_AUTHORITY.test(error.code ?? "")) {
    return "If the authority is your own, or that of a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to the file with its certificate, then run again";
  }
  if (isOfProxy(error, connection.url) || error.code === INVALID_URL) {
    return remedyOfProxy(error, new URL(connection.url).hostname);
  }
  if (error.code === PAGE) return `Check that ${addressOf(connection)} is right, then run again`;
  const { addressSetting, url } = connection;
  const { origin } = new URL(url);
  return `Check that ${origin} (${addressSetting}) is right and reachable, then run again`;
}

/** What to do about a proxy on the way to a host. */
export function remedyOfProxy(error: AxiosError, host: string): string {
  const login = error.status === 407 ? ". It requires a login, as in http://user:password@host:port" : "";
  // Any scheme is spoken to as http://, which such a proxy does not answer.
  const isSocks = proxyWithoutTunnel(error)?.protocol?.startsWith("socks");
  const socks = isSocks ? ". A SOCKS proxy, here or in ALL_PROXY, is not supported" : "";
  // Without a scheme an address counts as https://, which few proxies speak.
  const scheme =
    error.code === "EPROTO"
      ? ". Its address has to begin with http://, unless the proxy itself speaks TLS"
      : "";
  return `Correct the proxy in HTTPS_PROXY, or add ${host} to NO_PROXY${login}${socks}${scheme}`;
}

/** The address with its path, which is what may be wrong; without user, password and query, which could be private. */
function addressOf(connection: Connection): string {
  const { addressSetting, url } = connection;
  const surplus = surplusOf(connection);
  return `${new URL(url).origin}${pathOf(connection)} (${addressSetting}${surplus === undefined ? "" : `; leave out ${surplus}`})`;
}

function pathOf({ url }: Connection): string {
  return new URL(url).pathname.replace(/\/+$/, "");
}

/** What the address ends with although the paths begin with it: documents show both in one. */
function surplusOf(connection: Connection): string | undefined {
  return /\/api(?:[/-]v\d+(?:\/.*)?)?$/.exec(pathOf(connection))?.[0];
}
