import { oneLine } from "../../provider/errors";
import type { ResultOf } from "../../provider/functions/function";
import type { getBadges } from "../../provider/functions/getBadges";

export type Badge = ResultOf<typeof getBadges>["badge"];

/** The languages that badges are written in. */
export const LANGUAGES = ["markdown", "html"] as const;

/** How badges look. */
export interface Look {
  language: (typeof LANGUAGES)[number];
  /** Two states (up, down), or three (up, late, down). */
  states: "2" | "3";
}

/** Stands for all checks of the project. */
const ALL = "*";

/**
 * The badges of some tags, in their order; of none, all there are, that of all checks together first.
 * @throws Error in one line, when a tag has none
 */
export function chosen(badges: Readonly<Record<string, Badge>>, tags: readonly string[]): Badge[] {
  if (tags.length === 0) {
    const { [ALL]: all, ...others } = badges;
    return [...(all ? [all] : []), ...Object.values(others)];
  }
  return tags.map((tag) => {
    const badge = Object.hasOwn(badges, tag) ? badges[tag] : undefined;
    if (badge) return badge;
    const present = oneLine(Object.keys(badges).join(", "));
    throw new Error(`there is no badge for the tag ${JSON.stringify(tag)}; there are badges for ${present}`);
  });
}

/** A badge as it stands in a document. */
export function written(badge: Badge, { language, states }: Look): string {
  return states === "3" ? badge[`${language}3`] : badge[language];
}
