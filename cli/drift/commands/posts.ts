/** What a run posts on the forge: one comment on the pull request, and one issue while there is drift. */

import { type Command, InvalidArgumentError } from "commander";
import { ChecksError } from "../../../provider/core/errors";
import { ExitCode } from "../../command";
import { type DriftReport, driftIn, exitCodeOf } from "../findings";
import type { Forge } from "../forge/forge";
import { closeIssue, keepComment, keepIssue, type PostResult } from "../forge/forge";
import { GitHub } from "../forge/gitHub";
import { GitLab } from "../forge/gitLab";
import { comment, failureMarkdown, failureMarkerOf, markerOf } from "../formats/markdown";
import { adviceOf, countsOf } from "../formats/words";
import { readReport } from "../report";
import { keyOption, labelOption } from "./output";

interface IssueOptions {
  key: string;
  label: string;
  /** The compared stacks, which are known even if the run failed. */
  scope?: string;
}

/** `pulumi-checks drift issue`: one issue while there is drift, and another while runs fail. */
export function addIssue(drift: Command): void {
  drift
    .command("issue")
    .description("Keep one issue open while there is drift; it is closed when there is none.")
    .argument("[report]", "the report, from `pulumi-checks drift --json`; - is stdin")
    .option("--failed <reason>", "there is no report because the run failed: an issue of its own, not drift")
    .addOption(labelOption())
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
For a GitHub workflow (GITHUB_TOKEN with \`issues: write\`) or a GitLab pipeline (GITLAB_TOKEN with \`api\`).

Examples:
  $ pulumi-checks drift issue drift.json
  $ pulumi-checks drift issue --failed "exit code 1"`,
    )
    .action(async (file: string | undefined, options: IssueOptions & { failed?: string }) => {
      if ((file === undefined) === (options.failed === undefined)) {
        throw new ChecksError({ subject: "drift issue", reason: "it takes either a report or --failed" });
      }
      const outcome = file === undefined ? (options.failed ?? "") : readReport(file);
      process.stdout.write(`${await postIssues(forgeHere(), outcome, options)}\n`);
    });
}

/**
 * Updates both issues after a run, and returns a sentence with the result. `outcome` is the report, or the reason of
 * the failure.
 */
export async function postIssues(
  forge: Forge,
  outcome: DriftReport | string,
  options: IssueOptions,
): Promise<string> {
  const failed = typeof outcome === "string";
  const drift = failed ? "unchanged" : await keepDrift(forge, outcome, options);
  const failure = await keepFailure(forge, failed ? [outcome] : outcome.problems, options);
  return `Issue of drift: ${drift}. Issue of failures: ${failure}.`;
}

/** An incomplete run can open the issue, but not close it. */
async function keepDrift(
  forge: Forge,
  report: DriftReport,
  { key, label }: IssueOptions,
): Promise<PostResult> {
  const marker = markerOf(key, report.scope);
  const hasDrift = driftIn(report).length > 0;
  if (hasDrift || exitCodeOf(report) === ExitCode.findings) {
    const title = `Monitoring drift: ${hasDrift ? countsOf(report) : adviceOf(report)}`;
    return keepIssue(forge, label, { marker, title, body: comment(report, key) });
  }
  if (exitCodeOf(report) !== ExitCode.clean) return "unchanged";
  return closeIssue(forge, label, marker, `There is no drift any more.${seenBy(forge)}`);
}

async function keepFailure(
  forge: Forge,
  problems: readonly string[],
  { key, label, scope }: IssueOptions,
): Promise<PostResult> {
  const marker = failureMarkerOf(key, scope);
  if (problems.length === 0) {
    return closeIssue(forge, label, marker, `The check for drift works again.${seenBy(forge)}`);
  }
  const title = "The check for monitoring drift failed";
  return keepIssue(forge, label, { marker, title, body: failureMarkdown(marker, problems) });
}

function seenBy({ runUrl }: Forge): string {
  return runUrl === undefined ? "" : ` Seen by ${runUrl}`;
}

interface CommentOptions {
  pullRequest?: number;
  key: string;
  /** Markdown of another report for the same comment. */
  beside?: string;
}

/** `pulumi-checks drift comment`: keeps one comment on a pull request up to date. */
export function addComment(drift: Command): void {
  drift
    .command("comment")
    .description("Keep one comment on the pull request up to date; it is removed when there is no drift.")
    .argument("<report>", "the report, from `pulumi-checks drift --json`; - is stdin")
    .option(
      "--pull-request <number>",
      "number of the pull request (default: the one that this run is for)",
      numberOption,
    )
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
For a GitHub workflow (GITHUB_TOKEN with \`pull-requests: write\`) or a GitLab pipeline (GITLAB_TOKEN with \`api\`).

Examples:
  $ pulumi-checks drift comment drift.json
  $ pulumi-checks drift comment drift.json --pull-request 17 --key production`,
    )
    .action(async (file: string, options: CommentOptions) => {
      process.stdout.write(`${await postComment(forgeHere(), readReport(file), options)}\n`);
    });
}

/** Updates the comment, and returns a sentence with the result. */
export async function postComment(
  forge: Forge,
  report: DriftReport,
  { pullRequest = forge.pullRequest, key, beside }: CommentOptions,
): Promise<string> {
  if (pullRequest === undefined) return "This run is for no pull request: no comment is needed.";
  const body = comment(report, key, beside);
  const kept = await keepComment(forge, pullRequest, markerOf(key, report.scope), body);
  return `Comment on ${pullRequest}: ${kept}.`;
}

function numberOption(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new InvalidArgumentError("It must be a number.");
  return Number(given);
}

/**
 * The forge whose runner this is, recognized by its environment.
 * @throws {ChecksError} if it is an unknown one.
 */
export function forgeHere(environment: NodeJS.ProcessEnv = process.env): Forge {
  if (environment.GITHUB_REPOSITORY) return new GitHub(environment);
  if (environment.CI_PROJECT_ID) return new GitLab(environment);
  throw new ChecksError({
    subject: "environment",
    reason: "this is neither a GitHub workflow nor a GitLab pipeline",
    remedy: "Set GITHUB_REPOSITORY and GITHUB_TOKEN, or CI_PROJECT_ID, CI_API_V4_URL and GITLAB_TOKEN",
  });
}
