// Each timer of a machine has a check; what the units say of their times is the check's.
import type { Output } from "@pulumi/pulumi";
import { Check, jobs } from "pulumi-checks";

/** The machine's files in which the services find their ping URLs, and what is to stand in them. */
export const files: Record<string, Output<string>> = {};

/** What the services still need to ping, by the files of their timers. */
export const toAdd: Record<string, readonly string[]> = {};

for (const job of jobs.fromSystemd("units", { timeZone: "Europe/Riga" })) {
  const check = new Check(job.slug, { ...job.check, tags: ["db1"], channels: "*" });
  files[job.pingUrlAt] = check.pingUrl.apply((url) => `CHECKS_PING_URL=${url}\n`);
  if (job.lines.length > 0) toAdd[job.file] = job.lines;
}
