import type { Command } from "commander";
import { Progress } from "../../progress";
import { exitCodeOf } from "../findings";
import { drift } from "../run";
import { addRequestOptions, type RequestOptions, requestOf } from "./options";
import { addOutputOptions, type OutputOptions, writeReport } from "./output";

/** `pulumi-checks drift`: compares what stacks declare with what the service has. */
export function addCompare(program: Command): Command {
  const command = program
    .command("drift")
    .description("Compare what stacks declare with what the service has.");
  return addOutputOptions(addRequestOptions(command)).addHelpText("after", HELP).action(run);
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

async function run(options: RequestOptions & OutputOptions): Promise<void> {
  const progress = new Progress(options.quiet);
  try {
    const report = await drift(requestOf(options), progress);
    writeReport(report, options);
    process.exitCode = exitCodeOf(report);
  } finally {
    progress.end();
  }
}
