/** Time zones as the service knows them: IANA names, where case counts. */
import { IANA_NAMES } from "./ianaNames";
import { LEGACY_ZONES, LEGACY_ZONES_SINCE_4 } from "./legacyZones";
import { clockOf, DAY_MS } from "./wallClock";

const LOWER_CASE = new Set([...IANA_NAMES].map((name) => name.toLowerCase()));

/** Whether the service would take it as a check's zone; a name newer than our list is taken if this runtime knows it. */
export function isTimeZone(name: string): boolean {
  if (IANA_NAMES.has(name)) return true;
  const misspelled = LOWER_CASE.has(name.toLowerCase());
  return !misspelled && /^[A-Z][a-z]+(\/[A-Z][A-Za-z_-]*[a-z]){1,2}$/.test(name) && isKnownHere(name);
}

/**
 * The zone that a word inside an OnCalendar expression names, or undefined when it names none. There the service looks
 * for a file of that name, so what else lies in the folder of zones passes too; what that means depends on the machine,
 * and UTC stands for it here.
 */
export function zoneNamed(word: string): string | undefined {
  const name = word.replace(/^(posix|right)\//, "");
  if (isTimeZone(name)) return name;
  return ["Factory", "localtime", "posixrules"].includes(name) ? "UTC" : undefined;
}

/** Whether a word that names no zone was meant to: for a better message only. */
export function looksLikeZone(word: string): boolean {
  return LOWER_CASE.has(word.toLowerCase()) || /^(z|[a-z_]{3,}\/[a-z].*|(utc|gmt)?[+-][0-9:]+)$/i.test(word);
}

/** Whether the service, in one of its releases, keeps the second name in place of the first. */
export function isRewrittenZone(name: string, kept: string): boolean {
  return LEGACY_ZONES[name] === kept || LEGACY_ZONES_SINCE_4[name] === kept;
}

/**
 * Whether two names mean one zone, as an old name and its present one do: their clocks have shown the same since 1970,
 * which is when the database of zones makes one of two.
 */
export function isSameZone(one: string, other: string): boolean {
  // Runtimes with an older database have other clocks for some of the names that were replaced.
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
