import type { Command } from "commander";
import { readReport } from "../reportFile";
import { addOutputOptions, type OutputOptions, writeReport } from "./output";

/** `pulumi-checks drift render`: a report in another format, without asking anybody again. */
export function addRender(drift: Command): void {
  const command = drift
    .command("render")
    .description("Tell a report that was written with --json in another format.")
    .argument("<report>", "the report; - is stdin");
  addOutputOptions(command)
    .addHelpText(
      "after",
      `
Ends with 0 whatever the report says.

Examples:
  $ pulumi-checks drift render drift.json
  $ pulumi-checks drift render drift.json --format html --output drift.html`,
    )
    .action((file: string, options: OutputOptions) => writeReport(readReport(file), options));
}
