import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { coloursFor } from "../colours";
import { durationOption } from "../duration";
import { Progress } from "../progress";
import { exitCodeOf, FINDING_CLASSES, type FindingClass } from "./findings";
import { FORMAT_NAMES, type FormatName, render } from "./formats";
import { IGNORE_FILE, readIgnoreFile } from "./ignoreFile";
import { drift } from "./run";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "./stackSource";

interface DriftOptions {
  stack?: StackSource[];
  state?: StackSource[];
  stateOnly?: boolean;
  refresh: boolean;
  class: FindingClass[];
  tag: string[];
  downFor: number;
  ignoreFile?: string;
  format: FormatName;
  json?: boolean;
  output?: string;
  color?: boolean;
  quiet?: boolean;
}

/** `pulumi-checks drift`: what the service has and the stacks declare, compared. */
export function addDrift(program: Command): void {
  program
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
    .addOption(
      new Option("-f, --format <format>", "how to tell the result").choices(FORMAT_NAMES).default("text"),
    )
    .option("--json", "the same as --format json")
    .option("-o, --output <file>", "write the result to a file instead of stdout")
    .option("--color", "colours, even where stdout is no terminal")
    .option("--no-color", "no colours")
    .option("-q, --quiet", "do not tell the steps on stderr")
    .addHelpText("after", HELP)
    .action(run);
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
  $ pulumi stack export --show-secrets | pulumi-checks drift --state /dev/stdin`;

async function run(options: DriftOptions): Promise<void> {
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
    const rendering = { colours: coloursFor(options.output === undefined ? options.color : false) };
    tell(render(report, options.json ? "json" : options.format, rendering), options.output);
    process.exitCode = exitCodeOf(report);
  } finally {
    progress.end();
  }
}

function tell(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
