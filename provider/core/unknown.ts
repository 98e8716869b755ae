/** What the engine hands over in a preview in place of a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or anything inside it, is not known yet. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(isUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
