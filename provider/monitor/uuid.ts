/** UUIDs as the service writes them: lower case, with hyphens. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is one. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
