// Each workflow that GitHub runs by the clock has a check; what the workflow says of its times is the check's.
import type { Output } from "@pulumi/pulumi";
import { Check, jobs } from "pulumi-checks";

/** The repository's secrets in which the workflows find their ping URLs: for `gh secret set`. */
export const secrets: Record<string, Output<string>> = {};

/** What the workflows still need to ping, by their files. */
export const toAdd: Record<string, readonly string[]> = {};

for (const job of jobs.fromGitHubWorkflows(".github/workflows")) {
  const check = new Check(job.slug, { ...job.check, tags: ["github"], channels: "*" });
  secrets[job.pingUrlAt] = check.pingUrl;
  if (job.lines.length > 0) toAdd[job.file] = job.lines;
}
