/** Hides what could ping a check or give access to the service in texts that people wrote. */
import { UUIDS } from "./visible";

/** Hides the secrets in a text, or in every text of a value. */
export interface Mask {
  text(text: string): string;
  deep<T>(value: T): T;
}

/** What to hide. */
export interface Secrets {
  /** UUIDs of checks: whoever knows one can ping the check. */
  uuids: Iterable<string>;
  /** API keys. */
  keys: Iterable<string>;
  /** Ping URLs of checks, each with its UUID. They also show how ping URLs with a ping key begin. */
  pingUrls: Iterable<string>;
}

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\]+/gi;
/** Ping addresses of any owner: those of the hosted service, and of the usual path on any server. */
const PINGS = /^(?:hc-ping\.com\/|[^?#]*\/ping\/)/i;

export function maskFor({ uuids, keys, pingUrls }: Secrets): Mask {
  const hidden = new Set([...uuids].map((uuid) => uuid.toLowerCase()));
  const secrets = [...keys].filter((key) => key !== "");
  const beginnings = [...new Set([...pingUrls].flatMap((url) => beginningOf(url) ?? []))];
  const isCheck = (uuid: string) => hidden.has(uuid.toLowerCase());
  const pings = (address: string) => {
    const place = placeOf(address);
    return (
      PINGS.test(place) ||
      beginnings.some((beginning) => place.toLowerCase().startsWith(beginning)) ||
      (address.match(UUIDS) ?? []).some(isCheck)
    );
  };
  const text = (given: string): string => {
    const withoutKeys = secrets.reduce((rest, key) => rest.replaceAll(key, "[secret]"), given);
    return withoutKeys
      .replace(ADDRESS, (address) => (pings(address) ? "[ping URL]" : address))
      .replace(UUIDS, (uuid) => (isCheck(uuid) ? "[uuid]" : uuid));
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part)]));
  };
  return { text, deep: <T>(value: T) => deep(value) as T };
}

/** The text without any UUID, for runs that do not know which UUIDs are those of checks. */
export function withoutUuids(text: string): string {
  return text.replace(UUIDS, "[uuid]");
}

/** An address without scheme and user, which do not change where it leads. */
function placeOf(address: string): string {
  return address.replace(/^https?:\/\/(?:[^/?#@]*@)?/i, "");
}

/** Host and path of a ping URL up to the UUID, in lower case. */
function beginningOf(pingUrl: string): string | undefined {
  return /^[^/]+\/(?:.*\/)?(?=[^/]+$)/.exec(placeOf(pingUrl).toLowerCase())?.[0];
}
