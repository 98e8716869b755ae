/**
 * What the server takes for blanks at the ends of a text: other characters than `trim` does, which leaves the separators
 * of ASCII and U+0085, and takes away a byte order mark.
 */
const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const SEPARATOR = "[\\x1c-\\x1f]";
const SEPARATORS = new RegExp(SEPARATOR, "g");
const AT_THE_ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");

/** The text without the blanks at its ends. */
export function stripped(text: string): string {
  return text.replace(AT_THE_ENDS, "");
}

/** The text with spaces for the separators of ASCII, which are blanks to the server and not to `\s`. */
export function separatorsAsSpaces(text: string): string {
  return text.replace(SEPARATORS, " ");
}
