// Each timer of a machine has a check, whose times come from the units.
import type { Output } from "@pulumi/pulumi";
import { Check, jobs } from "pulumi-checks";

/** The machine's files from which the services read their ping URLs, with the content of each. */
export const files: Record<string, Output<string>> = {};

/** The lines that the services still need in order to ping, by the file of the timer. */
export const toAdd: Record<string, readonly string[]> = {};

for (const job of jobs.fromSystemd("units", { timeZone: "Europe/Riga" })) {
  const check = new Check(job.slug, { ...job.check, tags: ["db1"], channels: "*" });
  files[job.pingUrlAt] = check.pingUrl.apply((url) => `CHECKS_PING_URL=${url}\n`);
  if (job.lines.length > 0) toAdd[job.file] = job.lines;
}
