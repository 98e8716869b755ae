/** Coverage as a part of `drift ci`: the same stacks, with the jobs of some files. */
import { join } from "node:path";
import type { Command } from "commander";
import { badOption, ExitCode } from "../../command";
import { markdown } from "../../coverage/formats/markdown";
import { readIgnoreFile } from "../../coverage/ignoredGap";
import { lookForCoverage } from "../../coverage/look";
import { failUnderOption, machineTzOption } from "../../coverage/options";
import { writeReport } from "../../coverage/output";
import { type CoverageReport, exitCodeOf } from "../../coverage/report";
import { IGNORE_FILE } from "../../ignoring";
import type { Progress } from "../../render/terminal";
import type { DriftRequest } from "../request";

/** Values of the options for coverage. */
export interface CoverageOptions {
  coverage?: true | string[];
  machineTz?: string;
  failUnder?: number;
  ignoreFile?: string;
}

export function addCoverageOptions(command: Command): Command {
  return command
    .option("--coverage [path...]", "look for jobs without a check as well, also in these files and folders")
    .addOption(machineTzOption())
    .addOption(failUnderOption());
}

/** Options for a coverage that was not requested would look like a gate, and let everything pass. */
export function refuseWithoutCoverage({ coverage, machineTz, failUnder }: CoverageOptions): void {
  if (coverage !== undefined || (machineTz === undefined && failUnder === undefined)) return;
  const option = failUnder === undefined ? "--machine-tz" : "--fail-under";
  throw badOption(option, "it has no effect without --coverage", "Add --coverage, or remove it");
}

/** The coverage report, if requested. */
export async function coverageBeside(
  { stacks, now }: DriftRequest,
  { coverage, machineTz: timeZone, failUnder, ignoreFile }: CoverageOptions,
  progress: Progress,
): Promise<CoverageReport | undefined> {
  if (coverage === undefined) return undefined;
  const { coverage: ignore } = readIgnoreFile(ignoreFile ?? IGNORE_FILE, ignoreFile !== undefined);
  const paths = coverage === true ? [] : coverage;
  return lookForCoverage({ stacks, paths, timeZone, failUnder, tags: [], ignore, now }, progress);
}

/** Prints the report, and writes it next to the drift report. */
export function writeCoverage(report: CoverageReport, folder: string): void {
  writeReport(report, { format: "text" });
  if (process.env.GITHUB_ACTIONS) writeReport(report, { format: "github" });
  writeReport(report, { format: "json", output: join(folder, "coverage.json") });
  writeReport(report, { format: "html", output: join(folder, "coverage.html") });
}

/** The section for the pull request's comment; empty if nobody has to act. */
export function besideDrift(report: CoverageReport): string {
  return report.gaps.length > 0 || codeOf(report) !== ExitCode.clean ? markdown(report) : "";
}

/** A run without coverage is clean. */
export function codeOf(report: CoverageReport | undefined): number {
  return report ? exitCodeOf(report) : ExitCode.clean;
}
