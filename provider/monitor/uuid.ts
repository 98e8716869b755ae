import type { Values } from "../core/fields";

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

/** Whether a text is a UUID but for capital letters, with which no check is found. */
export function isUpperUuid(text: string): boolean {
  return !isUuid(text) && isUuid(text.toLowerCase());
}

/** A check's document with its UUID, which servers before release 3.5 tell in nothing but the check's addresses. */
export function withUuid(told: Values): Values {
  const { uuid, update_url: address } = told;
  if (typeof uuid === "string" || typeof address !== "string") return told;
  const last = address.slice(address.lastIndexOf("/") + 1);
  return isUuid(last) ? { ...told, uuid: last } : told;
}
