import { refusal } from "../program/refusal";
import { runError } from "../program/runError";
import { slugOf } from "./slugOf";

/**
 * Makes a slug from a name: lower case, without accents, and one hyphen in place of whatever a slug cannot contain.
 * `slugify("Nightly Backup (EU)")` is `nightly-backup-eu`.
 * @throws {pulumi.RunError} when no part of the name can be used in a slug; choose a slug yourself then.
 */
export function slugify(name: string): string {
  if (typeof name !== "string") {
    throw runError("slugify: name: must be a text; where it is an Output, call slugify within apply");
  }
  const slug = slugOf(name);
  if (slug !== undefined) return slug;
  throw runError(`slugify: nothing of ${JSON.stringify(name)} can stand in a slug; choose one yourself`);
}

/**
 * The same of a job's name, which may be a secret: the refusal does not repeat it, but names the job as `subject` does.
 * @throws {pulumi.RunError} when no part of the name can be used in a slug.
 */
export function slugOfName(subject: string, name: string): string {
  if (typeof name !== "string") throw refusal(subject, "name", "must be a text");
  const slug = slugOf(name);
  if (slug !== undefined) return slug;
  throw refusal(subject, "slug", "nothing of the job's name can stand in one", "Set it yourself");
}
