/** In code points: the longest name, and the longest slug, that a check can have. */
const LONGEST = 100;

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
    .slice(0, LONGEST)
    .replace(/-+$/, "");
  return slug === "" ? undefined : slug;
}

/** The display name of a job's check: that of the job, cut where it is too long for one, as its slug is. */
export function nameOfCheck(job: string): string {
  const letters = Array.from(job);
  return letters.length <= LONGEST ? job : `${letters.slice(0, LONGEST - 1).join("")}…`;
}
