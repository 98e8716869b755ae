/**
 * A slug made from a name: accents dropped, lower case, everything that a slug cannot hold as one hyphen.
 * `slugify("Nightly Backup (EU)")` is `nightly-backup-eu`.
 * @throws when nothing of the name can stand in a slug; give a slug yourself then.
 */
export function slugify(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 100)
    .replace(/-+$/, "");
  if (slug === "")
    throw new Error(`slugify: nothing of ${JSON.stringify(name)} can stand in a slug; write one yourself`);
  return slug;
}
