import type { Command } from "commander";
import {
  addColourOptions,
  addFormatOptions,
  badOption,
  nameOption,
  severalTags,
  withProgress,
} from "../command";
import { IGNORE_FILE } from "../ignoring";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "../stacks/source";
import { FORMAT_NAMES } from "./formats";
import { addIgnore } from "./ignore";
import { readIgnoreFile } from "./ignoredGap";
import { type CoverageRequest, lookForCoverage } from "./look";
import { failUnderOption, machineTzOption } from "./options";
import { type OutputOptions, writeReport } from "./output";
import { exitCodeOf } from "./report";

/** `pulumi-checks coverage`: compares jobs with checks. */
export function defineCoverage(command: Command): void {
  command
    .argument("[path...]", "files and folders with jobs: manifests, workflows, crontabs, units of systemd")
    .option(
      "-s, --stack <stack>",
      "jobs and checks of STACK, STACK@FOLDER or @FOLDER; can be repeated (default: the selected stack)",
      stackOption,
    )
    .option("--state <file>", "jobs and checks of an exported state; can be repeated", stateFileOption)
    .option("--all", "every check of the project, whoever declares it, and jobs of the files alone")
    .option("--project <name>", "only checks of a named project of the service (checks:projects)", nameOption)
    .option(
      "--tag <tag>",
      "only checks with this tag must have a job; repeat it for checks with all of them",
      severalTags,
    )
    .addOption(machineTzOption())
    .addOption(failUnderOption())
    .option("--ignore-file <file>", `file of ignored gaps (default: ${IGNORE_FILE}, if there is one)`)
    .option("-o, --output <file>", "write the result to a file instead of stdout")
    .option("-q, --quiet", "do not show progress on stderr")
    .enablePositionalOptions()
    .addHelpText("after", HELP)
    .action(run);
  addColourOptions(addFormatOptions(command, FORMAT_NAMES));
  addIgnore(command);
}

const HELP = `
Gaps:
  noCheck      no check has the slug of the job
  schedule     the check does not expect the job when it runs
  grace        the check alerts before the job's own limit is over
  neverPinged  the check was never pinged, although the job must have run
  unclear      the two cannot be compared
  noJob        no job was found for the check

A job's check is the one whose slug is \`slugify\` of the job's name, or the one that the job names: with the annotation
or tag \`pulumi-checks/check: SLUG\`, in other files with the comment \`# pulumi-checks check: SLUG\`.

Exit codes:
  0  no gaps, or enough is covered      2  gaps, or too little is covered
  1  error                              3  incomplete: a declaration could not be read

Examples:
  $ pulumi-checks coverage
  $ pulumi-checks coverage .github/workflows deploy/ --stack prod
  $ pulumi-checks coverage ops/crontab --machine-tz Europe/Riga --all --tag cron
  $ pulumi-checks coverage deploy/ --fail-under 90 --format github`;

interface Options extends OutputOptions {
  stack?: StackSource[];
  state?: StackSource[];
  all?: true;
  project?: string;
  tag?: string[];
  machineTz?: string;
  failUnder?: number;
  ignoreFile?: string;
  quiet?: true;
}

async function run(paths: string[], options: Options): Promise<void> {
  const request = requestOf(paths, options);
  const report = await withProgress(options.quiet, (progress) => lookForCoverage(request, progress));
  writeReport(report, options);
  process.exitCode = exitCodeOf(report);
}

function requestOf(paths: string[], options: Options): CoverageRequest {
  const named = [...(options.stack ?? []), ...(options.state ?? [])];
  if (options.all && named.length > 0) {
    throw badOption(
      "--all",
      "it means every check of the project, and cannot be combined with --stack or --state",
    );
  }
  const { project, tag: tags = [], machineTz: timeZone, failUnder } = options;
  return {
    stacks: options.all ? [] : named.length > 0 ? named : [selectedStack],
    project,
    paths,
    timeZone,
    tags,
    ignore: readIgnoreFile(options.ignoreFile ?? IGNORE_FILE, options.ignoreFile !== undefined).coverage,
    failUnder,
    now: Date.now(),
  };
}
