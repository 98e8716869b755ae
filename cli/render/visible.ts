/**
 * Text of anybody's where people read it. Names come from whoever may edit a check: none of them leaves its line,
 * moves a cursor, turns its neighbours around, hides, or commands the runner of a workflow.
 */
import { oneLine } from "../../provider/core/errors";
import { UUID_FORM } from "../../provider/monitor/uuid";

/** Text on one line, without anything invisible. */
export function visible(text: unknown): string {
  return escapeHidden(oneLine(String(text)));
}

/** The same, of so many code points at most, and without what commands a runner in the middle of a line. */
export function brief(text: unknown, most: number): string {
  return shorten(withoutGroups(visible(text)), most);
}

/** A text of so many code points at most. */
export function shorten(text: string, most: number): string {
  const points = [...text];
  return points.length > most ? `${points.slice(0, most - 1).join("")}…` : text;
}

/** Control characters, and those that turn or hide text, as `\u202e`; what makes an emoji, or the form of an ideograph, stays. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, codeOf);
}

/** UUIDs in a text, whatever stands beside them: letters and underscores do not make one less of it. */
export const UUIDS = new RegExp(UUID_FORM, "gi");

/** A character as `\u202e`, or `\u{e0041}` where four digits are too few. */
export function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Within an emoji of several (a family, a profession) the joiner is what makes it one. */
const JOINER = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u;
/** What chooses the form of the emoji, the keycap or the ideograph before it; behind anything else it only hides. */
const FORM =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u;
/** Without a sign of its own on the screen, or with a blank one: fillers of Hangul, the empty pattern of Braille. */
const BLANK = "\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800";
const HIDDEN = new RegExp(`(?!${JOINER.source}|${FORM.source})[${BLANK}]`, "gu");

/**
 * What is printed, as the log of a GitHub workflow may have it: `::name` at the start of a line is a command to
 * the runner, and so is `##[name]` anywhere.
 */
export function commandingNobody(text: string): string {
  return withoutGroups(text.replace(/^([^\S\n]*):(?=:)/gm, "$1\\u003a"));
}

/** The text without `##[name]`; also within a string of JSON, where the data stay the same. */
export function withoutGroups(text: string): string {
  return text.replaceAll("##[", "#\\u0023[");
}

const IN_JSON = new RegExp(`(?![\\n\\r\\t ])[${BLANK}]`, "gu");

/**
 * A value for programs, as JSON that may be shown to anybody: what turns or hides text, or commands a runner, is in the
 * spelling of JSON, so that the data stay the same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(IN_JSON, (character) =>
    character.split("").map(codeOf).join(""),
  );
  return `${withoutGroups(text)}\n`;
}
