/** Time zones as the service knows them: IANA names, where case counts. */

/** Whether the service would take it; where this runtime is unsure about the spelling, the service decides. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*){0,2}$/.test(name)) return name === "localtime";
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  return !SPELLED_OTHERWISE.has(name.toLowerCase()) || KNOWN.has(name);
}

const KNOWN = new Set(Intl.supportedValuesOf("timeZone"));
const SPELLED_OTHERWISE = new Set([...KNOWN].map((name) => name.toLowerCase()));
