/** What entries of the ignore file have in common for all commands. */
import { z } from "zod";

/** The default path of the ignore file. */
export const IGNORE_FILE = "pulumi-checks-ignore.json";

export const said = z.string().trim().min(1, { error: "must not be empty" });

/** The reason, and the last day on which the entry applies, in UTC. */
export const ignoring = {
  reason: said,
  until: z.iso.date({ error: "must be a day such as 2026-12-31" }),
};

/** Whether an entry no longer applies on a day (`2026-12-31`). */
export function hasRunOut({ until }: { until: string }, today: string): boolean {
  return until < today;
}

/** The faults of a file or an entry, in one line. */
export function reasonsOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => [...(path.length > 0 ? [path.join(".")] : []), message].join(": "))
    .join("; ");
}
