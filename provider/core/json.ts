/** The value of a JSON text; undefined, which is no JSON value, when the text is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matches half a surrogate pair, a whole pair, and every other escape: an escaped backslash does not begin another escape. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/gs;
const HALF_PAIR = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/;

/**
 * The value that a text of JSON holds, in texts that are whole: a service that cuts a text in the middle of a character sends
 * half a surrogate pair, on which the transport to the engine would fail. It becomes U+FFFD.
 */
export function wellFormedJson(text: string): unknown {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(ESCAPE, (one) => (HALF_PAIR.test(one) ? "\\ufffd" : one)));
}
