/** UUIDs as the service writes them: lower case, with hyphens. */
export const UUID_FORM = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A text that is one, and nothing else. */
export const UUID = new RegExp(`^${UUID_FORM}$`);

/** Of what should be one and is not. */
export const NO_UUID = "must be a UUID in lower case, with hyphens";

/** Whether a text is one. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
