/** Time zones as the service knows them: IANA names, where case counts. */
import { IANA_NAMES } from "./ianaNames";

const LOWER_CASE = new Set([...IANA_NAMES].map((name) => name.toLowerCase()));

/** Whether the service would take it as a check's zone; a name newer than our list is taken if this runtime knows it. */
export function isTimeZone(name: string): boolean {
  if (IANA_NAMES.has(name)) return true;
  const misspelled = LOWER_CASE.has(name.toLowerCase());
  return !misspelled && /^[A-Z][a-z]+(\/[A-Z][A-Za-z_-]*[a-z]){1,2}$/.test(name) && isKnownHere(name);
}

/**
 * Whether it could name a zone inside an OnCalendar expression. There the service looks for a file of that name,
 * so what else lies in the folder of zones passes too.
 */
export function mayBeZone(name: string): boolean {
  return (
    isTimeZone(name.replace(/^(posix|right)\//, "")) || ["Factory", "localtime", "posixrules"].includes(name)
  );
}

function isKnownHere(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
