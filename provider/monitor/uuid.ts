/** UUIDs as the service writes them: lower case, with hyphens. */
const FORM = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A text that is one, and nothing else. */
export const UUID = new RegExp(`^${FORM}$`);

/** Those in a text, whatever stands beside them: letters and underscores do not make one less of it. In either case. */
export const UUIDS = new RegExp(FORM, "gi");

/** Whether a text is one. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
