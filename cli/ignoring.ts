/** What entries of the ignore file have in common, whichever command's findings they are about. */
import { z } from "zod";

/** Where the ignore file is unless another is named. */
export const IGNORE_FILE = "pulumi-checks-ignore.json";

export const said = z.string().trim().min(1, { error: "must not be empty" });

/** Why, and the last day on which it counts, in UTC. */
export const ignoring = {
  reason: said,
  until: z.iso.date({ error: "must be a day such as 2026-12-31" }),
};

/** Whether an entry counts no more on a day (`2026-12-31`). */
export function hasRunOut({ until }: { until: string }, today: string): boolean {
  return until < today;
}

/** What is wrong with a file or an entry, entry by entry. */
export function reasonsOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => [...(path.length > 0 ? [path.join(".")] : []), message].join(": "))
    .join("; ");
}
