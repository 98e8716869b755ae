/** Shared options for the format and the destination of a command's result. */

import { type Command, InvalidArgumentError, Option } from "commander";
import { addColourOptions, addFormatOptions } from "../../command";
import { writeText } from "../../files";
import { coloursFor, terminalWidth } from "../../render/terminal";
import { addSummary, fromRepositoryRoot, setOutputs } from "../../render/workflow";
import { type DriftReport, driftIn, isWorthTelling } from "../findings";
import { FORMAT_NAMES, type FormatName, render } from "../formats";
import { markdown } from "../formats/markdown";

/** Values of the shared options. */
export interface OutputOptions {
  format: FormatName;
  output?: string;
  color?: boolean;
  key: string;
}

/** A step's summary in GitHub Actions is limited to one mebibyte. */
const SUMMARY_LIMIT = 250_000;

export function addOutputOptions(command: Command): Command {
  addFormatOptions(command, FORMAT_NAMES)
    .option("-o, --output <file>", "write the result to a file instead of stdout")
    .addOption(keyOption());
  return addColourOptions(command);
}

/** Distinguishes the comments and issues of several drift runs of one repository. */
export function keyOption(): Option {
  return new Option("--key <key>", "name of this drift run, where a repository has several").default(
    "default",
  );
}

/** Issues are found by this label. Forges read a comma as a separator of labels, and then find nothing. */
export function labelOption(): Option {
  return new Option("--label <label>", "label of the issues")
    .argParser((given) => {
      if (given.trim() !== "" && !given.includes(",")) return given;
      throw new InvalidArgumentError("It must be one label: a name without a comma.");
    })
    .default("monitoring-drift");
}

/** Writes the report. The format `github` also sets the workflow's outputs and adds a summary. */
export function writeReport(report: DriftReport, options: OutputOptions): void {
  const { format } = options;
  const colours = coloursFor(options.output === undefined ? options.color : false);
  const folder = fromRepositoryRoot();
  const width = options.output === undefined ? terminalWidth() : undefined;
  write(render(report, format, { colours, key: options.key, folder, width }), options.output);
  if (format !== "github") return;
  const { live, compared, duplicate = 0, advice = 0, ...counts } = report.counts;
  setOutputs({
    result: report.problems.length > 0 ? "incomplete" : isWorthTelling(report) ? "drift" : "clean",
    findings: driftIn(report).length,
    ...counts,
    duplicate,
    advice,
  });
  addSummary(markdown(report, options.key, SUMMARY_LIMIT) || "No monitoring drift.\n");
}

export function write(text: string, file: string | undefined): void {
  if (file === undefined) return void process.stdout.write(text);
  writeText(file, text);
}
