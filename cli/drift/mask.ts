/** Takes everything out of texts that could ping a check or open the service. */

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
}

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\]+/gi;
/** Without a look at what is around it: letters and underscores beside a UUID do not make it less of one. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Addresses that ping, whoever's they are: of the hosted service, and of any server's usual path. */
const PINGS = /^https?:\/\/(?:hc-ping\.com\/|[^/]+\/ping\/)/i;

/** A mask that knows what to look for. */
export function maskFor({ uuids, keys }: Secrets): Mask {
  const hidden = new Set([...uuids].map((uuid) => uuid.toLowerCase()));
  const secrets = [...keys].filter((key) => key !== "");
  const isCheck = (uuid: string) => hidden.has(uuid.toLowerCase());
  const text = (given: string): string => {
    const withoutKeys = secrets.reduce((rest, key) => rest.replaceAll(key, "[secret]"), given);
    return withoutKeys
      .replace(ADDRESS, (address) =>
        PINGS.test(address) || (address.match(UUID) ?? []).some(isCheck) ? "[ping URL]" : address,
      )
      .replace(UUID, (uuid) => (isCheck(uuid) ? "[uuid]" : uuid));
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part)]));
  };
  return { text, deep: <T>(value: T) => deep(value) as T };
}

/** The text without any UUID, for texts of runs that do not know which ones are those of checks. */
export function withoutUuids(text: string): string {
  return text.replace(UUID, "[uuid]");
}
