import type { Command } from "commander";
import { z } from "zod";
import { Progress } from "../render/terminal";
import { jsonText } from "../render/visible";
import { addCi } from "./commands/ci";
import { addIgnore } from "./commands/ignore";
import { addOutputOptions, type OutputOptions, writeReport } from "./commands/output";
import { addComment, addIssue } from "./commands/posts";
import { driftReport, exitCodeOf } from "./findings";
import { ignoreFile } from "./ignoreFile";
import { readReport } from "./report";
import { addRequestOptions, type RequestOptions, requestOf } from "./request";
import { lookForDrift, refuseInterrupted } from "./run";

/** `pulumi-checks drift`: compares stacks with the service, and works with the reports. */
export function defineDrift(drift: Command): void {
  addOutputOptions(addRequestOptions(drift)).enablePositionalOptions().addHelpText("after", HELP).action(run);
  for (const add of [addCi, addRender, addIgnore, addComment, addIssue, addSchema]) add(drift);
}

const HELP = `
Classes:
  changed      a field is neither as declared nor as the last \`pulumi up\` left it
  missing      a declared check is gone from the service
  duplicate    a declared check shares its slug with another check
  unmanaged    a check on the service that no given stack declares
  operational  paused by hand, down for long, left in maintenance
  advice       alerts nobody, was never pinged, was handed over, is in maintenance: no drift

Exit codes:
  0  clean      2  findings, as --fail-on says
  1  error      3  incomplete: something could not be read (with --strict: or seen)
  130  interrupted

Examples:
  $ pulumi-checks drift
  $ pulumi-checks drift --stack prod --stack prod@../billing --tag prod
  $ pulumi-checks drift --state-only --json --output drift.json
  $ pulumi-checks drift render drift.json --format html --output drift.html
  $ pulumi-checks drift ignore nightly-backup --reason "being rebuilt" --until 30d`;

async function run(options: RequestOptions & OutputOptions): Promise<void> {
  const progress = new Progress(options.quiet);
  try {
    const report = await lookForDrift(requestOf(options), progress);
    refuseInterrupted();
    writeReport(report, options);
    process.exitCode = exitCodeOf(report);
  } finally {
    progress.end();
  }
}

/** `pulumi-checks drift render`: prints a report in another format, without new requests. */
function addRender(drift: Command): void {
  const command = drift
    .command("render")
    .description("Convert a report that was written with --json to another format.")
    .argument("<report>", "the report; - is stdin");
  addOutputOptions(command)
    .addHelpText(
      "after",
      `
The exit code is 0 whatever the report says.

Examples:
  $ pulumi-checks drift render drift.json
  $ pulumi-checks drift render drift.json --format html --output drift.html`,
    )
    .action((file: string, options: OutputOptions) => writeReport(readReport(file), options));
}

/** `pulumi-checks drift schema`: prints the JSON Schema of the report. */
function addSchema(drift: Command): void {
  drift
    .command("schema")
    .description("Print the JSON Schema of a report, or of the ignore file.")
    .option("--ignore-file", "of the ignore file")
    .action(({ ignoreFile: ofIgnoreFile }: { ignoreFile?: boolean }) => {
      const schema = z.toJSONSchema(ofIgnoreFile ? ignoreFile : driftReport);
      process.stdout.write(jsonText(schema));
    });
}
