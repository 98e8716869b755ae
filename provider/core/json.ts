/** The value that a text of JSON holds; undefined, which none holds, where it is no JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
