/**
 * Makes texts of others safe to show. Whoever may edit a check or a program chooses its names, so none may break its line,
 * move the cursor, reverse its neighbours, or hide.
 */

/**
 * Line breaks, control characters and runs of blanks become one blank, whatever a server sends; what reverses or hides text
 * is escaped. Half a surrogate pair, on which the transport to the engine would fail, becomes U+FFFD.
 */
export function oneLine(text: string): string {
  return escapeHidden(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  );
}

/**
 * Escapes control characters, and those that reverse or hide text, as `\u202e`. Keeps those that form an emoji or a
 * variant of an ideograph.
 */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, codeOf);
}

/** A character as `\u202e`, or as `\u{e0041}` if four digits do not suffice. */
export function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** The joiner inside a composed emoji (a family, a profession). */
const JOINER = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u;
/** Selects the form of the preceding emoji, keycap or ideograph; after anything else it only hides. */
const FORM =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u;
/** Characters that show nothing, or only a blank: Hangul fillers, the empty Braille pattern. */
export const BLANK = "\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800";
/** Asks for the character first, since what is around it takes far longer to look at. */
const HIDDEN = new RegExp(`(?=[${BLANK}])(?!${JOINER.source}|${FORM.source}).`, "gsu");
