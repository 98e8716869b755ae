import { z } from "zod";
import { compare } from "../../core/compare";
import { NotFoundError } from "../../core/errors";
import { text } from "../../core/fields";
import { type BadgeUrls, badgeUrls } from "../api";
import { badgeHtml, badgeMarkdown } from "./badgeMarkup";
import { projectFunction } from "./projectFunction";
import { projectField } from "./selector";
import { sharePerRun } from "./shared";

/** Stands for all checks of the project. */
const ALL = "*";

const badge = badgeUrls.extend({
  /** The tag, or `*` for all checks of the project. */
  tag: z.string(),
  /** The `svg` picture in Markdown. */
  markdown: z.string(),
  /** The `svg3` picture in Markdown. */
  markdown3: z.string(),
  /** The `svg` picture in HTML. */
  html: z.string(),
  /** The `svg3` picture in HTML. */
  html3: z.string(),
});

const listBadges = sharePerRun((project) => project.api.listBadges());

/** `GET /api/v3/badges/`, once a run. */
export const getBadges = projectFunction({
  name: "getBadges",
  args: z.strictObject({
    /** The tag whose badge to return as `badge`, or `"*"` for all checks together. Default: `"*"`. */
    tag: text().min(1, { error: 'must not be empty; "*" stands for all checks' }).optional(),
    ...projectField,
  }),
  result: z.object({
    /** The badge of `tag`. */
    badge,
    /** All badges by tag, sorted; the one for all checks is under `"*"`. */
    badges: z.record(z.string(), badge),
  }),
  async look(project, { tag = ALL }, afresh) {
    const urls = await listBadges(project, "", afresh);
    const badges = Object.fromEntries(
      Object.entries(urls)
        .sort(([a], [b]) => compare(a, b))
        .map(([name, one]) => [name, { tag: name, ...one, ...markup(name, one) }]),
    );
    const asked = Object.hasOwn(badges, tag) ? badges[tag] : undefined;
    if (asked) return { badge: asked, badges };
    const missing =
      tag === ALL ? "there is no badge of all checks" : `no check carries the tag ${JSON.stringify(tag)}`;
    const tags = Object.keys(badges);
    const found = tags.length === 0 ? "the service has no badges" : `there are badges for ${tags.join(", ")}`;
    throw new NotFoundError({
      property: "tag",
      reason: `${missing}; ${found}`,
      remedy:
        "A badge exists as soon as a check carries its tag. If this program creates the check, let the look-up depend on it (in TypeScript with the Output form)",
    });
  },
});

function markup(tag: string, { svg, svg3 }: BadgeUrls) {
  const label = tag === ALL ? "checks" : tag;
  return {
    markdown: badgeMarkdown(label, svg),
    markdown3: badgeMarkdown(label, svg3),
    html: badgeHtml(label, svg),
    html3: badgeHtml(label, svg3),
  };
}
