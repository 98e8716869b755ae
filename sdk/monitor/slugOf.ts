/**
 * A slug made from a name, as `slugify` makes it; undefined when nothing of the name can stand in a slug. A module of its own:
 * commands need it, and none of Pulumi's SDK, which takes long to load.
 */
export function slugOf(name: string): string | undefined {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 100)
    .replace(/-+$/, "");
  return slug === "" ? undefined : slug;
}
