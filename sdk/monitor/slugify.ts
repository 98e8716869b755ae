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
  return slugOf(name) ?? refuse(JSON.stringify(name));
}

/** The same of a job's name, which may be a secret: the refusal does not repeat it. */
export function slugOfName(name: string): string {
  if (typeof name !== "string") throw runError("slugify: the job's name must be a text");
  return slugOf(name) ?? refuse("the job's name");
}

function refuse(name: string): never {
  throw runError(`slugify: nothing of ${name} can stand in a slug; choose one yourself`);
}
