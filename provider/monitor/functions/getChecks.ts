import { z } from "zod";
import { compare } from "../../core/compare";
import { checkFields } from "../check/checkFields";
import { checkFromWire, checkResult } from "./checkResult";
import { projectFunction } from "./projectFunction";
import { allChecks, projectField } from "./selector";

/** `GET /api/v3/checks/`: one list per run. We filter ourselves, because servers may combine tags differently. */
export const getChecks = projectFunction({
  name: "getChecks",
  args: z.strictObject({
    /** Only checks with this slug. */
    slug: checkFields.slug.optional(),
    /** Only checks that carry all of these tags. */
    tags: checkFields.tags.optional(),
    ...projectField,
  }),
  result: z.object({
    /** The checks, sorted by slug, then by unique key. */
    checks: z.array(checkResult),
  }),
  async look(project, { slug, tags = [] }, afresh) {
    const checks = (await allChecks(project, afresh))
      .map(checkFromWire)
      .filter((check) => slug === undefined || check.slug === slug)
      .filter((check) => tags.every((tag) => check.tags.includes(tag)))
      .sort((a, b) => compare(a.slug, b.slug) || compare(a.uniqueKey, b.uniqueKey));
    return { checks };
  },
});
