/** Secrets as the engine writes them: an object with this key and value, and the text, plain or encrypted. */
const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** A value without its wrapping. */
export interface Opened {
  value: unknown;
  /** It, or something in it, is a secret. */
  secret: boolean;
  /** It, or something in it, is encrypted and could not be read. */
  sealed: boolean;
}

/** Takes the wrapping off a value of the state, at every level. */
export function opened(given: unknown): Opened {
  if (Array.isArray(given)) {
    const items = given.map(opened);
    return merged(
      items.map(({ value }) => value),
      items,
    );
  }
  if (typeof given !== "object" || given === null) return { value: given, secret: false, sealed: false };
  if (!(SIGNATURE_KEY in given) || given[SIGNATURE_KEY] !== SIGNATURE) {
    const entries = Object.entries(given).map(([key, value]) => [key, opened(value)] as const);
    return merged(
      Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
      entries.map(([, part]) => part),
    );
  }
  if (!("plaintext" in given) || typeof given.plaintext !== "string") {
    return { value: undefined, secret: true, sealed: true };
  }
  return { ...opened(JSON.parse(given.plaintext)), secret: true };
}

function merged(value: unknown, parts: readonly Opened[]): Opened {
  return {
    value,
    secret: parts.some(({ secret }) => secret),
    sealed: parts.some(({ sealed }) => sealed),
  };
}
