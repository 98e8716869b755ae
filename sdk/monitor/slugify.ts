import { runError } from "../program/runError";
import { slugOf } from "./slugOf";

/**
 * A slug made from a name: accents dropped, lower case, everything that a slug cannot hold as one hyphen.
 * `slugify("Nightly Backup (EU)")` is `nightly-backup-eu`.
 * @throws {pulumi.RunError} when nothing of the name can stand in a slug; give a slug yourself then.
 */
export function slugify(name: string): string {
  const slug = slugOf(name);
  if (slug !== undefined) return slug;
  throw runError(`slugify: nothing of ${JSON.stringify(name)} can stand in a slug; choose one yourself`);
}
