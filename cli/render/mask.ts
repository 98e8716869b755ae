/** What must not be told of a text that people wrote: what could ping a check or open the service. */
import { UUIDS } from "./visible";

/** Turns a text, or every text in a value, into one that may be shown to anybody. */
export interface Mask {
  text(text: string): string;
  deep<T>(value: T): T;
}

/** What must not be shown. */
export interface Secrets {
  /** UUIDs of checks: with one, anybody can ping the check. */
  uuids: Iterable<string>;
  /** API keys. */
  keys: Iterable<string>;
  /** Ping URLs of checks, each with its UUID: those with a ping key begin in the same way. */
  pingUrls: Iterable<string>;
}

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\]+/gi;
/** Addresses that ping, whoever's they are: of the hosted service, and of any server's usual path. */
const PINGS = /^(?:hc-ping\.com\/|[^?#]*\/ping\/)/i;

/** A mask that knows what to look for. */
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

/** The text without any UUIDS, for texts of runs that do not know which ones are those of checks. */
export function withoutUuids(text: string): string {
  return text.replace(UUIDS, "[uuid]");
}

/** An address without its scheme, and without the user that it may name: it leads to the same place. */
function placeOf(address: string): string {
  return address.replace(/^https?:\/\/(?:[^/?#@]*@)?/i, "");
}

/** Host and path of a ping URL up to the UUID, in lower case. */
function beginningOf(pingUrl: string): string | undefined {
  return /^[^/]+\/(?:.*\/)?(?=[^/]+$)/.exec(placeOf(pingUrl).toLowerCase())?.[0];
}
