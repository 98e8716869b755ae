import type { Job } from "../../schedule/jobs";
import { slugify } from "./slugify";

/** The slug that the check of a job has: what its declaration says, else made of its name; empty where none can be made. */
export function slugOfJob({ slug, name }: Pick<Job, "slug" | "name">): string {
  return slug ?? slugOfName(name);
}

function slugOfName(name: string): string {
  return /[\p{L}\p{N}]/u.test(name) && /[a-z0-9_]/i.test(name.normalize("NFKD")) ? slugify(name) : "";
}
