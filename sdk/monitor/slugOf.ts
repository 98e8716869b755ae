/**
 * A slug made from a name, as `slugify` makes it; undefined when no part of the name can be used in a slug. It is a
 * module of its own because commands need it without Pulumi's SDK, which takes long to load.
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
