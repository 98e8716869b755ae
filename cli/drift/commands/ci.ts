/** All that a CI job does about drift, in one command: compare, write the reports, notify people. */

import { join } from "node:path";
import { type Command, Option } from "commander";
import { isInterrupted } from "../../../provider/core/interruption";
import { oneLine } from "../../../provider/core/visible";
import { ExitCode, messageOf } from "../../command";
import type { CoverageReport } from "../../coverage/report";
import { makeFolder } from "../../files";
import { withoutUuids } from "../../render/mask";
import { Progress } from "../../render/terminal";
import { brief } from "../../render/visible";
import { annotation, setOutputs } from "../../render/workflow";
import { type DriftReport, exitCodeOf } from "../findings";
import { LONGEST_MESSAGE } from "../formats/words";
import { addRequestOptions, type RequestOptions, requestOf, scopeOf } from "../request";
import { lookForDrift, refuseInterrupted } from "../run";
import {
  addCoverageOptions,
  besideDrift,
  type CoverageOptions,
  codeOf,
  coverageBeside,
  refuseWithoutCoverage,
  writeCoverage,
} from "./coverage";
import { keyOption, labelOption, writeReport } from "./output";
import { forgeHere, postComment, postIssues } from "./posts";

type When = "auto" | "always" | "never";

interface CiOptions extends RequestOptions, CoverageOptions {
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
    .description("All that a CI job needs: compare, write the reports, update the comment and the issue.");
  addCoverageOptions(addRequestOptions(command))
    .option(
      "--folder <folder>",
      "where drift.json, drift.html and drift.xml (JUnit) are written",
      "drift-report",
    )
    .addOption(whenOption("--comment <when>", "write a comment; auto: in a run for a pull request"))
    .addOption(whenOption("--issue <when>", "write an issue; auto: in a scheduled run"))
    .option("--no-fail-on-drift", "exit with 0 even if there is drift")
    .addOption(labelOption())
    .addOption(keyOption())
    .addHelpText(
      "after",
      `
Exit codes are those of \`pulumi-checks drift\`. A run that fails, or reads only a part, always fails the job: that is
an alert, and never counts as drift. In a GitHub workflow it also makes annotations, outputs and a summary.

Examples:
  $ pulumi-checks drift ci --stack prod
  $ pulumi-checks drift ci --state-only --issue always --no-fail-on-drift
  $ pulumi-checks drift ci --coverage .github deploy --fail-under 90`,
    )
    .action(run);
}

async function run(options: CiOptions): Promise<void> {
  refuseWithoutCoverage(options);
  const { report, coverage } = await compareOrReport(options);
  refuseInterrupted();
  const { comment, issue } = wantedPosts(options);
  const beside = coverage ? besideDrift(coverage) : "";
  await doAll([
    async () => print(report, options),
    async () => writeFiles(report, options),
    ...(coverage ? [async () => writeCoverage(coverage, options.folder)] : []),
    ...(comment
      ? [async () => printLine(await postComment(forgeHere(), report, { ...options, beside }))]
      : []),
    ...(issue ? [async () => printLine(await postIssues(forgeHere(), report, issueOptions(options)))] : []),
  ]);
  // Unreadable outweighs findings, as in each of the two reports.
  const code = Math.max(exitCodeOf(report), codeOf(coverage));
  process.exitCode = code === ExitCode.findings && !options.failOnDrift ? ExitCode.clean : code;
}

/** A full disk, or what the forge refuses of the one, is no reason to leave out the others. */
async function doAll(works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures = new Set<string>();
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      failures.add(messageOf(error));
    }
  }
  if (failures.size > 0) throw new Error([...failures].join("; "));
}

/** Identifies our issues. Runs that compare something else have their own. */
function issueOptions(options: CiOptions) {
  return { key: options.key, label: options.label, scope: scopeOf(options) };
}

/** The reports of a run; coverage only if requested. */
interface Found {
  report: DriftReport;
  coverage: CoverageReport | undefined;
}

async function compareOrReport(options: CiOptions): Promise<Found> {
  const progress = new Progress(options.quiet);
  try {
    const request = requestOf(options);
    const report = await lookForDrift(request, progress);
    return { report, coverage: await coverageBeside(request, options, progress) };
  } catch (error) {
    progress.end();
    if (!isInterrupted()) await reportFailure(withoutUuids(oneLine(messageOf(error))), options);
    throw error;
  } finally {
    progress.end();
  }
}

function print(report: DriftReport, { key }: CiOptions): void {
  writeReport(report, { format: "text", key });
  if (process.env.GITHUB_ACTIONS) writeReport(report, { format: "github", key });
}

function writeFiles(report: DriftReport, { folder, key }: CiOptions): void {
  makeFolder(folder);
  const files = { json: "drift.json", html: "drift.html", junit: "drift.xml" } as const;
  for (const [format, name] of Object.entries(files) as [keyof typeof files, string][]) {
    writeReport(report, { format, key, output: join(folder, name) });
  }
  setOutputs({ report: join(folder, files.json), page: join(folder, files.html) });
}

/** Decides whether to keep a comment or an issue if the option is `auto`. */
function wantedPosts(options: CiOptions): { comment: boolean; issue: boolean } {
  const { GITHUB_EVENT_NAME, CI_PIPELINE_SOURCE, CI_MERGE_REQUEST_IID } = process.env;
  const isScheduled = GITHUB_EVENT_NAME === "schedule" || CI_PIPELINE_SOURCE === "schedule";
  const isForPullRequest =
    GITHUB_EVENT_NAME?.startsWith("pull_request") === true || Boolean(CI_MERGE_REQUEST_IID);
  const decide = (when: When, fits: boolean) => (when === "auto" ? fits : when === "always");
  return { comment: decide(options.comment, isForPullRequest), issue: decide(options.issue, isScheduled) };
}

/** The job fails anyway. If it was scheduled, nobody watches it, so an issue reports the failure. */
async function reportFailure(reason: string, options: CiOptions): Promise<void> {
  if (process.env.GITHUB_ACTIONS) {
    printLine(annotation("error", brief(reason, LONGEST_MESSAGE), { title: "The check for drift failed" }));
    await orTell("The outputs", async () => setOutputs({ result: "error" }));
  }
  if (!wantedPosts(options).issue) return;
  await orTell("The issue", async () =>
    printLine(await postIssues(forgeHere(), reason, issueOptions(options))),
  );
}

/** The failure that is to be reported is the one to end with. */
async function orTell(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    printLine(`${what} could not be written: ${messageOf(error)}`);
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function whenOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(["auto", "always", "never"]).default("auto");
}
