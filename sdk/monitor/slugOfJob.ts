import type { Job } from "../../schedule/jobs";
import { slugOf } from "./slugOf";

/** The slug of a job's check: the one in its declaration, or else one made from its name; empty where none can be made. */
export function slugOfJob({ slug, name }: Pick<Job, "slug" | "name">): string {
  return slug ?? slugOf(name) ?? "";
}
