/** Where to write a report, and in which format. */
import { writeText } from "../files";
import { coloursFor, terminalWidth } from "../render/terminal";
import { addSummary, fromRepositoryRoot, setOutputs } from "../render/workflow";
import { type FormatName, render } from "./formats";
import { markdown } from "./formats/markdown";
import { type CoverageReport, exitCodeOf } from "./report";

/** Values of the options for the result. */
export interface OutputOptions {
  format: FormatName;
  output?: string;
  color?: boolean;
}

const RESULTS = ["covered", "error", "gaps", "incomplete"];

/** Writes the report. The format `github` also sets the workflow's outputs and adds a summary. */
export function writeReport(report: CoverageReport, { format, output, color }: OutputOptions): void {
  const isFile = output !== undefined;
  const rendered = render(report, format, {
    colours: coloursFor(isFile ? false : color),
    folder: fromRepositoryRoot(),
    width: isFile ? undefined : terminalWidth(),
  });
  if (isFile) writeText(output, rendered);
  else process.stdout.write(rendered);
  if (format !== "github") return;
  setOutputs({
    coverage: RESULTS[exitCodeOf(report)] ?? "",
    percent: report.percent ?? "",
    gaps: report.gaps.length,
  });
  addSummary(markdown(report));
}
