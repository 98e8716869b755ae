/** What a job of a CI service does about drift, in one command: compare, write the reports, tell people. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { oneLine } from "../../../provider/errors";
import { ExitCode } from "../../exitCode";
import { Progress } from "../../progress";
import { type DriftReport, exitCodeOf } from "../findings";
import { forgeHere } from "../forge";
import { annotation, setOutputs } from "../github/workflowCommands";
import { withoutUuids } from "../mask";
import { drift } from "../run";
import { postComment } from "./comment";
import { postIssues } from "./issue";
import { addRequestOptions, type RequestOptions, requestOf } from "./options";
import { keyOption, labelOption, writeReport } from "./output";

type When = "auto" | "always" | "never";

interface CiOptions extends RequestOptions {
  key: string;
  label: string;
  comment: When;
  issue: When;
  failOnDrift: boolean;
  folder: string;
}

/** `pulumi-checks drift ci`. */
export function addCi(drift: Command): void {
  const command = drift
    .command("ci")
    .description("Everything that a CI job does: compare, write reports, keep the comment and the issue.");
  addRequestOptions(command)
    .option(
      "--folder <folder>",
      "where drift.json, drift.html and drift.xml (JUnit) are written",
      "drift-report",
    )
    .addOption(whenOption("--comment <when>", "keep a comment; auto: in a run for a pull request"))
    .addOption(whenOption("--issue <when>", "keep an issue; auto: in a scheduled run"))
    .option("--no-fail-on-drift", "end with 0 although there is drift")
    .addOption(labelOption())
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
Exit codes are those of \`pulumi-checks drift\`. A run that fails, or reads only a part, always fails the job: that is
an alert, and never counts as drift. In a GitHub workflow it also makes annotations, outputs and a summary.

Examples:
  $ pulumi-checks drift ci --stack prod
  $ pulumi-checks drift ci --state-only --issue always --no-fail-on-drift`,
    )
    .action(run);
}

async function run(options: CiOptions): Promise<void> {
  const report = await compared(options);
  writeAll(report, options);
  const { comment, issue } = wanted(options);
  if (comment) say(await postComment(forgeHere(), report, options));
  if (issue) say(await postIssues(forgeHere(), report, options));
  const code = exitCodeOf(report);
  process.exitCode = code === ExitCode.findings && !options.failOnDrift ? ExitCode.clean : code;
}

async function compared(options: CiOptions): Promise<DriftReport> {
  const progress = new Progress(options.quiet);
  try {
    return await drift(requestOf(options), progress);
  } catch (error) {
    progress.end();
    const reason = oneLine(error instanceof Error ? error.message : String(error));
    await tellFailure(withoutUuids(reason), options);
    throw error;
  } finally {
    progress.end();
  }
}

function writeAll(report: DriftReport, { folder, key }: CiOptions): void {
  mkdirSync(folder, { recursive: true });
  const files = { json: "drift.json", html: "drift.html", junit: "drift.xml" } as const;
  for (const [format, name] of Object.entries(files) as [keyof typeof files, string][]) {
    writeReport(report, { format, key, output: join(folder, name) });
  }
  writeReport(report, { format: "text", key });
  if (process.env.GITHUB_ACTIONS) writeReport(report, { format: "github", key });
  setOutputs({ report: join(folder, files.json), page: join(folder, files.html) });
}

/** Whether a comment or an issue is kept, where that is left to us. */
function wanted(options: CiOptions): { comment: boolean; issue: boolean } {
  const { GITHUB_EVENT_NAME, CI_PIPELINE_SOURCE, CI_MERGE_REQUEST_IID } = process.env;
  const isScheduled = GITHUB_EVENT_NAME === "schedule" || CI_PIPELINE_SOURCE === "schedule";
  const isForPullRequest =
    GITHUB_EVENT_NAME?.startsWith("pull_request") === true || Boolean(CI_MERGE_REQUEST_IID);
  const decide = (when: When, fits: boolean) => (when === "auto" ? fits : when === "always");
  return { comment: decide(options.comment, isForPullRequest), issue: decide(options.issue, isScheduled) };
}

/** The job fails in any case; in a scheduled one, which nobody watches, an issue says so. */
async function tellFailure(reason: string, options: CiOptions): Promise<void> {
  if (process.env.GITHUB_ACTIONS) {
    say(annotation("error", reason, { title: "Drift could not be looked for" }));
    setOutputs({ result: "error" });
  }
  if (!wanted(options).issue) return;
  try {
    say(await postIssues(forgeHere(), reason, options));
  } catch (error) {
    say(`The issue could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function whenOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(["auto", "always", "never"]).default("auto");
}
