/** Badges in a document: the lines between two markers are generated, the rest is left alone. */

import { ChecksError } from "../../provider/core/errors";
import type { ResultOf } from "../../provider/core/function";
import { escapeHidden } from "../../provider/core/visible";
import type { getBadges } from "../../provider/monitor/functions/getBadges";
import { badOption } from "../command";
import { listInWords } from "../render/words";

export const BEGIN = "<!-- pulumi-checks badges -->";
export const END = "<!-- /pulumi-checks badges -->";

/** The fence of a code block; markers inside one do not count. Backticks that are closed on the same line are no fence. */
const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})\s*$/;

/**
 * Puts these lines between the markers of a document. Everything else, including line ends, stays as it was.
 * @throws {ChecksError} that names `file`, if there is no such block or more than one.
 */
export function withBlock(file: string, document: string, lines: readonly string[]): string {
  const present = document.split("\n");
  const { begin, end } = placeOf(file, present);
  const lineEnd = present[begin]?.endsWith("\r") ? "\r" : "";
  const inside = lines.map((line) => `${line}${lineEnd}`);
  return [...present.slice(0, begin + 1), ...inside, ...present.slice(end)].join("\n");
}

function placeOf(file: string, lines: readonly string[]): { begin: number; end: number } {
  const begins = linesWith(lines, BEGIN);
  const ends = linesWith(lines, END);
  const [begin] = begins;
  const [end] = ends;
  if (begin === undefined && end === undefined) {
    throw refused(
      "it has no block for badges",
      `Add these two lines where the badges should go: ${BEGIN} and ${END}`,
    );
  }
  if (begins.length > 1 || ends.length > 1) {
    const all = [...begins, ...ends].sort((a, b) => a - b).map((line) => line + 1);
    throw refused(`it has more than one block for badges (markers in lines ${all.join(", ")})`, "Keep one");
  }
  if (begin === undefined)
    throw refused(`the line ${BEGIN} is missing before line ${Number(end) + 1}`, "Add it");
  if (end === undefined || end < begin) {
    throw refused(`the line ${END} is missing after line ${begin + 1}`, "Add it");
  }
  return { begin, end };

  function refused(reason: string, remedy: string): ChecksError {
    return new ChecksError({ subject: file, reason, remedy });
  }
}

/** The lines that hold only this marker, outside code blocks. */
function linesWith(lines: readonly string[], marker: string): number[] {
  let fence: string | undefined;
  return lines.flatMap((line, index) => {
    const [, mark] = (fence === undefined ? OPENING : CLOSING).exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
    }
    return fence === undefined && line.trim() === marker ? [index] : [];
  });
}

export type Badge = ResultOf<typeof getBadges>["badge"];

/** The syntaxes for badges. */
export const LANGUAGES = ["markdown", "html"] as const;

/** How badges look. */
export interface Look {
  language: (typeof LANGUAGES)[number];
  /** Two states (up, down), or three (up, late, down). */
  states: "2" | "3";
}

/** The key of the badge for all checks of the project. */
const ALL = "*";

/** A message names at most so many of the tags that have a badge. */
const MOST_NAMES = 10;

/**
 * The badges of these tags, in their order, each once. Without tags: every badge, the one for all checks first.
 * @throws {ChecksError} if a tag has no badge.
 */
export function chooseBadges(badges: Readonly<Record<string, Badge>>, tags: readonly string[]): Badge[] {
  if (tags.length === 0) {
    const { [ALL]: all, ...others } = badges;
    return [...(all ? [all] : []), ...Object.values(others)];
  }
  return [...new Set(tags)].map((tag) => {
    const badge = Object.hasOwn(badges, tag) ? badges[tag] : undefined;
    if (badge) return badge;
    throw badOption(
      "--tag",
      `there is no badge for the tag ${JSON.stringify(tag)}`,
      `There are badges for ${listInWords(Object.keys(badges), MOST_NAMES)}`,
    );
  });
}

/** A badge as text for a document. Characters of a tag that turn or hide text are escaped. */
export function badgeText(badge: Badge, { language, states }: Look): string {
  return escapeHidden(states === "3" ? badge[`${language}3`] : badge[language]);
}
