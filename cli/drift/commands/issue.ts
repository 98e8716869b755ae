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
import { keyOption } from "./output";

interface IssueOptions {
  key: string;
  label: string;
  failed?: string;
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
    .option("--label <label>", "label of the issues", "monitoring-drift")
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
For a GitHub workflow (GITHUB_TOKEN with \`issues: write\`) or a GitLab pipeline (GITLAB_TOKEN with \`api\`).

Examples:
  $ pulumi-checks drift issue drift.json
  $ pulumi-checks drift issue --failed "exit code 1"`,
    )
    .action(async (file: string | undefined, options: IssueOptions) => {
      const { failed } = options;
      if ((file === undefined) === (failed === undefined)) {
        throw new ChecksError({ subject: "drift issue", reason: "it takes either a report or --failed" });
      }
      const report = file === undefined ? undefined : readReport(file);
      const forge = forgeHere();
      const problems = report?.problems ?? [failed ?? ""];
      tell("Drift", report ? await keepDrift(forge, report, options) : "unchanged");
      tell("Failure", await keepFailure(forge, problems, options));
    });
}

function tell(what: string, kept: Kept): void {
  process.stdout.write(`${what} issue: ${kept}.\n`);
}

/** An incomplete run can open the issue, but not close it. */
async function keepDrift(forge: Forge, report: DriftReport, { key, label }: IssueOptions): Promise<Kept> {
  if (report.findings.length > 0) {
    const title = `Monitoring drift: ${countsOf(report)}`;
    return keepIssue(forge, label, { marker: markerOf(key), title, body: markdown(report, key) });
  }
  if (exitCodeOf(report) !== 0) return "unchanged";
  return closeIssue(forge, label, markerOf(key), `There is no drift any more.${seen(forge)}`);
}

async function keepFailure(
  forge: Forge,
  problems: readonly string[],
  { key, label }: IssueOptions,
): Promise<Kept> {
  const marker = failureMarkerOf(key);
  if (problems.length === 0) {
    return closeIssue(forge, label, marker, `Drift can be looked for again.${seen(forge)}`);
  }
  const body = failureMarkdown(key, problems);
  return keepIssue(forge, label, { marker, title: "Monitoring drift could not be looked for", body });
}

function seen({ runUrl }: Forge): string {
  return runUrl === undefined ? "" : ` Seen by ${runUrl}`;
}
