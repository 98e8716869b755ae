/**
 * A slug made from a name: accents dropped, lower case, everything that a slug cannot hold as one hyphen.
 * `slugify("Nightly Backup (EU)")` is `nightly-backup-eu`.
 * @throws when nothing of the name can stand in a slug; give a slug yourself then.
 */
export function slugify(name: string): string {
  const slug = slugOf(name);
  if (slug !== undefined) return slug;
  throw new Error(`slugify: nothing of ${JSON.stringify(name)} can stand in a slug; write one yourself`);
}

/** The same; undefined when nothing of the name can stand in a slug. */
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
