import { runError } from "../program/runError";
import { slugOf } from "./slugOf";

/**
 * Makes a slug from a name: lower case, without accents, and one hyphen in place of whatever a slug cannot contain.
 * `slugify("Nightly Backup (EU)")` is `nightly-backup-eu`.
 * @throws {pulumi.RunError} when no part of the name can be used in a slug; choose a slug yourself then.
 */
export function slugify(name: string): string {
  const slug = slugOf(name);
  if (slug !== undefined) return slug;
  throw runError(`slugify: nothing of ${JSON.stringify(name)} can stand in a slug; choose one yourself`);
}
