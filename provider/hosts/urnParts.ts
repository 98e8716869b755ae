/** What a URN says: `urn:pulumi:<stack>::<project>::<types, from the outermost parent>::<name>`. Names may hold `::`. */

/** The type of the resource itself. */
export function typeIn(urn: string): string {
  return typesIn(urn).split("$").at(-1) ?? "";
}

/** The same without what it belongs to: `Check` of `checks:index:Check`. */
export function kindIn(urn: string): string {
  return typeIn(urn).split(":").at(-1) ?? "";
}

/** The types of the parents and its own, as the URN has them. */
export function typesIn(urn: string): string {
  return urn.split("::")[2] ?? "";
}

/** The name at the end. */
export function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The types of the parents and the name: the rest of a URN changes when a stack or a project is renamed. */
export function labelOf(urn: string): string {
  return urn.split("::").slice(2).join("::");
}
