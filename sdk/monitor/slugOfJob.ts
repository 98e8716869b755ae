import type { Job } from "../../schedule/jobs";
import { slugOf } from "./slugOf";

/** The slug that the check of a job has: what its declaration says, else made of its name; empty where none can be made. */
export function slugOfJob({ slug, name }: Pick<Job, "slug" | "name">): string {
  return slug ?? slugOf(name) ?? "";
}
