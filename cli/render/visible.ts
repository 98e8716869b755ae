/**
 * Makes users' texts safe to display. Whoever may edit a check chooses its names, so none may break its line, move the
 * cursor, reverse its neighbours, hide, or command a workflow's runner.
 */
import { BLANK, codeOf, oneLine } from "../../provider/core/visible";
import { UUID_FORM } from "../../provider/monitor/uuid";

/** Text on one line, without anything invisible. */
export function visible(text: unknown): string {
  return oneLine(String(text));
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

/** UUIDs in a text, even next to letters and underscores. */
export const UUIDS = new RegExp(UUID_FORM, "gi");

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
