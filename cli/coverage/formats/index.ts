/** The output formats of a coverage run. Each uses only the report. */
import { formatsOf } from "../../render/formats";
import type { Colours } from "../../render/terminal";
import { jsonText, withoutCommands } from "../../render/visible";
import type { CoverageReport } from "../report";
import { github } from "./github";
import { markdown } from "./markdown";
import { htmlPage } from "./page";
import { text } from "./text";

/** What a format may need besides the report. */
export interface Rendering {
  colours: Colours;
  /** Path from the repository's root to the working directory; empty if they are the same. */
  folder: string;
  /** Width of the terminal in characters; absent for a file. */
  width?: number | undefined;
}

export const { names: FORMAT_NAMES, render } = formatsOf({
  text: (report: CoverageReport, { colours, width }: Rendering) => text(report, colours, width),
  // The report itself, for programs. `coverageReport` in `../report.ts` is its schema.
  json: jsonText,
  markdown: (report: CoverageReport) => withoutCommands(markdown(report)),
  html: htmlPage,
  github: (report: CoverageReport, { folder }: Rendering) => github(report, folder),
});

export type FormatName = (typeof FORMAT_NAMES)[number];
