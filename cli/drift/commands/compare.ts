import { type Command, Option } from "commander";
import { durationOption } from "../../duration";
import { Progress } from "../../progress";
import { exitCodeOf, FINDING_CLASSES, type FindingClass } from "../findings";
import { IGNORE_FILE, readIgnoreFile } from "../ignoreFile";
import { drift } from "../run";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "../stackSource";
import { addOutputOptions, type OutputOptions, writeReport } from "./output";

interface CompareOptions extends OutputOptions {
  stack?: StackSource[];
  state?: StackSource[];
  stateOnly?: boolean;
  refresh: boolean;
  class: FindingClass[];
  tag: string[];
  downFor: number;
  ignoreFile?: string;
  quiet?: boolean;
}

/** `pulumi-checks drift`: compares what stacks declare with what the service has. */
export function addCompare(program: Command): Command {
  const command = program
    .command("drift")
    .description("Compare what stacks declare with what the service has.")
    .option(
      "-s, --stack <stack>",
      "STACK, STACK@FOLDER or @FOLDER; can be repeated (default: the selected stack)",
      stackOption,
    )
    .option(
      "--state <file>",
      "an exported state instead of a stack of the engine; can be repeated",
      stateFileOption,
    )
    .option("--state-only", "compare what the last `pulumi up` wrote, without running the program")
    .option("--no-refresh", "preview without refreshing the stack's resources first")
    .addOption(
      new Option("--class <class...>", "only findings of these classes")
        .choices(FINDING_CLASSES)
        .default([...FINDING_CLASSES]),
    )
    .option("--tag <tag...>", "only unmanaged checks with all of these tags", [])
    .option("--down-for <duration>", "a check that is down for longer is a finding", durationOption, 86_400)
    .option("--ignore-file <file>", `findings to live with (default: ${IGNORE_FILE}, if there is one)`)
    .option("-q, --quiet", "do not tell the steps on stderr");
  return addOutputOptions(command).addHelpText("after", HELP).action(run);
}

const HELP = `
Classes:
  changed      a field is neither as declared nor as the last \`pulumi up\` left it
  missing      a declared check is gone from the service
  unmanaged    a check on the service that no given stack declares
  operational  paused by hand, never pinged, down for long, alerts nobody

Exit codes:
  0  clean      2  findings
  1  error      3  incomplete: something could not be read

Examples:
  $ pulumi-checks drift
  $ pulumi-checks drift --stack prod --stack prod@../billing --tag prod
  $ pulumi-checks drift --state-only --json --output drift.json
  $ pulumi-checks drift render drift.json --format html --output drift.html
  $ pulumi-checks drift ignore nightly-backup --reason "being rebuilt" --until 30d`;

async function run(options: CompareOptions): Promise<void> {
  const progress = new Progress(options.quiet);
  const stacks = [...(options.stack ?? []), ...(options.state ?? [])];
  try {
    const report = await drift(
      {
        stacks: stacks.length === 0 ? [selectedStack] : stacks,
        stateOnly: options.stateOnly ?? false,
        refresh: options.refresh,
        classes: options.class,
        tags: options.tag,
        downFor: options.downFor,
        ignore: readIgnoreFile(options.ignoreFile ?? IGNORE_FILE, options.ignoreFile !== undefined),
        now: Date.now(),
      },
      progress,
    );
    writeReport(report, options);
    process.exitCode = exitCodeOf(report);
  } finally {
    progress.end();
  }
}
