/** The outputs of a coverage run; each is made from the report alone. */
import type { Colours } from "../../render/terminal";
import { commandingNobody, jsonText } from "../../render/visible";
import type { CoverageReport } from "../report";
import { github } from "./github";
import { markdown } from "./markdown";
import { htmlPage } from "./page";
import { text } from "./text";

/** What a format may need beside the report. */
export interface Rendering {
  colours: Colours;
  /** From the repository's root to where the command runs; empty when that is the same. */
  folder: string;
  /** Characters in a line of the terminal; absent for a file. */
  width?: number | undefined;
}

const FORMATS = {
  text: (report: CoverageReport, { colours, width }: Rendering) => text(report, colours, width),
  // The report itself, for programs: its shape is `coverageReport` in `../report.ts`.
  json: jsonText,
  markdown: (report: CoverageReport) => commandingNobody(markdown(report)),
  html: htmlPage,
  github: (report: CoverageReport, { folder }: Rendering) => github(report, folder),
} satisfies Record<string, (report: CoverageReport, rendering: Rendering) => string>;

export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** The report in one of the formats. */
export function render(report: CoverageReport, name: FormatName, rendering: Rendering): string {
  return FORMATS[name](report, rendering);
}
