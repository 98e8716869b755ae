/**
 * Makes users' texts safe to display. Whoever may edit a check chooses its names, so none may break its line, move the
 * cursor, reverse its neighbours, hide, or command a workflow's runner.
 */
import { oneLine } from "../../provider/core/errors";
import { UUID_FORM } from "../../provider/monitor/uuid";

/** Text on one line, without anything invisible. */
export function visible(text: unknown): string {
  return escapeHidden(oneLine(String(text)));
}

/** Like `visible`, but shortened to `most` code points, and without commands for a runner in the middle of a line. */
export function brief(text: unknown, most: number): string {
  return shorten(withoutGroups(visible(text)), most);
}

/** Cuts a text to this many code points. */
export function shorten(text: string, most: number): string {
  const points = [...text];
  return points.length > most ? `${points.slice(0, most - 1).join("")}…` : text;
}

/**
 * Escapes control characters, and those that reverse or hide text, as `\u202e`. Keeps those that form an emoji or a
 * variant of an ideograph.
 */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, codeOf);
}

/** UUIDs in a text, even next to letters and underscores. */
export const UUIDS = new RegExp(UUID_FORM, "gi");

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
const BLANK = "\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800";
/** Asks for the character first, since what is around it takes far longer to look at. */
const HIDDEN = new RegExp(`(?=[${BLANK}])(?!${JOINER.source}|${FORM.source}).`, "gsu");

/**
 * Makes output safe for the log of a GitHub workflow, where `::name` at the start of a line, and `##[name]` anywhere,
 * are commands to the runner.
 */
export function withoutCommands(text: string): string {
  return withoutGroups(text.replace(/^([^\S\n]*):(?=:)/gm, "$1\\u003a"));
}

/** Breaks up `##[name]`. Safe in JSON strings, too, whose data stay the same. */
export function withoutGroups(text: string): string {
  return text.replaceAll("##[", "#\\u0023[");
}

const IN_JSON = new RegExp(`(?![\\n\\r\\t ])[${BLANK}]`, "gu");

/**
 * A value as JSON that is safe to show. Characters that reverse or hide text, or command a runner, are escaped, so that
 * the data stay the same.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(IN_JSON, (character) =>
    character.split("").map(codeOf).join(""),
  );
  return `${withoutGroups(text)}\n`;
}
