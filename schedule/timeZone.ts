/** Time zones as the service knows them: case-sensitive IANA names. */
import { IANA_NAMES } from "./ianaNames";
import { LEGACY_ZONES, LEGACY_ZONES_SINCE_4 } from "./legacyZones";
import { clockOf, DAY_MS } from "./wallClock";

const LOWER_CASE = new Set([...IANA_NAMES].map((name) => name.toLowerCase()));

/**
 * Whether the service would accept it as a check's zone. A name newer than our list is accepted if this runtime knows
 * it.
 */
export function isTimeZone(name: string): boolean {
  if (IANA_NAMES.has(name)) return true;
  const misspelled = LOWER_CASE.has(name.toLowerCase());
  return !misspelled && /^[A-Z][a-z]+(\/[A-Z][A-Za-z_-]*[a-z]){1,2}$/.test(name) && isKnownHere(name);
}

/**
 * The zone that a word of an OnCalendar expression names; undefined if it names none. The service looks for a file of
 * that name, and so also accepts other files in the folder of zones; their meaning depends on the machine, so we use
 * UTC for them.
 */
export function zoneNamed(word: string): string | undefined {
  const name = word.replace(/^(posix|right)\//, "");
  if (isTimeZone(name)) return name;
  return ["Factory", "localtime", "posixrules"].includes(name) ? "UTC" : undefined;
}

/** Whether an unknown word was probably meant as a zone; used only for a better message. */
export function looksLikeZone(word: string): boolean {
  return LOWER_CASE.has(word.toLowerCase()) || /^(z|[a-z_]{3,}\/[a-z].*|(utc|gmt)?[+-][0-9:]+)$/i.test(word);
}

/** Whether the service, in any of its releases, replaces the first name by the second. */
export function isRewrittenZone(name: string, current: string): boolean {
  return LEGACY_ZONES[name] === current || LEGACY_ZONES_SINCE_4[name] === current;
}

/**
 * Whether two names mean the same zone, such as an old and a current name. Their clocks must have agreed since 1970,
 * which is the time from which the time zone database merges zones.
 */
export function isSameZone(one: string, other: string): boolean {
  // Needed because runtimes with an older database have different clocks for some replaced names.
  if (one === other || isRewrittenZone(one, other)) return true;
  if (!isKnownHere(one) || !isKnownHere(other)) return false;
  const [left, right] = [clockOf(one), clockOf(other)];
  for (let instant = 0; instant < LAST_COMPARED; instant += 14 * DAY_MS)
    if (left.wallAt(instant) !== right.wallAt(instant)) return false;
  return true;
}

const LAST_COMPARED = Date.UTC(2040, 0);

function isKnownHere(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
