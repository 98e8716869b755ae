// Each scheduled GitHub workflow has a check, whose times come from the workflow.
import type { Output } from "@pulumi/pulumi";
import { Check, jobs } from "pulumi-checks";

/** Repository secrets from which the workflows read their ping URLs: for `gh secret set`. */
export const secrets: Record<string, Output<string>> = {};

/** The lines that the workflows still need in order to ping, by file. */
export const toAdd: Record<string, readonly string[]> = {};

for (const job of jobs.fromGitHubWorkflows(".github/workflows")) {
  const check = new Check(job.slug, { ...job.check, tags: ["github"], channels: "*" });
  secrets[job.pingUrlAt] = check.pingUrl;
  if (job.lines.length > 0) toAdd[job.file] = job.lines;
}
