import type { Row } from "./engine/row";
import type { Declaration } from "./findings";

/** Where a resource is declared, as reports say it. */
export function declarationOf({ stack, kind, resource, source }: Row): Declaration {
  return { stack, kind, resource, ...source };
}
