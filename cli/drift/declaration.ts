import type { Row } from "./engine/row";
import type { Declaration } from "./findings";

/** Where a resource is declared, as reports say it. */
export function declarationOf({ stack, kind, resource, source }: Row): Declaration {
  return { stack, kind, resource, ...source };
}

/** Order of names, part by part, the same on every machine. */
export function byName(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? "";
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
