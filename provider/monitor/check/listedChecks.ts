/** The checks of a project in a list, each with the id that an import or a read accepts once it has a slug. */
import { compare } from "../../core/compare";
import type { ResultOf } from "../../core/function";
import type { getChecks } from "../functions/getChecks";

/** One of a list. */
export interface Listed {
  /** What it is found by: `[<project>/]<slug>`, or its UUID if it has no slug or shares it. */
  id: string;
  /** What people call it. */
  name: string;
}

/** Of what `getChecks` found in a project. */
export function listedChecks({ checks }: ResultOf<typeof getChecks>, project: string | undefined): Listed[] {
  const place = project === undefined ? "" : `${project}/`;
  const isAlone = (slug: string) => slug !== "" && checks.filter((one) => one.slug === slug).length === 1;
  return checks
    .map(({ slug, uuid, uniqueKey, name }) => ({
      id: `${place}${isAlone(slug) ? slug : (uuid ?? uniqueKey)}`,
      name: name === "" ? slug : name,
    }))
    .sort((a, b) => compare(a.id, b.id));
}
