import type { Command } from "commander";
import { ChecksError } from "../../../provider/errors";
import { type DriftReport, exitCodeOf } from "../findings";
import { forgeHere } from "../forge";
import type { Forge } from "../forge/forge";
import { closeIssue, type Kept, keepIssue } from "../forge/sticky";
import { failureMarkdown, failureMarkerOf } from "../formats/failure";
import { markdown, markerOf } from "../formats/markdown";
import { countsOf } from "../formats/words";
import { readReport } from "../reportFile";
import { keyOption, labelOption } from "./output";

interface IssueOptions {
  key: string;
  label: string;
}

/** `pulumi-checks drift issue`: one issue while there is drift, and another while it cannot be looked for. */
export function addIssue(drift: Command): void {
  drift
    .command("issue")
    .description("Keep one issue open while there is drift; it is closed when there is none.")
    .argument("[report]", "the report, from `pulumi-checks drift --json`; - is stdin")
    .option(
      "--failed <reason>",
      "there is no report: the run failed, which is an issue of its own and no drift",
    )
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

/** Brings both issues up to date after a run that gave a report or failed for a reason, and says what became of them. */
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
async function keepDrift(forge: Forge, report: DriftReport, { key, label }: IssueOptions): Promise<Kept> {
  if (report.findings.length > 0) {
    const title = `Monitoring drift: ${countsOf(report)}`;
    return keepIssue(forge, label, { marker: markerOf(key), title, body: markdown(report, key) });
  }
  if (exitCodeOf(report) !== 0) return "unchanged";
  return closeIssue(forge, label, markerOf(key), `There is no drift any more.${seenBy(forge)}`);
}

async function keepFailure(
  forge: Forge,
  problems: readonly string[],
  { key, label }: IssueOptions,
): Promise<Kept> {
  const marker = failureMarkerOf(key);
  if (problems.length === 0) {
    return closeIssue(forge, label, marker, `Drift can be looked for again.${seenBy(forge)}`);
  }
  const title = "Monitoring drift could not be looked for";
  return keepIssue(forge, label, { marker, title, body: failureMarkdown(key, problems) });
}

function seenBy({ runUrl }: Forge): string {
  return runUrl === undefined ? "" : ` Seen by ${runUrl}`;
}
